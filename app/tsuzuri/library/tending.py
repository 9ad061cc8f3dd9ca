"""Keeping a library from beside something else: from within the interface, whenever nobody else keeps it.

What keeps it is imported when it begins, so that the interface does not wait for it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Self

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import LibraryBusy, TsuzuriError
from tsuzuri.logs import event_logger

if TYPE_CHECKING:
    from tsuzuri.library.keeping import Keeper

_log = event_logger("keeper")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a stage does not go on, and since when."""

    stage: str
    message: str
    hint: str
    since: datetime


class Caretaker:
    """Keeps a library from beside something else, whenever that is wanted and nobody else does."""

    def __init__(
        self, keeper: "Callable[[], Keeper]", wanted: Callable[[], bool], clock: Clock, *, every_s: float = 2.0
    ) -> None:
        self._new_keeper = keeper
        self._wanted = wanted
        self._clock = clock
        self._every_s = every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._tend, name="caretaker", daemon=True)
        self._keeper: Keeper | None = None
        self._problems: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps stages from going on; empty where another process keeps the library."""
        return self._problems if self._keeper is None else self._keeper.problems

    def close(self) -> None:
        """Stop keeping. Idempotent."""
        self._stop.set()
        self._thread.join()
        if self._keeper is not None:
            self._keeper.close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tend(self) -> None:
        while self._keeper is None and not self._stop.wait(self._every_s):
            try:
                if self._wanted():
                    self._keeper = self._new_keeper().start()
            except LibraryBusy:
                self._problems = ()
            except TsuzuriError as error:
                self._problems = (Problem("keeping", error.message, error.hint, self._clock()),)
            except Exception as error:  # noqa: BLE001 - told and logged, as that of a stage is
                _log.error("keeping_failed", error=error)
                words = f"something went wrong ({type(error).__name__})"
                self._problems = (Problem("keeping", words, "the log says more", self._clock()),)
