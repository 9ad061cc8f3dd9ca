"""What searches have shown, until somebody who may write takes it: a search itself never waits for that."""

import threading
from collections import deque
from collections.abc import Iterable

from tsuzuri.core.ids import PassageId
from tsuzuri.core.results import Hit

_MOST = 1000


class Shown:
    """A queue of passages that hits have shown. Thread-safe. Of more than a thousand the oldest are dropped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ids: deque[PassageId] = deque(maxlen=_MOST)

    def note(self, hits: Iterable[Hit]) -> None:
        """These were shown. In memory only, and at once."""
        with self._lock:
            self._ids.extend(hit.passage_id for hit in hits if hit.passage_id is not None)

    def take(self) -> tuple[PassageId, ...]:
        """All that was noted since the last time, oldest first."""
        with self._lock:
            taken = tuple(self._ids)
            self._ids.clear()
        return taken
