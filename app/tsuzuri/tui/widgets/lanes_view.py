"""Timelines on the screen: one bar is selected, and the time in sight can be changed."""

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from tsuzuri.core.ids import FactId
from tsuzuri.library.views import FactView
from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.lanes import LaneRow, LaneShape, lane_rows, margin_of, together
from tsuzuri.tui.outlook import Outlook
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.widgets.rows_messages import Moved
from tsuzuri.tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from tsuzuri.library.axis import Axis
    from tsuzuri.library.timeline import Stretch, Timeline

_FRAME = 3
"""Cells of a row that are not its own: the gutter, and one at the end."""
_LEAST = 16
"""Cells of the narrowest axis."""


class LanesView(RowsView[LaneRow]):
    """The lanes of one timeline or several. Up and down go from bar to bar, and from lane to lane."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.LANES)

    def __init__(self, today: date, *, id: str | None = None) -> None:
        super().__init__(LaneShape(), id=id)
        self._today = today
        self._timelines: tuple[Timeline, ...] = ()
        self._outlook: Outlook | None = None
        self._as_of: date | None = None
        self._bar = 0
        self._margin = 0
        self.axis: Axis | None = None
        """The time in sight, None before there is a timeline."""

    @property
    def selected(self) -> "Stretch | FactView | None":
        """The selected bar, or the selected fact without a date; None on the name of an entity."""
        row = self.current
        return row.selectable[min(self._bar, len(row.selectable) - 1)] if row is not None and row.selectable else None

    def show_timelines(self, timelines: "tuple[Timeline, ...]", as_of: date | None) -> None:
        """Show timelines. While one of the entities stays, so do the time in sight and the selection."""
        before = {timeline.entity.id for timeline in self._timelines}
        if before.isdisjoint(timeline.entity.id for timeline in timelines):
            self._outlook, self._bar = None, 0
            self.action_first()
        self._timelines, self._as_of = timelines, as_of
        self._lay()

    def zoom(self, steps: int) -> None:
        """Show twice the time for each step, half of it for each step below 0, around what is selected."""
        if self.axis is not None:
            self._look_at(Outlook(self.axis.start, self.axis.end).zoomed(steps, self.day or self._today))

    def pan(self, quarters: int) -> None:
        """Look so many quarters of the time in sight later."""
        if self.axis is not None:
            self._look_at(Outlook(self.axis.start, self.axis.end).panned(quarters))

    def fit(self) -> None:
        """Show all of the time."""
        self._look_at(None)

    @property
    def facts(self) -> tuple[FactView, ...]:
        """The facts of the selected bar, or the selected fact."""
        return _facts(self.selected) if self.selected is not None else ()

    @property
    def day(self) -> date | None:
        """The first known day of what is selected."""
        days = (view.fact.held.start or view.fact.held.end for view in self.facts)
        return next((day for day in days if day is not None), None)

    def action_move(self, rows: int) -> None:
        """To the next bar, or by so many rows."""
        row, bar = self.current, self._bar + rows
        if abs(rows) == 1 and row is not None and 0 <= bar < len(row.selectable):
            self._select(bar)
            self.post_message(Moved(self))
            return
        before = self.cursor
        super().action_move(rows)
        if rows == -1 and self.cursor != before and self.current is not None:
            self._select(len(self.current.selectable) - 1)

    def watch_cursor(self, before: int, now: int) -> None:
        """In another row, its first bar is selected."""
        if before != now:
            self._select(0)
        super().watch_cursor(before, now)

    def on_resize(self) -> None:
        """Draw for the new width."""
        self._lay()

    def _look_at(self, outlook: Outlook | None) -> None:
        self._outlook = outlook
        self._lay()

    def _select(self, bar: int) -> None:
        self._bar = bar
        self._mark()

    def _lay(self) -> None:
        """Place all bars anew and keep the selection."""
        from tsuzuri.library.axis import Axis
        from tsuzuri.library.lanes import fitted

        room = self.scrollable_content_region.width - _FRAME
        if not self._timelines or room <= 0:
            return
        self._margin = margin_of(self._timelines, room)
        width = max(room - self._margin, _LEAST)
        if self._outlook is not None:
            self.axis = Axis(self._outlook.start, self._outlook.end, width)
        elif (all_ := together(self._timelines)).lanes:
            self.axis = fitted(all_, width, self._today)
        else:
            self.axis = Axis.over(self._today, self._today, width)
        before, facts = self.current, self.facts
        self.shape = LaneShape(self.axis, self._margin, self._as_of)
        rows = lane_rows(self._timelines, self.axis, self._today)
        self.hold(rows)
        wanted = facts[0].fact.id if facts else None

        def is_it(row: LaneRow) -> bool:  # one fact may be of two entities
            return before is not None and row.owner == before.owner and wanted in _ids(row)

        if any(map(is_it, rows)):
            self.select(is_it)
        ids = _ids(self.current) if self.current is not None else []
        self._select(ids.index(wanted) if wanted in ids else 0)

    def _mark(self) -> None:
        """Draw the selected bar as that."""
        self.shape = LaneShape(self.axis, self._margin, self._as_of, self.selected)
        self._drawn.clear()
        self.refresh()


def _facts(selected: "Stretch | FactView") -> "tuple[FactView, ...]":
    return (selected,) if isinstance(selected, FactView) else selected.facts


def _ids(row: LaneRow) -> list[FactId | None]:
    return [_facts(one)[0].fact.id for one in row.selectable]
