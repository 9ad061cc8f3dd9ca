"""A timeline drawn in characters: lanes of bars on an axis. Pure but for emphasis, which the terminal decides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from rich.cells import cell_len

from tsuzuri.cli.axis import Axis
from tsuzuri.cli.output import dim, period
from tsuzuri.core.temporal import Precision
from tsuzuri.library.timeline import Lane, Stretch, Timeline, window

NARROWEST, WIDEST = 80, 200
"""Cells of the narrowest and of the widest drawing."""
_GAP = 2
_GREAT = timedelta(days=5 * 365)


@dataclass(frozen=True, slots=True)
class _Bar:
    """What is drawn of a stretch, and where.

    `over` is whether it has ended, `told` whether it says all there is to say; `fill` is what the bar is made of.
    """

    at: int
    text: str
    over: bool
    told: bool
    fill: str = ""

    @property
    def end(self) -> int:
        return self.at + cell_len(self.text)


def drawn(timeline: Timeline, width: int, today: date) -> tuple[str, ...]:
    """The lanes and the axis below them, lines of at most `width` cells, which is brought into what can be drawn.

    Empty where nothing has a date.
    """
    if not timeline.lanes:
        return ()
    width = min(max(width, NARROWEST), WIDEST)
    longest = max(cell_len(_line(lane.label)) for lane in timeline.lanes)
    margin = min(longest, width // 3) + _GAP
    axis = _axis(timeline, width - margin, today)
    lines = [line for lane in timeline.lanes for line in _lane(lane, axis, margin, today)]
    return (*lines, *(dim(f"{' ' * margin}{line}") for line in axis.ruler()))


def shortened(text: str, width: int) -> str:
    """At most `width` cells of a text, cut with ".." where it is longer."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 2:
        text = text[:-1]
    return f"{text}.."


def _axis(timeline: Timeline, width: int, today: date) -> Axis:
    held = [stretch.held for lane in timeline.lanes for stretch in lane.stretches]
    days = [one.start for one in held if one.start is not None]
    days += [one.end - timedelta(days=1) for one in held if one.end is not None and one.end > date.min]
    last = max([*days, today]) if any(one.end is None for one in held) else max(days)
    asked = window(timeline.since, timeline.until)
    first, last = asked.start or _beginning(sorted(days), last), timeline.until or last
    fitted = Axis.over(min(first, last), max(first, last), width)
    return Axis(asked.start or fitted.start, asked.end or fitted.end, width)


def _beginning(days: Sequence[date], last: date) -> date:
    """The first of the days, in order, or the first after a great gap, so that a birth does not squeeze a career."""
    gap, after = max(((later - earlier, i) for i, (earlier, later) in enumerate(pairwise(days), 1)), default=(None, 0))
    is_great = gap is not None and gap > _GREAT and gap * 2 > last - days[0]
    return days[after] if is_great and 1 < len(days) - after >= after else days[0]


def _lane(lane: Lane, axis: Axis, margin: int, today: date) -> Iterator[str]:
    """A lane's rows, one below another where bars would cover each other, and what did not fit into its bars."""
    label = _line(lane.label)
    if cell_len(label) > margin - _GAP:
        yield shortened(label, margin + axis.width)
        label = ""
    untold: list[tuple[int, Stretch]] = []
    rows: list[list[_Bar]] = []
    for stretch in lane.stretches:
        bar = _bar(stretch, axis, len(untold) + 1, named=not lane.value, today=today)
        if not bar.told:
            untold.append((len(untold) + 1, stretch))
        row = next((row for row in rows if row[-1].end <= bar.at), None)
        if row is None:
            rows.append([bar])
        else:
            row.append(bar)
    for row in rows:
        yield _padded(label, margin) + _row(row)
        label = ""
    for number, stretch in untold:
        words = ", ".join(part for part in (_name(stretch) if not lane.value else "", period(stretch.held)) if part)
        line = shortened(f"{number} {words}", margin + axis.width)
        yield " " * min(margin, margin + axis.width - cell_len(line)) + dim(line)


def _bar(stretch: Stretch, axis: Axis, number: int, *, named: bool, today: date) -> _Bar:
    """The bar of a stretch with its name in it, or its time where the lane is named.

    What is too long for the bar stands beside it, or, where the next value follows, its number stands for it.
    """
    held = stretch.held
    at = 0 if held.start is None else min(axis.cell(held.start), axis.width - 1)
    end = axis.width if held.end is None else max(axis.cell(held.end), at + 1)
    over = held.end is not None and held.end <= today
    left = "?" if held.start is None else "<" if held.start < axis.start else "|"
    right = ">" if held.end is None or held.end > axis.end else "?" if held.precision is Precision.UNKNOWN else "|"
    fill, room = "." if held.start is None else "=", end - at - 2
    words = _name(stretch) if named else period(held) + ("!" if stretch.is_disputed else "")
    if cell_len(words) + 2 <= room and not stretch.is_point:
        inner = f"{fill * min(2, room - cell_len(words) - 2)} {words} "
        return _Bar(at, left + inner + fill * (room - cell_len(inner)) + right, over, True, fill)
    if named:
        digits = str(number)
        whole = left + digits + fill * (room - len(digits)) + right
        text = whole[: end - at] if len(digits) < end - at else digits if len(digits) == end - at else left
        return _Bar(at, text, over, False, fill)
    glyph = ">" if held.end is None else "o" if left == "|" else left
    bar = glyph if room < 0 or stretch.is_point else left + fill * room + right
    return _beside(at, bar, words, axis, over)


def _beside(at: int, bar: str, words: str, axis: Axis, over: bool) -> _Bar:
    if at + len(bar) + 1 + cell_len(words) <= axis.width:
        return _Bar(at, f"{bar} {words}", over, True)
    if (start := at - 1 - cell_len(words)) >= 0:
        return _Bar(start, f"{words} {bar}", over, True)
    return _Bar(at, bar, over, False)


def _row(bars: Sequence[_Bar]) -> str:
    line, at = "", 0
    for i, bar in enumerate(bars):
        hands_over = bar.fill and bar.text[-1] == "|" and i + 1 < len(bars) and bars[i + 1].at == bar.end
        text = bar.text[:-1] + bar.fill if hands_over else bar.text
        line += " " * (bar.at - at) + (dim(text) if bar.over else text)
        at = bar.end
    return line


def _name(stretch: Stretch) -> str:
    return _line(stretch.value) + ("!" if stretch.is_disputed else "")


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _line(text: str) -> str:
    return " ".join(text.split())
