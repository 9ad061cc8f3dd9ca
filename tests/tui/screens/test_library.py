import pytest
from textual.pilot import Pilot

from tests.tui.driving import Scenario, drive, settle, text_of, until
from tests.tui.fake_library import FakeLibrary, english, watching
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.core.values import Grown
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.choose import ChooseScreen
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
        assert "1 passage to understand" in text_of(app)
        assert "2 sources refused" in text_of(app)

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


def in_folders(scenario: Scenario) -> Scenario:
    """With the focus on the first of five folders."""

    async def run(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen_of(app).folders.rows == 5)
        await pilot.press("tab", "tab")
        await until(pilot, lambda: screen_of(app).folders.has_focus)
        await scenario(app, pilot)

    return in_library(run)


def test_without_watched_folders_there_is_no_list_of_them() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await settle(pilot)
        assert "watched folder" not in text_of(app)

    drive(english(), in_library(scenario))


def test_folders_stand_above_the_sources_with_state_and_reason() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        text = text_of(app)
        assert text.index("watched folder") < text.index("> 2025-01-20")
        for words in ("online, polled", "in doubt", "812 files are gone", "offline", "it is not there"):
            assert words in text
        assert "offline: scans, in doubt: old" in text.splitlines()[-2]

    drive(watching(), in_folders(scenario), size=(160, 45))


def test_tab_goes_from_a_list_to_the_details_and_on_to_the_other_list() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        screen = screen_of(app)
        await pilot.press("j", "j")
        await pilot.press("tab")
        await until(pilot, lambda: "Nothing of it is forgotten before a second look agrees." in text_of(app))
        assert screen.query_one("#source").has_focus
        await pilot.press("tab")
        await until(pilot, lambda: screen.sources.has_focus)
        assert "> 2025-01-20-observ" in text_of(app)
        await pilot.press("tab", "tab", "escape")
        await until(pilot, lambda: screen.sources.has_focus)

    drive(watching(), in_folders(scenario), size=(80, 24))


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_folder_is_paused_and_looked_at_again(key: str) -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        for words in ("is not looked at for now", "is looked at again"):
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
            await pilot.press("enter")
            await until(pilot, lambda words=words: words in text_of(app))  # type: ignore[misc]
        assert library.deeds == [("pause", "/home/ada/mail"), ("resume", "/home/ada/mail")]

    drive(library, in_folders(scenario))


def test_missing_files_are_confirmed_to_be_gone() -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j", "space")
        await until(pilot, lambda: "Forget 812 missing files at the next look" in text_of(app))
        await pilot.press("j", "enter")
        await until(pilot, lambda: "812 missing files will be forgotten at the next look." in text_of(app))
        assert library.deeds == [("confirm", "/home/ada/old")]

    drive(library, in_folders(scenario))


def test_a_folder_is_watched_no_longer_and_the_last_one_takes_the_list_away() -> None:
    library = watching()
    library.views = library.views[:1]

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: screen_of(app).folders.rows == 1)
        await pilot.press("tab", "tab", "space")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("G", "enter")
        await until(pilot, lambda: "watched folder" not in text_of(app) and isinstance(app.screen, LibraryScreen))
        assert "is watched no longer" in text_of(app)
        assert library.deeds == [("unwatch", "/home/ada/mail")]
        await until(pilot, lambda: screen_of(app).sources.has_focus)

    drive(library, in_library(scenario))


def test_the_window_of_a_folder_closes_without_a_deed() -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        await until(pilot, lambda: isinstance(app.screen, ChooseScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LibraryScreen))
        assert library.deeds == []

    drive(library, in_folders(scenario))


def test_p_lets_the_library_rest_and_go_on() -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("p")
        await until(pilot, lambda: "paused (p goes on)" in text_of(app))
        assert "The library rests." in text_of(app)
        assert "main  paused  " in text_of(app)
        await pilot.press("p")
        await until(pilot, lambda: "paused (p goes on)" not in text_of(app))
        assert library.deeds == [("rest",), ("go on",)]

    drive(library, in_library(scenario))


def test_t_tries_again_what_failed() -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "To be read again: it is being written" in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "2 files to be tried again." in text_of(app))
        await until(pilot, lambda: "To be read again" not in text_of(app))
        await pilot.press("t")
        await until(pilot, lambda: "No file waits to be tried again." in text_of(app))

    drive(library, in_library(scenario), size=(160, 45))


def test_what_cannot_be_done_is_told_with_a_way_out() -> None:
    library = watching()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        library.error = LibraryBusy("another tsuzuri is writing", hint="wait until it is done")
        await pilot.press("t")
        await until(pilot, lambda: "The library is busy: another tsuzuri is writing" in text_of(app))

    drive(library, in_library(scenario), size=(160, 45))


def test_a_source_says_what_became_of_it() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "It failed after 1 try and is tried again by itself." in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "Missing since 2025-09-12" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "page 3 is a picture without text" in text_of(app))
        await pilot.press("j")
        await until(pilot, lambda: "Set aside after 3 tries: the reader took more than 60 s" in text_of(app))
        assert "Press t to try again." in text_of(app)

    drive(watching(), in_library(scenario), size=(200, 45))


def test_a_problem_of_the_keeper_is_shown_when_it_comes_and_goes_with_it() -> None:
    library = watching()
    problems, library.problems = library.problems, ()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        library.problems = problems
        await until(pilot, lambda: "understanding: the model's process ended" in text_of(app))
        library.problems = ()
        await until(pilot, lambda: "understanding: the model's process ended" not in text_of(app))

    drive(library, in_library(scenario), size=(160, 45))


def test_o_opens_the_selected_folder_and_y_copies_its_path() -> None:
    opened: list[str] = []

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y")
        await until(pilot, lambda: opened == ["/home/ada/mail"])
        assert app.clipboard == "/home/ada/mail"

    drive(watching(), in_folders(scenario), opener=opened.append)


def test_the_growth_is_read_when_one_comes_and_when_one_asks_and_not_with_every_change() -> None:
    asked: list[int] = []

    class Counting(FakeLibrary):
        def growth(self) -> tuple[Grown, ...]:
            asked.append(self.version)
            return super().growth()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "5")
        await until(pilot, lambda: "since 2025-08-01: sources " in text_of(app))
        counting.grow("Zeppelin")
        await until(pilot, lambda: "8 entities" in text_of(app))
        assert len(asked) == 1
        await pilot.press("r")
        await until(pilot, lambda: len(asked) == 2)

    counting = Counting()
    drive(counting, scenario)


def test_the_marked_are_tried_again_and_their_paths_copied() -> None:
    library = english()
    copied: list[str] = []

    def clipboard(text: str) -> bool:
        copied.append(text)
        return True

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space", "y")
        await until(pilot, lambda: "2 marked" in text_of(app) and len(copied) == 1)
        await pilot.press("t")
        await until(pilot, lambda: library.deeds == [("retry", *copied[0].split("\n"))])

    drive(library, in_library(scenario), clipboard=clipboard)
    assert copied == ["/home/ada/mail/2025-01-20-observatory.eml\n/home/ada/notes/people/ilse-varga.md"]


def test_sources_are_sorted_and_the_list_says_in_which_order() -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await pilot.press("j", "S", "G", "enter")
        await until(pilot, lambda: "in order: largest" in text_of(app))
        sources = screen_of(app).sources
        assert sources.current is not None
        assert (sources.current.uri, sources.cursor) == ("/home/ada/notes/people/ilse-varga.md", 1)
        await pilot.press("g")
        assert sources.current.uri == "/home/ada/old/backup.zip"

    drive(english(), in_library(scenario))
