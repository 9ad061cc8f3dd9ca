from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, text_of, until
from tests.tui.fake_library import english
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.library import LibraryScreen


def screen_of(app: TsuzuriApp) -> LibraryScreen:
    assert isinstance(app.screen, LibraryScreen)
    return app.screen


def in_library(scenario: Scenario) -> Scenario:
    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: app.current_mode == "library" and "> 2025-01-20" in text_of(app))
        await scenario(app, pilot)

    return run


def test_the_top_says_how_much_there_is_and_what_is_open() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "5 sources  3 passages  7 entities  5 facts" in text_of(app))
        assert "1 passage to understand, 2 sources refused" in text_of(app)

    drive(english(), in_library(scenario))


def test_a_refused_source_says_why_and_what_to_do() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"backup", "enter")
        await until(pilot, lambda: "Refused: no reader for this type" in text_of(app))
        assert "Mend or replace the file" in text_of(app)

    drive(english(), in_library(scenario), size=(160, 45))


def test_sources_are_filtered_and_the_filter_is_emptied() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"scans")
        await until(pilot, lambda: screen_of(app).sources.rows == 1)
        await pilot.press("escape")
        await until(pilot, lambda: screen_of(app).sources.rows == 5)
        await pilot.press("slash", *"zzz")
        await until(pilot, lambda: "No source has such a path or title." in text_of(app))

    drive(english(), in_library(scenario))


def test_enter_opens_the_source_and_y_copies_its_path() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "enter", "y")
        await until(pilot, lambda: opened == ["/home/ada/notes/people/ilse-varga.md"])
        assert app.clipboard == "/home/ada/notes/people/ilse-varga.md"

    drive(english(), in_library(scenario), opener=opened.append)


def test_changed_data_is_shown_within_a_second() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        library.texts = library.texts[:3]
        library.stated = library.stated[:3]
        library.version += 1
        await until(pilot, lambda: screen_of(app).sources.rows == 3)
        assert "3 sources" in text_of(app)

    drive(library, in_library(scenario))
