"""Days to cells: the axis that a timeline is drawn on, with years or months below."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000)
"""How many months may lie between two ticks."""
_LAST = date.max.year * 12 + 11
_SHORT_MONTHS = 18
"""Up to so many months an axis begins and ends with a month, a longer one with a year."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The days from `start` up to and without `end`, on `width` cells."""

    start: date
    end: date
    width: int

    @classmethod
    def over(cls, first: date, last: date, width: int) -> "Axis":
        """The whole months or years from the first day to the last, both with it."""
        begin, end = _month(first), _month(last) + 1
        if end - begin > _SHORT_MONTHS:
            begin, end = begin // 12 * 12, -(-end // 12) * 12
        return cls(_first_day(begin), _first_day(end), width)

    def cell(self, day: date) -> int:
        """The cell in which a day begins, 0 to `width`; what lies outside is at the ends."""
        passed, days = (day - self.start).days, (self.end - self.start).days
        return min(max(passed * self.width // max(days, 1), 0), self.width)

    def ticks(self) -> tuple[tuple[int, str], ...]:
        """Where the labels of the axis stand, and what they say: as many as fit, with a space between them.

        An axis in which no month begins has its first day.
        """
        months = _month(self.end) - _month(self.start)
        steps = (step for step in _STEPS if months // step <= self.width)
        found = next((ticks for step in steps if _fit(ticks := tuple(self._every(step)))), ())
        return found or ((0, self.start.isoformat()),)

    def ruler(self) -> tuple[str, str]:
        """The two lines below the lanes: marks, and what they mean."""
        marks, labels = ["-"] * self.width, ""
        for at, label in self.ticks():
            marks[at] = "+"
            if at + len(label) <= self.width:
                labels = labels.ljust(at) + label
        return "".join(marks), labels

    def _every(self, step: int) -> Iterator[tuple[int, str]]:
        first = -(-_month_from(self.start) // step) * step
        for month in range(first, min(_month(self.end), _LAST) + 1, step):
            day = _first_day(month)
            if day < self.end:
                yield self.cell(day), f"{day.year:04}" if step >= 12 else f"{day.year:04}-{day.month:02}"


def _fit(ticks: tuple[tuple[int, str], ...]) -> bool:
    return all(at + len(label) < after for (at, label), (after, _) in pairwise(ticks))


def _month(day: date) -> int:
    return day.year * 12 + day.month - 1


def _month_from(day: date) -> int:
    """The first month that begins on that day or later."""
    return _month(day) + (day.day > 1)


def _first_day(month: int) -> date:
    return date(month // 12, month % 12 + 1, 1) if month <= _LAST else date.max
