"""How many tokens a day the chat model may read and write, and when it may go on."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo


@dataclass(frozen=True, slots=True)
class Budget:
    """Tokens a local day, None for as many as it takes. `zone` is where the day begins; None for the machine's own."""

    tokens_per_day: int | None = None
    zone: tzinfo | None = None

    def day(self, now: datetime) -> date:
        """The local day of a moment."""
        return now.astimezone(self.zone).date()

    def is_used_up(self, tokens: int) -> bool:
        """Whether that many tokens, spent in one day, leave none."""
        return self.tokens_per_day is not None and tokens >= self.tokens_per_day

    def goes_on_at(self, now: datetime) -> datetime:
        """The start of the next local day, in local time."""
        midnight = datetime.combine(self.day(now) + timedelta(days=1), time(), self.zone)
        return midnight.astimezone(self.zone)

    def why_not(self, tokens: int, now: datetime) -> str:
        """Why the model may be asked nothing more, once that many were spent today; empty where it may."""
        if not self.is_used_up(tokens):
            return ""
        spent = f"the model's {self.tokens_per_day:,} tokens a day are used up"
        return f"{spent}; it goes on at {self.goes_on_at(now):%Y-%m-%d %H:%M}"


UNBOUNDED = Budget()
"""As many as it takes."""
