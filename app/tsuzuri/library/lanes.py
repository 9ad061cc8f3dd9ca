"""Where the bars of a timeline stand on an axis, and what is in them: what every face draws. Pure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from rich.cells import cell_len

from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.library.axis import Axis
from tsuzuri.library.timeline import Lane, Stretch, Timeline, window

Words = Callable[[Interval], str]
"""Says when something holds, in words; empty when nobody knows."""

_GREAT = timedelta(days=5 * 365)


@dataclass(frozen=True, slots=True)
class Bar:
    """What is drawn of a stretch, and where.

    `over` is whether it has ended, `told` whether it says all there is to say; `fill` is what the bar is made of.
    """

    stretch: Stretch
    at: int
    text: str
    over: bool
    told: bool
    fill: str = ""

    @property
    def end(self) -> int:
        """The first cell after it."""
        return self.at + cell_len(self.text)


def fitted(timeline: Timeline, width: int, today: date) -> Axis:
    """The axis on which all that is dated is in sight, or the window that was asked for.

    Raises:
        ValueError: nothing has a date.
    """
    held = [stretch.held for lane in timeline.lanes for stretch in lane.stretches]
    days = [one.start for one in held if one.start is not None]
    days += [one.end - timedelta(days=1) for one in held if one.end is not None and one.end > date.min]
    last = max([*days, today]) if any(one.end is None for one in held) else max(days)
    asked = window(timeline.since, timeline.until)
    first, last = asked.start or _beginning(sorted(days), last), timeline.until or last
    whole = Axis.over(min(first, last), max(first, last), width)
    return Axis(asked.start or whole.start, asked.end or whole.end, width)


def placed(lane: Lane, axis: Axis, words: Words, today: date, *, numbered: bool) -> tuple[tuple[Bar, ...], ...]:
    """A lane's rows, one below another where bars would cover each other.

    Where a lane goes by no value, each bar has its name in it. `numbered` ones that it does not fit into have their
    number among those instead, from 1 in order of time.
    """
    untold = 0
    rows: list[list[Bar]] = []
    for stretch in lane.stretches:
        label = str(untold + 1) if numbered else ""
        bar = _bar(stretch, axis, label, named=not lane.value, words=words, today=today)
        untold += not bar.told
        row = next((row for row in rows if row[-1].end <= bar.at), None)
        if row is None:
            rows.append([bar])
        else:
            row.append(bar)
    return tuple(map(tuple, rows))


def joined(row: Sequence[Bar]) -> Iterator[tuple[Bar, str]]:
    """The bars of a row with their texts: one that hands over to the next at once has no end of its own."""
    for i, bar in enumerate(row):
        hands_over = bar.fill and bar.text[-1] == "|" and i + 1 < len(row) and row[i + 1].at == bar.end
        yield bar, bar.text[:-1] + bar.fill if hands_over else bar.text


def name(stretch: Stretch) -> str:
    """Its value on one line, marked "!" where it is disputed."""
    return line(stretch.value) + ("!" if stretch.is_disputed else "")


def line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _beginning(days: Sequence[date], last: date) -> date:
    """The first of the days, in order, or the first after a great gap, so that a birth does not squeeze a career."""
    gap, after = max(((later - earlier, i) for i, (earlier, later) in enumerate(pairwise(days), 1)), default=(None, 0))
    is_great = gap is not None and gap > _GREAT and gap * 2 > last - days[0]
    return days[after] if is_great and 1 < len(days) - after >= after else days[0]


def _bar(stretch: Stretch, axis: Axis, number: str, *, named: bool, words: Words, today: date) -> Bar:
    """The bar of a stretch with its name in it, or its time where the lane is named.

    What is too long for the bar stands beside it, or, where the next value follows, its number stands for it.
    """
    held = stretch.held
    over = held.end is not None and held.end <= today
    if held.start is not None and held.start >= axis.end:
        return Bar(stretch, axis.width - 1, ">", over, False)
    at = 0 if held.start is None else min(axis.cell(held.start), axis.width - 1)
    end = axis.width if held.end is None else max(axis.cell(held.end), at + 1)
    left = "?" if held.start is None else "<" if held.start < axis.start else "|"
    right = ">" if held.end is None or held.end > axis.end else "?" if held.precision is Precision.UNKNOWN else "|"
    fill, room = "." if held.start is None else "=", end - at - 2
    told = name(stretch) if named else words(held) + ("!" if stretch.is_disputed else "")
    if cell_len(told) + 2 <= room and not stretch.is_point:
        inner = f"{fill * min(2, room - cell_len(told) - 2)} {told} "
        return Bar(stretch, at, left + inner + fill * (room - cell_len(inner)) + right, over, True, fill)
    if named:
        whole = left + number + fill * (room - len(number)) + right
        text = whole[: end - at] if len(number) < end - at else number if len(number) == end - at else left
        return Bar(stretch, at, text, over, False, fill)
    glyph = ">" if held.end is None else "o" if left == "|" else left
    bar = glyph if room < 0 or stretch.is_point else left + fill * room + right
    return _beside(stretch, at, bar, told, axis, over)


def _beside(stretch: Stretch, at: int, bar: str, told: str, axis: Axis, over: bool) -> Bar:
    if at + len(bar) + 1 + cell_len(told) <= axis.width:
        return Bar(stretch, at, f"{bar} {told}", over, True)
    if (start := at - 1 - cell_len(told)) >= 0:
        return Bar(stretch, start, f"{told} {bar}", over, True)
    return Bar(stretch, at, bar, over, False)
