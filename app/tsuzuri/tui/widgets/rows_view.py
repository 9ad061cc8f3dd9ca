"""The one virtual list: any number of rows, of which only those in sight are fetched and drawn."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events, on
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, Crashed, Failed, follow
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.widgets.feed import Feed, Fetched
from tsuzuri.tui.widgets.pages import PAGE_ROWS, Fetch
from tsuzuri.tui.widgets.rows_messages import Chosen, Loaded, Moved
from tsuzuri.tui.widgets.shapes import Drawn, Shape, strip

T = TypeVar("T")

_GROUP = "rows"


class RowsView(ScrollView, Generic[T], can_focus=True):
    """A list over keyset pages, or over items at hand.

    Rows are reached in order: near the known end more are fetched, `End` fetches to the last row. A row whose page is
    not here yet is blank. The heading stays above the rows; the cursor's row has a ">" in the gutter.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--cursor"}
    BINDINGS = bindings_of(Target.LIST)
    DEFAULT_CSS = """
    RowsView {
        height: 1fr;
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        & > .rows--cursor { background: $cursor-away; }
        &:focus > .rows--cursor { background: $cursor; }
    }
    """

    cursor: reactive[int] = reactive(0)
    """The selected row."""

    def __init__(self, shape: Shape[T], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.shape = shape
        self._feed: Feed[T] = Feed.of(())
        self._coming: Feed[T] | None = None
        self._drawn: Drawn[T] = Drawn()
        self._gutter = 2

    @property
    def current(self) -> T | None:
        """The selected item, None while it is not here."""
        return self.row(self.cursor)

    @property
    def rows(self) -> int:
        """How many rows are known so far."""
        return self._feed.pages.rows

    @property
    def complete(self) -> bool:
        """Whether all rows are known."""
        return self._feed.pages.complete

    def row(self, index: int) -> T | None:
        """The item at a row, None while it is not here."""
        return self._feed.pages.row(index)

    def row_at(self, y: int) -> int | None:
        """The row that is drawn at a line of the widget, if one is."""
        row = (round(self.scroll_y) + y - self._head) // self.shape.height
        return row if y >= self._head and row < self.rows else None

    def sign(self, row: int) -> str:
        """What stands in the gutter beside the first line of a row."""
        return ">" if row == self.cursor else ""

    def show(self, fetch: Fetch[T], *, anew: bool = True) -> None:
        """Show another list, from its first row, or else on the selected item. What is shown stays until rows come."""
        key = None if anew or self.current is None else self.shape.key(self.current)
        self._coming = Feed.over(fetch, None if key is None else lambda item: self.shape.key(item) == key)
        self._load()

    def hold(self, items: Sequence[T]) -> None:
        """Show these items. The selected one stays selected if it is among them."""
        selected = self.current
        self._feed, self._coming = Feed.of(items), None
        self._select_again(selected)
        self.post_message(Moved(self))
        self.post_message(Loaded(self))

    def select(self, wanted: Callable[[T], bool]) -> None:
        """Select the first of the rows at hand that is wanted, the first of all where none is."""
        self._move_to(self._feed.pages.find(wanted) or 0)

    def reread(self) -> None:
        """Read the list anew as far as it is in sight and keep the selection. What is shown stays until then."""
        self._wanted.age(self.cursor + PAGE_ROWS)
        self._load()

    def action_move(self, rows: int) -> None:
        """Move the cursor by so many rows."""
        self._feed.to_end = False
        self._move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by so many screenfuls."""
        self.action_move(pages * max(1, self._in_sight() - 1))

    def action_first(self) -> None:
        """To the first row."""
        self._feed.to_end = False
        self._move_to(0)

    def action_last(self) -> None:
        """To the last row; the cursor runs ahead while rows are fetched."""
        self._feed.to_end = True
        self._move_to(self.rows - 1)

    def action_choose(self) -> None:
        """Open the selected item."""
        if self.current is not None:
            self.post_message(Chosen(self))

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width = self.scrollable_content_region.width
        ground, room = self.rich_style, width - self._gutter - 1
        if y < self._head:
            heading = self.shape.heading(room)
            return strip(" " * self._gutter, heading or Content(), ground, width)
        row, line = divmod(round(self.scroll_y) + y - self._head, self.shape.height)
        item = self.row(row)
        if item is None:
            return Strip.blank(width, ground)
        style = self.get_component_rich_style("rows--cursor") if row == self.cursor else ground
        sign = self.sign(row) if line == 0 else ""
        lines = self._drawn.lines(self.shape, row, item, room)
        return strip(sign.ljust(self._gutter), lines[line], style, width)

    @property
    def _head(self) -> int:
        return 0 if self.shape.heading(1) is None else 1

    def _in_sight(self) -> int:
        return max(1, (self.size.height - self._head) // self.shape.height)

    @property
    def _wanted(self) -> Feed[T]:
        return self._coming or self._feed

    def _first_row(self) -> int:
        return round(self.scroll_y) // self.shape.height

    def _measure(self) -> None:
        """Tell the scroll bar how long the list is: a page longer than known while it goes on."""
        rows = self.rows + (0 if self.complete else PAGE_ROWS)
        self.virtual_size = Size(self.size.width, self._head + rows * self.shape.height)
        self._drawn.clear()
        self.refresh()

    def _move_to(self, row: int) -> None:
        self.cursor = max(0, min(row, self.rows - 1))
        line, height = self.cursor * self.shape.height, self.shape.height
        room = self.size.height - self._head
        top = min(max(round(self.scroll_y), line + height - room), line)
        self.scroll_to(y=top, animate=False, force=True, immediate=True)
        self._load()

    def _select_again(self, item: T | None, below: int = 0) -> None:
        """Put the cursor on the row that is `item` now, as many rows below the top as it was before."""
        key = None if item is None else self.shape.key(item)
        found = None if key is None else self._feed.pages.find(lambda one: self.shape.key(one) == key)
        self._measure()
        if found is not None:
            self.scroll_to(y=(found - below) * self.shape.height, animate=False, force=True, immediate=True)
        self._move_to(self.cursor if found is None else found)

    def _load(self) -> None:
        first = 0 if self._coming else self._first_row()
        work = self._wanted.work(first, first + 2 * self._in_sight())
        if work is not None:
            follow(self, _GROUP, work)

    @on(Fetched)
    def _on_fetched(self, fetched: Fetched) -> None:
        if self._coming is not None and fetched.feed is self._coming:
            fetched.apply()
            self._feed, self._coming = self._coming, None
            self._measure()
            self._move_to(self._feed.first)
            self.post_message(Moved(self))
        elif fetched.feed is self._feed:
            self._take_in(fetched)
        else:
            return
        self.post_message(Loaded(self))

    def _take_in(self, fetched: Fetched) -> None:
        selected, pages = self.current, self._feed.pages
        fetched.apply()
        if self._feed.pages is not pages:
            self._select_again(selected, self.cursor - self._first_row())
            self.post_message(Moved(self))
            return
        self._measure()
        if selected is None:
            self.post_message(Moved(self))
        if self._feed.to_end:
            self._move_to(self.rows - 1)
        else:
            self._load()

    @on(Failed)
    @on(Crashed)
    def _on_failed(self, failed: Answer) -> None:
        if failed.group == _GROUP:
            self._wanted.rest()

    def watch_cursor(self, before: int, now: int) -> None:
        """Say that another item is selected."""
        if before != now:
            self.post_message(Moved(self))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Fetch what has come into sight."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.refresh()
            self._load()

    def on_resize(self) -> None:
        """Fetch and draw for the new size."""
        self._measure()
        self._load()

    def on_click(self, event: events.Click) -> None:
        """Select the row; a double click opens it."""
        row = self.row_at(event.y)
        if row is not None:
            self._move_to(row)
            if event.chain == 2:
                self.action_choose()
