"""A timeline drawn in characters: lanes of bars on an axis. Pure but for emphasis, which the terminal decides."""

from collections.abc import Iterator, Sequence
from datetime import date

from rich.cells import cell_len

from tsuzuri.cli.output import dim
from tsuzuri.core.temporal import period
from tsuzuri.library.axis import Axis
from tsuzuri.library.lanes import Bar, fitted, joined, line, name, placed
from tsuzuri.library.timeline import Lane, Timeline

NARROWEST, WIDEST = 80, 200
"""Cells of the narrowest and of the widest drawing."""
_GAP = 2


def drawn(timeline: Timeline, width: int, today: date) -> tuple[str, ...]:
    """The lanes and the axis below them, lines of at most `width` cells, which is brought into what can be drawn.

    Empty where nothing has a date.
    """
    if not timeline.lanes:
        return ()
    width = min(max(width, NARROWEST), WIDEST)
    longest = max(cell_len(line(lane.label)) for lane in timeline.lanes)
    margin = min(longest, width // 3) + _GAP
    axis = fitted(timeline, width - margin, today)
    lines = [one for lane in timeline.lanes for one in _lane(lane, axis, margin, today)]
    return (*lines, *(dim(f"{' ' * margin}{one}") for one in axis.ruler()))


def shortened(text: str, width: int) -> str:
    """At most `width` cells of a text, cut with ".." where it is longer."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 2:
        text = text[:-1]
    return f"{text}.."


def _lane(lane: Lane, axis: Axis, margin: int, today: date) -> Iterator[str]:
    """A lane's rows, and what did not fit into its bars."""
    label = line(lane.label)
    if cell_len(label) > margin - _GAP:
        yield shortened(label, margin + axis.width)
        label = ""
    rows = placed(lane, axis, period, today, numbered=True)
    for row in rows:
        yield _padded(label, margin) + _row(row)
        label = ""
    told = {id(bar.stretch): bar.told for row in rows for bar in row}
    untold = [stretch for stretch in lane.stretches if not told[id(stretch)]]
    for number, stretch in enumerate(untold, 1):
        words = ", ".join(part for part in (name(stretch) if not lane.value else "", period(stretch.held)) if part)
        note = shortened(f"{number} {words}", margin + axis.width)
        yield " " * min(margin, margin + axis.width - cell_len(note)) + dim(note)


def _row(bars: Sequence[Bar]) -> str:
    made, at = "", 0
    for bar, text in joined(bars):
        made += " " * (bar.at - at) + (dim(text) if bar.over else text)
        at = bar.end
    return made


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
