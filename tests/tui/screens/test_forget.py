from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import english, watching
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.forget import ForgetScreen

WEEKLY = "/home/ada/notes/weekly-2024-05-06.md"


def with_window(scenario: Scenario) -> Scenario:
    """The window over the third source."""

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: "> 2025-01-20" in text_of(app))
        await pilot.press("j", "j", "f")
        await until(pilot, lambda: isinstance(app.screen, ForgetScreen))
        await settle(pilot)
        await scenario(app, pilot)

    return run


def test_it_shows_what_would_go_before_anything_goes() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Would go: 1 source, 1 passage, 2 facts" in text_of(app))
        assert "Forget weekly-2024-05-06.md?" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, ForgetScreen))

    drive(library, with_window(scenario), size=(120, 40))
    assert library.deeds == []


def test_enter_forgets_and_shows_the_receipt_and_the_source_is_gone() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "enter forgets it for good" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "A check of the whole library found nothing wrong." in text_of(app))
        assert "Forgotten: weekly-2024-05-06.md" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: "4 sources" in text_of(app) and "weekly" not in text_of(app))

    drive(library, with_window(scenario), size=(120, 40))
    assert library.deeds == [("forget", WEEKLY)]


def test_a_busy_library_says_so_and_may_be_asked_again() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "enter forgets it for good" in text_of(app))
        library.forget_error = LibraryBusy("another tsuzuri is writing", hint="wait until it is done")
        await pilot.press("enter")
        await until(pilot, lambda: "busy: another tsuzuri is writing" in text_of(app))
        library.forget_error = None
        await pilot.press("enter")
        await until(pilot, lambda: library.deeds == [("forget", WEEKLY)])

    drive(library, with_window(scenario), size=(120, 40))


def test_where_it_cannot_even_be_looked_at_enter_only_closes() -> None:
    library = english()
    library.forget_error = LibraryBusy("another tsuzuri is writing", hint="wait until it is done")

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "another tsuzuri is writing" in text_of(app))
        library.forget_error = None
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, ForgetScreen))

    drive(library, with_window(scenario), size=(120, 40))
    assert library.deeds == []


def test_a_folder_cannot_be_forgotten() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: "> 2025-01-20" in text_of(app) and "> mail" in text_of(app))
        assert "Forget" in text_of(app)
        await pilot.press("tab", "tab")
        await settle(pilot)
        assert "Forget" not in text_of(app)
        await pilot.press("f")
        await settle(pilot)
        assert not isinstance(app.screen, ForgetScreen)

    drive(watching(), scenario)


def test_the_marked_are_forgotten_together_with_one_receipt() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: "> 2025-01-20" in text_of(app))
        await pilot.press("space", "j", "space", "g", "f")
        await until(pilot, lambda: "Would go: 2 sources, 2 passages, 3 facts" in text_of(app))
        assert "Forget 2 sources?" in text_of(app)
        assert "2025-01-20-observatory.eml, weekly-2024-05-06.md" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: "Forgotten: 2 sources" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: "3 sources" in text_of(app) and "marked" not in text_of(app))

    drive(library, scenario, size=(120, 40))
    assert library.deeds == [("forget", WEEKLY, "/home/ada/mail/2025-01-20-observatory.eml")]
