import asyncio
import time
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from tests.tui.driving import settle, until
from tests.tui.fake_library import paged
from tsuzuri.core.values import Page
from tsuzuri.tui.theme import DARK
from tsuzuri.tui.widgets.pages import Fetch
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.shapes import Column, Table

SHAPE: Table[str] = Table((Column("name", Content, 10, share=1),), lambda item: item)
MILLION = 1_000_000


class OneList(App[None]):
    """A list of names, of which `fetches` counts the pages."""

    def __init__(self, fetch: Fetch[str]) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self.fetches = 0
        self._fetch = fetch
        self.view: RowsView[str] = RowsView(SHAPE)

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.view.focus()
        self.view.show(self.fetch)

    def fetch(self, after: str | None, limit: int) -> Page[str]:
        self.fetches += 1
        return self._fetch(after, limit)


def numbered(count: int) -> Fetch[str]:
    def fetch(after: str | None, limit: int) -> Page[str]:
        page = paged(range(count), after, limit)
        return Page(tuple(f"row {n}" for n in page.items), page.after)

    return fetch


def drive(fetch: Fetch[str], scenario: Callable[[OneList, Pilot[None]], Awaitable[None]]) -> None:
    async def run() -> None:
        app = OneList(fetch)
        async with app.run_test(size=(60, 20)) as pilot:
            await until(pilot, lambda: app.view.current is not None)
            await scenario(app, pilot)

    asyncio.run(run())


def line(app: OneList, y: int) -> str:
    return app.view.render_line(y).text.rstrip()


def test_a_million_rows_open_at_once() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        started = time.perf_counter()
        app.view.show(app.fetch)
        await until(pilot, lambda: app.view.rows > 0)
        assert time.perf_counter() - started < 0.5
        assert app.fetches <= 4
        assert (line(app, 0), line(app, 1)) == ("  name", "> row 0")

    drive(numbered(MILLION), scenario)


def test_rows_are_fetched_as_one_scrolls() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        known = app.view.rows
        for _ in range(12):
            await pilot.press("pagedown")
            await settle(pilot)
        assert app.view.rows > known
        assert app.view.current == f"row {app.view.cursor}"
        assert app.view.cursor == 12 * 18

    drive(numbered(MILLION), scenario)


def test_end_reaches_the_last_row_and_home_comes_back() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("G")
        await until(pilot, lambda: app.view.current == "row 19999")
        assert line(app, 19) == "> row 19999"
        await pilot.press("g")
        await until(pilot, lambda: app.view.current == "row 0")
        assert line(app, 1) == "> row 0"

    drive(numbered(20_000), scenario)


def test_the_way_to_the_end_can_be_left() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        app.view.action_last()
        app.view.action_first()
        await settle(pilot)
        assert app.view.cursor == 0
        assert not app.view.complete

    drive(numbered(MILLION), scenario)


def test_a_row_that_has_not_come_is_blank() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        app.view.scroll_to(y=app.view.rows, animate=False, force=True, immediate=True)
        assert line(app, 5) == ""
        await settle(pilot)
        assert line(app, 5) == "  row 132"

    drive(numbered(MILLION), scenario)


def test_changed_data_keeps_the_selected_item_in_its_place() -> None:
    items = [f"row {n:05}" for n in range(1000)]

    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press(*["j"] * 30)
        before = [line(app, y) for y in range(1, 20)]
        items.insert(0, "row -")
        app.view.reread()
        await until(pilot, lambda: app.view.cursor == 31)
        assert app.view.current == "row 00030"
        assert [line(app, y) for y in range(1, 20)] == before

    drive(lambda after, limit: paged(items, after, limit), scenario)


def test_an_item_that_is_gone_leaves_the_cursor_on_a_row() -> None:
    items = ["a", "b", "c"]

    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("G")
        items.pop()
        app.view.reread()
        await until(pilot, lambda: app.view.rows == 2)
        assert app.view.current == "b"

    drive(lambda after, limit: paged(items, after, limit), scenario)


def test_another_list_begins_at_its_first_row() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j")
        app.view.show(numbered(3))
        await until(pilot, lambda: app.view.rows == 3)
        assert app.view.current == "row 0"

    drive(numbered(50), scenario)


def test_a_click_selects_a_row() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.click(app.view, offset=(5, 4))
        assert app.view.current == "row 3"
        await pilot.click(app.view, offset=(5, 0))
        assert app.view.current == "row 3"

    drive(numbered(50), scenario)


def test_keys_move_the_cursor_within_the_list() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        for key, row in (("k", 0), ("j", 1), ("down", 2), ("up", 1), ("end", 4), ("j", 4), ("home", 0)):
            await pilot.press(key)
            await settle(pilot)
            assert app.view.cursor == row

    drive(numbered(5), scenario)


def test_an_empty_list_has_no_current_item() -> None:
    async def run() -> None:
        app = OneList(numbered(0))
        async with app.run_test() as pilot:
            await settle(pilot)
            await pilot.press("j", "enter", "G")
            assert app.view.current is None
            assert app.view.complete

    asyncio.run(run())
