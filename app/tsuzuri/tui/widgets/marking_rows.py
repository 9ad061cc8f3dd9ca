"""A list whose rows can be marked, so that something is done with several at once."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events, on
from textual.binding import BindingType

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.bridge import Answer, ask, follow
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.widgets.feed import Whole
from tsuzuri.tui.widgets.rows_messages import Marked
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.shapes import Shape

T = TypeVar("T")

MOST = 1000
"""No more are marked at once by one key."""

_GROUP = "marks"
_LEFT = "marks left"
_SIGN = "*"


class Left(Answer, Generic[T]):
    """Of those that were `asked` about, these are still there."""

    def __init__(self, asked: Sequence[T], items: Sequence[T]) -> None:
        super().__init__()
        self.asked = asked
        self.items = items


class MarkingRows(RowsView[T]):
    """A list with marks. They belong to the items: a filter, an order and a new reading leave them.

    `left` gives those of some items that are still there, as they are now, and is asked in threads; without it only
    what is in the list is. A mark is a "*" in the gutter.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.MARKS, Target.MARKED)

    def __init__(
        self, shape: Shape[T], left: Callable[[Sequence[T]], Sequence[T]] | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(shape, id=id)
        self._left = left
        self._marks: dict[object, T] = {}

    @property
    def marked(self) -> tuple[T, ...]:
        """The marked items, in the order in which they were marked."""
        return tuple(self._marks.values())

    @property
    def chosen(self) -> tuple[T, ...]:
        """The marked items, where there are none the selected one."""
        return self.marked or (() if self.current is None else (self.current,))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where nothing is marked there is nothing to unmark, and the key does what else it does."""
        return bool(self._marks) if action == "unmark" else super().check_action(action, parameters)

    def action_mark(self) -> None:
        """Mark the selected row, or no longer, and go one down."""
        self._turn(self.current)
        self.action_move(1)

    def action_extend(self, rows: int) -> None:
        """Mark the selected row and those up to so many rows further, where the cursor goes."""
        before = self.cursor
        self.action_move(rows)
        self._mark_rows(before, self.cursor)

    def action_mark_all(self) -> None:
        """Mark all that the filter shows, unless that is too much."""
        follow(self, _GROUP, self._wanted.whole(MOST))

    def action_unmark(self) -> None:
        """Mark none."""
        self._keep({})

    def hold(self, items: Sequence[T]) -> None:
        """Show these items. Where nothing else tells what is still there, the marks of others go."""
        super().hold(items)
        if self._left is None:
            here = {self.shape.key(item): item for item in items}
            self._keep({key: here[key] for key in self._marks if key in here})

    def reread(self) -> None:
        """Read the list anew, and what of the marked is still there."""
        super().reread()
        left, asked = self._left, self.marked
        if left is not None and asked:
            ask(self, _LEFT, lambda: Left(asked, left(asked)))

    def on_click(self, event: events.Click) -> None:
        """With ctrl mark the row, or no longer; with shift those from the selected one to it."""
        row = self.row_at(event.y)
        if row is not None and event.ctrl:
            self._turn(self.row(row))
        elif row is not None and event.shift:
            self._mark_rows(self.cursor, row)

    def sign(self, row: int) -> str:
        """The sign of the cursor, then that of a mark."""
        item = self.row(row)
        is_marked = item is not None and self.shape.key(item) in self._marks
        return super().sign(row).ljust(1) + (_SIGN if is_marked else "")

    def _turn(self, item: T | None) -> None:
        if item is None:
            return
        key = self.shape.key(item)
        others = {one: marked for one, marked in self._marks.items() if one != key}
        self._keep(others if key in self._marks else {**others, key: item})

    def _mark_rows(self, one: int, other: int) -> None:
        rows = map(self.row, range(min(one, other), max(one, other) + 1))
        self._keep(self._marks | {self.shape.key(item): item for item in rows if item is not None})

    def _keep(self, marks: dict[object, T]) -> None:
        if marks != self._marks:
            self._marks = marks
            self._gutter = 3 if marks else 2
            self.refresh()
            self.post_message(Marked(self))

    @on(Whole)
    def _on_whole(self, came: "Whole[T]") -> None:
        if came.feed is not self._wanted:
            return
        if came.items is None:
            self.notify(f"More than {MOST:,} are shown. Filter them first.", severity="warning", markup=False)
        else:
            self._keep(self._marks | {self.shape.key(item): item for item in came.items})

    @on(Left)
    def _on_left(self, came: "Left[T]") -> None:
        asked = {self.shape.key(item) for item in came.asked}
        left = {self.shape.key(item): item for item in came.items}
        since = {key: item for key, item in self._marks.items() if key not in asked}
        self._keep({key: item for key, item in left.items() if key in self._marks or key not in asked} | since)
