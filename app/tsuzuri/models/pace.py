"""How many threads each step runs on: as measured, tried again when steps take much longer, and now and then.

On a machine that others load, two threads can be three times slower than one, and what was measured then is wrong once
they are done. The answers do not depend on it.
"""

from collections.abc import Callable, Sequence
from statistics import median

_WINDOW = 32
_TRIED_STEPS = 5
_TOO_SLOW = 1.8
_REST_S = 180.0
_AGAIN_S = 900.0


class Pace:
    """Told of each writing step, it says on how many threads the next one runs.

    `candidates` are the counts to try; with fewer than two the count is fixed, as when a person has set it. `expected`
    is the seconds that a step took when it was measured, 0.0 if unknown: the first full window then tells. `clock`
    gives seconds.
    """

    def __init__(self, threads: int, candidates: Sequence[int], expected: float, clock: Callable[[], float]) -> None:
        self.threads = threads
        self.retuned = 0
        """How often counts have been tried again."""
        self._candidates = tuple(candidates) if len(candidates) > 1 else ()
        self._expected = expected
        self._clock = clock
        self._tried_at = clock()
        self._window: list[float] = []
        self._trial: dict[int, float] = {}
        self._untried: list[int] = []

    def step(self, seconds: float) -> int:
        """Note a writing step that took so long; returns the count of threads for the next one."""
        if not self._candidates:
            return self.threads
        self._window.append(seconds)
        if self._untried:
            if len(self._window) == _TRIED_STEPS:
                self._end_try()
        elif len(self._window) == _WINDOW:
            self._look()
        return self.threads

    def _look(self) -> None:
        """Whether a window's steps were so slow, or the last trial is so long ago, that the counts are tried again."""
        usual = self._take_median()
        slow = self._expected > 0 and usual > _TOO_SLOW * self._expected
        if self._clock() - self._tried_at >= (_REST_S if slow else _AGAIN_S):
            self._untried = list(self._candidates)
            self.threads = self._untried[0]
        elif not slow:
            self._expected = usual if self._expected <= 0 else min(self._expected, usual)

    def _end_try(self) -> None:
        """Go on to the next count, or settle for the fastest and expect what it took."""
        self._trial[self._untried.pop(0)] = self._take_median()
        if self._untried:
            self.threads = self._untried[0]
            return
        self.threads = min(self._trial, key=lambda threads: (self._trial[threads], threads))
        self._expected = self._trial[self.threads]
        self._trial.clear()
        self._tried_at = self._clock()
        self.retuned += 1

    def _take_median(self) -> float:
        usual = median(self._window)
        self._window.clear()
        return usual
