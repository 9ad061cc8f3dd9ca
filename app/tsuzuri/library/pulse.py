"""How fast what is left to do becomes less: the progress of each stage while a library is kept."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from tsuzuri.library.queue import Backlog
from tsuzuri.pipeline.progress import Meter, Progress


@dataclass(frozen=True, slots=True)
class Beat:
    """How far each stage is with what came since it last had nothing to do; `total` is 0 where it has nothing."""

    reading: Progress
    embedding: Progress
    understanding: Progress


class Pulse:
    """Turns one backlog after another into progress. `timer` gives seconds that only grow."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._reading = _Stage(timer)
        self._embedding = _Stage(timer)
        self._understanding = _Stage(timer)

    def at(self, backlog: Backlog) -> Beat:
        """Note what is left and what is done by now."""
        reading = backlog.reading
        return Beat(
            self._reading.at(reading.waiting - reading.retrying + reading.running),
            self._embedding.at(backlog.embedding, backlog.embedded),
            self._understanding.at(backlog.understanding, backlog.understood + backlog.set_aside),
        )


class _Stage:
    """One stage. What comes in while it works adds to the whole."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._meter = Meter(timer)
        self._counted: int | None = None
        self._done = 0

    def at(self, left: int, finished: int | None = None) -> Progress:
        """What is left, and how much was ever finished; where nobody counts that, what is left no more was."""
        count = -left if finished is None else finished
        self._done += max(0, count - (count if self._counted is None else self._counted))
        self._counted = count
        progress = self._meter.at(self._done, self._done + left)
        if left == 0:
            self._meter, self._done = Meter(self._timer), 0
        return progress
