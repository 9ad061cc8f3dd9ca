from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.driving import drive, settle, text_of, until
from tests.tui.fake_library import empty, english
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.watch import WatchScreen


async def open_window(app: TsuzuriApp, pilot: Pilot[None], typed: str = "") -> Input:
    await pilot.press("escape", "5")
    await until(pilot, lambda: app.current_mode == "library")
    await pilot.press("w")
    await until(pilot, lambda: isinstance(app.screen, WatchScreen))
    line = app.screen.query_one("#path", Input)
    line.value, line.cursor_position = typed, len(typed)
    await settle(pilot)
    return line


def test_a_folder_is_watched_and_shown() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await open_window(app, pilot, "/home/ada/mail")
        await pilot.press("enter")
        await until(pilot, lambda: "watched folder" in text_of(app))
        assert "/home/ada/mail is watched from now on." in text_of(app)

    drive(library, scenario)
    assert library.deeds == [("watch", "/home/ada/mail")]


def test_a_tilde_is_the_home_folder() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await open_window(app, pilot, "~/mail")
        await pilot.press("enter")
        await until(pilot, lambda: bool(library.deeds))

    drive(library, scenario)
    assert library.deeds == [("watch", str(Path.home() / "mail"))]


def test_one_that_cannot_be_watched_says_why_and_the_window_stays() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await open_window(app, pilot, "/elsewhere/x")
        await pilot.press("enter")
        await until(pilot, lambda: "/elsewhere/x is not there" in text_of(app))
        assert "make it first, or mount what holds it" in text_of(app)
        await pilot.press("y")
        await until(pilot, lambda: "is not there" not in text_of(app))
        assert isinstance(app.screen, WatchScreen)

    drive(library, scenario)
    assert library.deeds == []


def test_tab_completes_and_offers(tmp_path: Path) -> None:
    for name in ("Letters", "Leases", "Notes"):
        (tmp_path / name).mkdir()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        line = await open_window(app, pilot, f"{tmp_path}/L")
        await pilot.press("tab")
        await until(pilot, lambda: "Leases  Letters" in text_of(app))
        assert line.value == f"{tmp_path}/Le"
        await pilot.press("t", "tab")
        await until(pilot, lambda: line.value == f"{tmp_path}/Letters/")
        assert line.cursor_position == len(line.value)
        assert line.has_focus

    drive(english(), scenario)


def test_tab_says_where_nothing_begins_like_that(tmp_path: Path) -> None:
    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        line = await open_window(app, pilot, f"{tmp_path}/x")
        await pilot.press("tab")
        await until(pilot, lambda: "No folder begins like that." in text_of(app))
        line.value = f"{tmp_path}/none/"
        await pilot.press("tab")
        await until(pilot, lambda: "No such file or directory" in text_of(app))

    drive(english(), scenario)


def test_escape_watches_nothing() -> None:
    library = english()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await open_window(app, pilot, "/home/ada/mail")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, WatchScreen))

    drive(library, scenario)
    assert library.deeds == []


def test_an_empty_library_begins_with_it_in_every_place() -> None:
    library = empty()

    async def scenario(app: TsuzuriApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "press w" in text_of(app))
        await pilot.press("escape", "tab", "w")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("escape", "2")
        await until(pilot, lambda: app.current_mode == "entities" and "press w" in text_of(app))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press(*"/m", "enter")
        await until(pilot, lambda: library.deeds == [("watch", "/m")] and "press w" not in text_of(app))
        await pilot.press("1")
        await until(pilot, lambda: app.current_mode == "search")
        await pilot.press("x")
        await until(pilot, lambda: app.screen.query_one("#line", Input).value == "x")

    drive(library, scenario)
