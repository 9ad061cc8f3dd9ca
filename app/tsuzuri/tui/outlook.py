"""The stretch of time that a timeline shows: closer, wider, earlier, later. Pure."""

from dataclasses import dataclass
from datetime import date

_SHORTEST = 14
"""Days that are shown at least."""
_LAST = date.max.toordinal()


@dataclass(frozen=True, slots=True)
class Outlook:
    """The days from `start` up to and without `end`."""

    start: date
    end: date

    @property
    def days(self) -> int:
        """How many."""
        return (self.end - self.start).days

    def zoomed(self, steps: int, around: date) -> "Outlook":
        """Twice as long for each step, half as long for each step below 0; `around` stays where it stands.

        A day out of sight does not come into sight: then it is the middle that stays.
        """
        is_seen = self.start <= around < self.end
        before = (around - self.start).days if is_seen else self.days // 2
        days = min(max(round(self.days * 2.0**steps), _SHORTEST), _LAST - 1)
        return _placed(self.start.toordinal() + before - before * days // max(self.days, 1), days)

    def panned(self, quarters: int) -> "Outlook":
        """So many quarters of its length later, or earlier below 0, as far as there are days."""
        return _placed(self.start.toordinal() + quarters * max(self.days // 4, 1), self.days)


def _placed(start: int, days: int) -> Outlook:
    start = min(max(start, 1), _LAST - days)
    return Outlook(date.fromordinal(start), date.fromordinal(start + days))
