"""How fast what is left to do becomes less: the progress of each stage while a library is kept."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from tsuzuri.library.queue import Backlog
from tsuzuri.pipeline.progress import Meter, Progress

SLOT_S, SLOTS = 20.0, 30


@dataclass(frozen=True, slots=True)
class Beat:
    """How far each stage is with what came since it last had nothing to do; `total` is 0 where it has nothing.

    `lately` is what got done of reading, embedding and understanding, in this order, in each of the last `SLOTS`
    stretches of `SLOT_S` seconds, the latest last. `tokens_per_s` are those that the model reads and writes.
    """

    reading: Progress
    embedding: Progress
    understanding: Progress
    lately: tuple[tuple[int, ...], ...] = ()
    tokens_per_s: float = 0.0


class Pulse:
    """Turns one backlog after another into progress. `timer` gives seconds that only grow."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        self._reading = _Stage(timer)
        self._embedding = _Stage(timer)
        self._understanding = _Stage(timer)
        self._tokens = Meter(timer)

    def at(self, backlog: Backlog, tokens: int = 0) -> Beat:
        """Note what is left and what is done by now, and how many tokens the model took today."""
        reading = backlog.reading
        return Beat(
            self._reading.at(reading.waiting - reading.retrying + reading.running),
            self._embedding.at(backlog.embedding, backlog.embedded),
            self._understanding.at(backlog.understanding, backlog.understood + backlog.set_aside),
            tuple(stage.lately.slots() for stage in (self._reading, self._embedding, self._understanding)),
            self._tokens.at(tokens, 0).rate,
        )


class _Stage:
    """One stage. What comes in while it works adds to the whole."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._meter = Meter(timer)
        self._counted: int | None = None
        self._done = 0
        self.lately = _Lately(timer)

    def at(self, left: int, finished: int | None = None) -> Progress:
        """What is left, and how much was ever finished; where nobody counts that, what is left no more was."""
        count = -left if finished is None else finished
        newly = max(0, count - (count if self._counted is None else self._counted))
        self._done += newly
        self.lately.note(newly)
        self._counted = count
        progress = self._meter.at(self._done, self._done + left)
        if left == 0:
            self._meter, self._done = Meter(self._timer), 0
        return progress


class _Lately:
    """What got done in each of the last stretches of time."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self._timer = timer
        self._slots: deque[tuple[int, int]] = deque()

    def note(self, amount: int) -> None:
        now = int(self._timer() / SLOT_S)
        if self._slots and self._slots[-1][0] == now:
            self._slots[-1] = (now, self._slots[-1][1] + amount)
        else:
            self._slots.append((now, amount))
        while self._slots[0][0] <= now - SLOTS:
            self._slots.popleft()

    def slots(self) -> tuple[int, ...]:
        amounts, now = dict(self._slots), self._slots[-1][0]
        return tuple(amounts.get(slot, 0) for slot in range(now - SLOTS + 1, now + 1))
