"""A list whose rows can be marked: what its keys and the mouse mark, and what the marks survive."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from textual.app import App, ComposeResult
from textual.content import Content
from textual.pilot import Pilot

from tests.tui.driving import settle, until
from tests.tui.fake_library import paged
from tsuzuri.core.values import Page
from tsuzuri.tui.theme import DARK
from tsuzuri.tui.widgets.marking_rows import MOST, MarkingRows
from tsuzuri.tui.widgets.shapes import Column, Table

SHAPE: Table[str] = Table((Column("name", Content, 10, share=1),), lambda item: item)


class OneList(App[None]):
    """A list of names, of which some may be gone."""

    def __init__(self, items: list[str]) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self.items = items
        self.view: MarkingRows[str] = MarkingRows(SHAPE, self.left)

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.view.focus()
        self.view.show(self.fetch)

    def fetch(self, after: str | None, limit: int) -> Page[str]:
        return paged(self.items, after, limit)

    def left(self, items: Sequence[str]) -> Sequence[str]:
        return [item for item in items if item in self.items]


def drive(items: list[str], scenario: Callable[[OneList, Pilot[None]], Awaitable[None]]) -> None:
    async def run() -> None:
        app = OneList(items)
        async with app.run_test(size=(60, 20), notifications=True) as pilot:
            await until(pilot, lambda: app.view.current is not None)
            await scenario(app, pilot)

    asyncio.run(run())


def line(app: OneList, y: int) -> str:
    return app.view.render_line(y).text.rstrip()


NAMES = ["深夜", "か\u3099く", "ada", "ben", "cy"]


def test_the_space_bar_marks_the_row_and_goes_down_and_escape_unmarks() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        before = [line(app, y) for y in range(6)]
        await pilot.press("space", "space")
        assert (app.view.marked, app.view.cursor) == (("深夜", "か\u3099く"), 2)
        assert [line(app, y)[:3] for y in range(6)] == ["   ", " * ", " * ", ">  ", "   ", "   "]
        await pilot.press("k", "space")
        assert app.view.marked == ("深夜",)
        await pilot.press("escape")
        assert list(app.view.marked) == []
        await pilot.press("g")
        assert [line(app, y) for y in range(6)] == before

    drive(NAMES, scenario)


def test_marks_are_extended_both_ways() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("j", "shift+down", "J")
        assert (set(app.view.marked), app.view.cursor) == (set(NAMES[1:4]), 3)
        await pilot.press("escape", "G", "shift+up", "K")
        assert (set(app.view.marked), app.view.cursor) == (set(NAMES[2:]), 2)

    drive(NAMES, scenario)


def test_all_that_the_filter_shows_are_marked() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+a")
        await until(pilot, lambda: len(app.view.marked) == MOST)
        assert app.view.rows < MOST  # those that were never in sight too

    drive([f"row {n}" for n in range(MOST)], scenario)


def test_of_too_many_none_are_marked_and_it_says_so() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("asterisk")
        await until(pilot, lambda: len(app._notifications) == 1)
        assert [one.message for one in app._notifications] == ["More than 1,000 are shown. Filter them first."]
        assert app.view.marked == ()

    drive([f"row {n}" for n in range(MOST + 1)], scenario)


def test_of_items_at_hand_all_are_marked() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        app.view.hold(NAMES)
        await pilot.press("asterisk")
        await until(pilot, lambda: set(app.view.marked) == set(NAMES))

    drive(["other"], scenario)


def test_marks_survive_a_filter_and_what_is_gone_is_dropped() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space", "space")
        app.view.show(lambda after, limit: paged(NAMES[3:], after, limit))
        await until(pilot, lambda: app.view.current == "ben")
        await pilot.press("space")
        assert set(app.view.marked) == set(NAMES[:4])
        app.view.show(app.fetch)
        await until(pilot, lambda: app.view.current == NAMES[0])
        app.items = NAMES[1:]
        app.view.reread()
        await until(pilot, lambda: set(app.view.marked) == set(NAMES[1:4]))

    drive(list(NAMES), scenario)


def test_without_anybody_to_ask_marks_go_with_the_items() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        app.view._left = None
        app.view.hold(NAMES)
        await pilot.press("g", "space", "space")
        app.view.hold(NAMES[1:])
        await settle(pilot)
        assert app.view.marked == (NAMES[1],)

    drive(list(NAMES), scenario)


def test_the_mouse_marks_with_ctrl_and_as_far_as_with_shift() -> None:
    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.click(app.view, offset=(5, 2), control=True)
        assert (app.view.marked, app.view.cursor) == (("か\u3099く",), 1)
        await pilot.click(app.view, offset=(5, 4), shift=True)
        assert (set(app.view.marked), app.view.cursor) == (set(NAMES[1:4]), 3)
        await pilot.click(app.view, offset=(5, 2), control=True)
        assert set(app.view.marked) == set(NAMES[2:4])
        await pilot.click(app.view, offset=(5, 0), control=True)  # the heading
        await pilot.click(app.view, offset=(5, 1))
        assert set(app.view.marked) == set(NAMES[2:4])

    drive(list(NAMES), scenario)


def test_a_list_in_another_order_stays_on_the_selected_item() -> None:
    rows = [f"row {n}" for n in range(2000)]

    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j", "j")
        app.view.show(lambda after, limit: paged(rows[::-1], after, limit), anew=False)
        await until(pilot, lambda: app.view.cursor == 1996)
        assert app.view.current == "row 3"

    drive(rows, scenario)


def test_unless_that_is_too_far_down() -> None:
    rows = [f"row {n}" for n in range(20_000)]

    async def scenario(app: OneList, pilot: Pilot[None]) -> None:
        app.view.show(lambda after, limit: paged(rows[::-1], after, limit), anew=False)
        await until(pilot, lambda: app.view.current == "row 19999")
        assert app.view.cursor == 0

    drive(rows, scenario)
