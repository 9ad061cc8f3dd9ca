"""How a long call tells how far it is."""

from collections.abc import Callable

from tsuzuri.pipeline.progress import Meter, Progress, Work

OnProgress = Callable[[str, Progress], None]
"""Hears of a step's name ("reading files", "understanding passages") and how far it is."""


class Step:
    """Counts one step's work and tells of it."""

    def __init__(self, name: str, total: int, on_progress: OnProgress | None, *, work: int | None = None) -> None:
        self._name = name
        self._work = None if work is None else Work(0, work)
        self._total = total
        self._done = 0
        self._meter = Meter()
        self._on_progress = on_progress
        self._tell()

    def advance(self) -> None:
        """One more is done."""
        self.reach(self._done + 1)

    def reach(self, done: int) -> None:
        """So many are done."""
        self._done = done
        self._tell()

    def labour(self, work: int) -> None:
        """So much of the work is done; told with the next count."""
        if self._work is not None:
            self._work = Work(self._work.done + work, self._work.total)

    def _tell(self) -> None:
        if self._on_progress is not None and self._total:
            self._on_progress(self._name, self._meter.at(self._done, self._total, self._work))
