"""How far long work has come, how fast it goes, and when it will end."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_WINDOW_S = 10.0
_LEAST_SAMPLES = 9
_LONG_WINDOW_S = 1800.0
_MANY_SAMPLES = 33


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


@dataclass(frozen=True, slots=True)
class Work:
    """How much of the labour is done and how much there is, in a unit that time follows (tokens, bytes)."""

    done: float
    total: float


class Meter:
    """Turns counts into progress.

    The rate is that of the last ten seconds, or of the last eight counts where those took longer: it follows a change
    of pace, and slow work that comes in bursts does not make it jump. Where the counted things differ in size, `work`
    tells how much is left; the end then follows from its pace over the last half hour, so that neither the ends of
    batches nor long pieces make it jump.

    `clock` gives seconds that only grow. What was done before the first call counts as done, not as speed: work that
    is taken up again does not look fast.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts = _Pace(_WINDOW_S, _LEAST_SAMPLES)
        self._labour = _Pace(_LONG_WINDOW_S, _MANY_SAMPLES)

    def at(self, done: int, total: int, work: Work | None = None) -> Progress:
        """Note that `done` of `total` is done by now. A smaller `done` than before starts the measure anew."""
        now = self._clock()
        rate = self._counts.at(now, done)
        if total > 0 and done >= total:
            return Progress(done, total, rate, 0.0)
        if work is None:
            return Progress(done, total, rate, (total - done) / rate if rate > 0 and total > 0 else None)
        pace = self._labour.at(now, work.done)
        return Progress(done, total, rate, max(0.0, work.total - work.done) / pace if pace > 0 else None)


class _Pace:
    """How fast an amount grows, over a window of seconds, or of samples where those took longer."""

    def __init__(self, window_s: float, least_samples: int) -> None:
        self._window_s = window_s
        self._least = least_samples
        self._samples: deque[tuple[float, float]] = deque()

    def at(self, now: float, amount: float) -> float:
        """Note the amount; units a second, 0 while nothing can be said. A smaller one starts anew."""
        if self._samples and amount < self._samples[-1][1]:
            self._samples.clear()
        self._samples.append((now, amount))
        while len(self._samples) > self._least and self._samples[1][0] <= now - self._window_s:
            self._samples.popleft()
        began, base = self._samples[0]
        return (amount - base) / (now - began) if now > began else 0.0
