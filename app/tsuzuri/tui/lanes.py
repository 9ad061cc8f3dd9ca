"""The rows of timelines: of each its lanes of bars, and below them the facts that no day is known of. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from tsuzuri.core.ids import EntityId
from tsuzuri.core.temporal import Interval
from tsuzuri.tui.present import amount, fit, one_line, plain, validity
from tsuzuri.tui.theme import HEADING, QUIET, SELECTED, TITLE

if TYPE_CHECKING:
    from tsuzuri.library.axis import Axis
    from tsuzuri.library.lanes import Bar
    from tsuzuri.library.timeline import Stretch, Timeline
    from tsuzuri.library.views import FactView

_GAP = 2
_CURSOR = ":"
"""Marks the day as of which everything is shown."""


@dataclass(frozen=True, slots=True)
class LaneRow:
    """One row of an entity's: bars that do not cover each other, or a fact without a place on the axis.

    `number` is that of the lane, from 0, and of the row in it; `label` is empty in all but a lane's first row. Where
    several timelines are shown, each begins with a row of number (-1, 0), which has the entity's name alone.
    """

    owner: EntityId
    number: tuple[int, int]
    label: str
    bars: "tuple[Bar, ...]" = ()
    fact: "FactView | None" = None

    @property
    def selectable(self) -> "tuple[Stretch | FactView, ...]":
        """What can be selected in it, from left to right."""
        return (self.fact,) if self.fact is not None else tuple(bar.stretch for bar in self.bars)


@dataclass(frozen=True, slots=True)
class LaneShape:
    """How a row is drawn; see `widgets.shapes.Shape`. The heading is the axis.

    `margin` is how many cells the names of the lanes take, with a gap. What does not hold on the day `as_of`, or where
    that is None no longer holds, is quiet.
    """

    axis: "Axis | None" = None
    margin: int = 0
    as_of: date | None = None
    selected: "Stretch | FactView | None" = None
    height: int = 1

    def heading(self, _width: int, /) -> Content | None:
        """The labels of the axis, each beginning where its time does."""
        if self.axis is None:
            return None
        labels, cursor = "", self._cursor()
        for at, label in self.axis.ticks():
            if at + len(label) <= self.axis.width:
                labels = labels.ljust(at) + label
        labels = labels.ljust(self.axis.width)
        if cursor is None:
            return Content.styled(" " * self.margin + labels, QUIET)
        before, after = labels[:cursor], labels[cursor + 1 :]
        return Content.assemble(" " * self.margin, (before, QUIET), (_CURSOR, HEADING), (after, QUIET))

    def lines(self, item: LaneRow, width: int) -> tuple[Content, ...]:
        """Name and bars."""
        if item.number == _HEAD:
            return (fit(plain(item.label, TITLE), width),)
        label = fit(plain(item.label, QUIET), max(self.margin - _GAP, 0)).append(" " * _GAP)
        if item.fact is None:
            return (label.append(Content.assemble(*self._bars(item))),)
        style = SELECTED if item.fact is self.selected else QUIET
        return (label.append(fit(plain(_undated(item.fact), style), max(width - self.margin, 1))),)

    def key(self, item: LaneRow) -> object:
        """Whose it is, and its number."""
        return item.owner, item.number

    def _bars(self, row: LaneRow) -> "Iterator[Content]":
        from tsuzuri.library.lanes import joined

        at = 0
        for bar, text in joined(row.bars):
            yield self._blank(at, bar.at)
            held = bar.stretch.held
            is_quiet = bar.over if self.as_of is None else not held.holds_on(self.as_of)
            yield plain(text, SELECTED if bar.stretch is self.selected else QUIET if is_quiet else "")
            at = bar.end
        if self.axis is not None:
            yield self._blank(at, self.axis.width)

    def _blank(self, start: int, end: int) -> Content:
        cursor = self._cursor()
        if cursor is None or not start <= cursor < end:
            return Content(" " * (end - start))
        return Content.assemble(" " * (cursor - start), (_CURSOR, HEADING), " " * (end - cursor - 1))

    def _cursor(self) -> int | None:
        """The cell of the day, None where it is out of sight."""
        if self.axis is None or self.as_of is None or not self.axis.start <= self.as_of < self.axis.end:
            return None
        return min(self.axis.cell(self.as_of), self.axis.width - 1)


def margin_of(timelines: "Sequence[Timeline]", width: int) -> int:
    """How many of the cells the names of the lanes may take."""
    names = [lane.label for timeline in timelines for lane in timeline.lanes]
    names += [_LOOSE[0]] if any(timeline.undated for timeline in timelines) else []
    names += [_LOOSE[1]] if any(timeline.corrected for timeline in timelines) else []
    return min(max((cell_len(one_line(name)) for name in names), default=0), width // 3) + _GAP


_LOOSE = ("no date", "corrected")
_HEAD = (-1, 0)


def together(timelines: "Sequence[Timeline]") -> "Timeline":
    """The first with the lanes of all, for the axis on which all of them are in sight."""
    return replace(timelines[0], lanes=tuple(lane for timeline in timelines for lane in timeline.lanes))


def lane_rows(timelines: "Sequence[Timeline]", axis: "Axis", today: date) -> tuple[LaneRow, ...]:
    """All rows of timelines on an axis, in order. Of a lane with nothing in sight, the bar next to that is marked."""
    rows: list[LaneRow] = []
    for timeline in timelines:
        if len(timelines) > 1:
            rows.append(LaneRow(timeline.entity.id, _HEAD, one_line(timeline.entity.name)))
        rows += _rows(timeline, axis, today)
    return tuple(rows)


def _rows(timeline: "Timeline", axis: "Axis", today: date) -> "Iterator[LaneRow]":
    from tsuzuri.library.lanes import placed

    owner = timeline.entity.id
    for number, lane in enumerate(timeline.lanes):
        in_sight = replace(lane, stretches=_in_sight(lane.stretches, axis))
        for i, bars in enumerate(placed(in_sight, axis, validity, today, numbered=False)):
            yield LaneRow(owner, (number, i), "" if i else one_line(lane.label), bars)
    loose = zip(_LOOSE, (timeline.undated, timeline.corrected), strict=True)
    for number, (label, facts) in enumerate(loose, len(timeline.lanes)):
        for i, fact in enumerate(facts):
            yield LaneRow(owner, (number, i), "" if i else label, (), fact)


def _in_sight(stretches: "Sequence[Stretch]", axis: "Axis") -> "tuple[Stretch, ...]":
    seen = Interval(axis.start, axis.end)
    found = tuple(one for one in stretches if one.held.overlaps(seen))
    before = tuple(one for one in stretches if one.held.end is not None and one.held.end <= axis.start)
    return found or before[-1:] or tuple(stretches[:1])


def about(timelines: "Sequence[Timeline]", axis: "Axis | None") -> Content:
    """Whose timelines they are, and which time is in sight."""
    lanes = sum(len(timeline.lanes) for timeline in timelines)
    told = [amount(lanes, "lane")] if lanes else ["nothing is dated"]
    if axis is not None and lanes:
        told.append(f"{axis.start} to {axis.end - timedelta(days=1)}")
    if any(timeline.cut for timeline in timelines):
        told.append("only the earliest facts")
    names = ", ".join(one_line(timeline.entity.name) for timeline in timelines)
    type_ = timelines[0].entity.type.value if len(timelines) == 1 else f"{len(timelines)} entities"
    return Content.assemble((names, TITLE), "  ", (type_, QUIET), ("  " + ", ".join(told), QUIET))


def _undated(view: "FactView") -> str:
    then = f", but {one_line(view.then)}" if view.then else ""
    return f"{view.fact.statement}{then}"
