"""How far long work has come, how fast it goes, and when it will end."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_WINDOW_S = 10.0
_LEAST_SAMPLES = 9


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of long work, in whatever unit it is counted.

    `total` is 0 while unknown. `rate` is units a second, 0 while nothing can be said. `eta_s` is in seconds, None
    while nothing can be said.
    """

    done: int
    total: int
    rate: float
    eta_s: float | None


class Meter:
    """Turns counts into progress.

    The rate is that of the last ten seconds, or of the last eight counts where those took longer: it follows a change
    of pace, and slow work that comes in bursts does not make it jump.

    `clock` gives seconds that only grow. What was done before the first call counts as done, not as speed: work that
    is taken up again does not look fast.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._samples: deque[tuple[float, int]] = deque()

    def at(self, done: int, total: int) -> Progress:
        """Note that `done` of `total` is done by now. A smaller `done` than before starts the measure anew."""
        now = self._clock()
        if self._samples and done < self._samples[-1][1]:
            self._samples.clear()
        self._samples.append((now, done))
        while len(self._samples) > _LEAST_SAMPLES and self._samples[1][0] <= now - _WINDOW_S:
            self._samples.popleft()
        began, base = self._samples[0]
        rate = (done - base) / (now - began) if now > began else 0.0
        if total > 0 and done >= total:
            return Progress(done, total, rate, 0.0)
        return Progress(done, total, rate, (total - done) / rate if rate > 0 and total > 0 else None)
