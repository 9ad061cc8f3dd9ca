"""How much may come through a door: how long a question is, how much an answer holds, how often one may ask."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from tsuzuri.core.errors import RateLimited, UsageError


@dataclass(frozen=True, slots=True)
class Limits:
    """What one door lets through. Characters, hits, requests a minute, and characters that may be remembered a day."""

    question: int = 2_000
    hits: int = 50
    text: int = 20_000
    requests_per_minute: int = 120
    remembered_per_day: int = 1_000_000

    def require_question(self, words: str) -> None:
        """Refuse a question that is too long.

        Raises:
            UsageError: it is.
        """
        if len(words) > self.question:
            raise UsageError(
                f"a question has at most {self.question:,} characters, not {len(words):,}", hint="ask for less at once"
            )


class Bucket:
    """A token bucket: `capacity` at once, refilled evenly within `seconds`. Thread-safe.

    `timer` gives seconds that only grow.
    """

    def __init__(self, capacity: int, seconds: float, what: str, timer: Callable[[], float]) -> None:
        self._capacity = capacity
        self._rate = capacity / seconds
        self._what = what
        self._timer = timer
        self._lock = threading.Lock()
        self._left = float(capacity)
        self._at = timer()

    def take(self, amount: int = 1) -> None:
        """Take some out.

        Raises:
            RateLimited: there is not enough in it; it says after how many seconds there is.
        """
        with self._lock:
            now = self._timer()
            self._left = min(self._capacity, self._left + (now - self._at) * self._rate)
            self._at = now
            if amount > self._left:
                raise RateLimited(self._what, (min(amount, self._capacity) - self._left) / self._rate)
            self._left -= amount
