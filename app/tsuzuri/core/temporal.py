"""When a fact holds: intervals of days with the precision of the words that gave them."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Precision(StrEnum):
    """How exactly the source's words fixed the interval, from the finest unit to the coarsest.

    A week goes from Monday to Sunday (ISO 8601).
    """

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open interval of days, `start <= day < end`; None is an unknown or open end.

    `precision` is that of the words, not of the ends: "in March 2024" starts on a day, but is a month.

    Raises:
        ValueError: the interval ends before it starts.
    """

    start: date | None = None
    end: date | None = None
    precision: Precision = Precision.UNKNOWN

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.end < self.start:
            raise ValueError(f"an interval cannot end ({self.end}) before it starts ({self.start})")

    def holds_on(self, day: date) -> bool:
        """Whether the day lies inside; an unknown end excludes nothing."""
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)

    def overlaps(self, other: "Interval") -> bool:
        """Whether a day may lie inside both; an unknown end excludes nothing."""
        starts = [one.start for one in (self, other) if one.start is not None]
        ends = [one.end for one in (self, other) if one.end is not None]
        return not (starts and ends) or max(starts) < min(ends)


UNDATED = Interval()
"""Nothing is known of when the fact held. It is never "now" in disguise."""


def period(valid: Interval | None) -> str:
    """When something holds, in words: "since 2021-04", "2021 to 2023", "until 2024-03-31"; empty when nobody knows.

    "never" is what another fact has put right. An end of unknown precision is the latest that it can have.
    """
    if valid is None or (valid.start is None and valid.end is None):
        return ""
    if valid.start == valid.end:
        return "never"
    cut = {Precision.YEAR: 4, Precision.DECADE: 4, Precision.MONTH: 7, Precision.QUARTER: 7}.get(valid.precision, 10)
    last = date.fromordinal(valid.end.toordinal() - 1).isoformat()[:cut] if valid.end else ""
    if last and valid.precision is Precision.UNKNOWN:
        last += " at the latest"
    if valid.start is None:
        return f"until {last}"
    first = valid.start.isoformat()[:cut]
    if not last:
        return f"since {first}"
    return first if first == last else f"{first} to {last}"
