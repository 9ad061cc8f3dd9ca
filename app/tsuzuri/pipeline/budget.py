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

    @property
    def in_words(self) -> str:
        """As a person reads it: "the model's 50,000 tokens a day"."""
        if self.tokens_per_day is None:
            return "as many tokens a day as it takes"
        return f"the model's {self.tokens_per_day:,} tokens a day"

    def is_used_up(self, tokens: int) -> bool:
        """Whether that many tokens, spent in one day, leave none."""
        return self.tokens_per_day is not None and tokens >= self.tokens_per_day

    def goes_on_at(self, now: datetime) -> datetime:
        """The start of the next local day, in local time."""
        midnight = datetime.combine(self.day(now) + timedelta(days=1), time(), self.zone)
        return midnight.astimezone(self.zone)


UNBOUNDED = Budget()
"""As many as it takes."""
