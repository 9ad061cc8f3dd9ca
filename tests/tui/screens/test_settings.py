from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import english
from tests.tui.fake_preferences import FakePreferences
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.keymap import keymap_of
from tsuzuri.tui.screens.choose import ChooseScreen
from tsuzuri.tui.screens.entities import EntitiesScreen
from tsuzuri.tui.screens.place import PlaceScreen
from tsuzuri.tui.screens.settings import SettingsScreen
from tsuzuri.tui.theme import DARK, LIGHT


def opened(then: Scenario) -> Scenario:
    """The scenario, begun in the settings over Entities."""

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "2")
        await settle(pilot)
        await pilot.press("comma")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen) and "nano-e5" in text_of(app))
        await then(app, pilot)

    return run


async def choose(app: TsuzuriApp, pilot: Pilot[None], *presses: str) -> None:
    """Open what can be done with the selected setting, and do one of it."""
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
    await pilot.press(*presses, "enter")
    await settle(pilot)


def test_what_is_selected_is_told_and_esc_goes_back_to_where_one_was() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "It reads and answers. It is in use." in text_of(app)
        await pilot.press("j", "j")
        await until(pilot, lambda: "embedded anew" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "nothing uses a re-ranker yet" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "at hand, from the keyring" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EntitiesScreen))

    drive(english(), opened(scenario), size=(140, 40), preferences=FakePreferences())


def test_where_it_is_narrow_tab_and_enter_show_the_text_and_esc_the_list() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        await until(pilot, lambda: "It reads and answers." in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: "Setting " in text_of(app))
        await pilot.press("G", "k", "k", "enter")
        await until(pilot, lambda: "tsuzuri key rotate" in text_of(app))

    drive(english(), opened(scenario), size=(80, 24), preferences=FakePreferences())


def test_a_model_is_brought_here_and_used() -> None:
    preferences = FakePreferences()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await choose(app, pilot)
        await until(pilot, lambda: "is here and verified" in text_of(app))
        await choose(app, pilot)
        await until(pilot, lambda: "in use at next start" in text_of(app))
        assert preferences.deeds == [("pull", "qwen2.5-1.5b"), ("use", "qwen2.5-1.5b")]

    drive(english(), opened(scenario), size=(140, 40), preferences=preferences)


def test_a_download_tells_how_far_it_is_goes_on_when_one_leaves_and_is_stopped() -> None:
    preferences = FakePreferences(held=True)

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "enter")
        await pilot.pause()
        await pilot.press("enter")
        while "412 of 1,117 MB (37%), 6.1 MB/s, 2 min left" not in text_of(app):
            await pilot.pause(0.005)
        await pilot.press("escape", "comma")
        while "412 of 1,117 MB" not in text_of(app):
            await pilot.pause(0.005)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: "Stopped. What has come stays." in text_of(app))

    drive(english(), opened(scenario), size=(140, 40), preferences=preferences)


def test_a_download_that_fails_says_why() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await choose(app, pilot)
        await until(pilot, lambda: "no source gave it (try again)" in text_of(app))

    drive(english(), opened(scenario), size=(140, 40), preferences=FakePreferences(fails=True))


def test_a_chat_model_is_measured() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await choose(app, pilot)
        await until(pilot, lambda: "Best: 4 threads, 8 wide, 31.5 tokens/s; kept." in text_of(app))

    drive(english(), opened(scenario), size=(140, 40), preferences=FakePreferences())


def test_the_colours_are_kept_here_and_from_the_palette() -> None:
    preferences = FakePreferences()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("G", "k")
        await choose(app, pilot)
        await until(pilot, lambda: app.theme == LIGHT.name and "Light now." in text_of(app))
        app.action_turn_theme()
        await until(pilot, lambda: app.theme == DARK.name)
        assert preferences.deeds == [("theme", "light"), ("theme", "dark")]

    drive(english(), opened(scenario), size=(140, 40), preferences=preferences)


def test_the_persons_keys_are_in_force_shown_and_told_of_where_they_do_not_hold() -> None:
    keymap = keymap_of({"app.settings": "f2", "entities.copy": "ctrl+y", "search.open": "y"})

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        assert "search.open: y is a key of search.copy already" in " ".join(text_of(app).split())
        await pilot.press("escape", "2")
        await settle(pilot)
        assert "^y Copy" in text_of(app)
        await pilot.press("comma")
        assert isinstance(app.screen, EntitiesScreen)
        await pilot.press("question_mark")
        await until(pilot, lambda: "^y            Copy the text" in text_of(app))
        await pilot.press("escape", "f2")
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen))
        await pilot.press("G")
        await until(pilot, lambda: "2 keys of your own, 1 problem." in text_of(app))

    drive(english(), scenario, size=(140, 50), preferences=FakePreferences(), keymap=keymap)


def test_numbers_leave_and_help_is_that_of_the_settings() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: "Keys in Settings" in text_of(app) and "Back to where one was" in text_of(app))
        await pilot.press("escape", "r", "7")
        await until(pilot, lambda: app.current_mode == "ask" and isinstance(app.screen, PlaceScreen))
        await pilot.press("escape", "2")
        await until(pilot, lambda: isinstance(app.screen, EntitiesScreen))

    drive(english(), opened(scenario), size=(100, 45), preferences=FakePreferences())


def test_without_preferences_there_are_no_settings() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "comma")
        await settle(pilot)
        assert not isinstance(app.screen, SettingsScreen)

    drive(english(), scenario)
