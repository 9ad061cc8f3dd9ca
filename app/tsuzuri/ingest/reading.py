"""Files that wait are read, one after the other, each with its tries."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Condition

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import ModelDied, TsuzuriError
from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job
from tsuzuri.core.ports import Backend
from tsuzuri.ingest.indexing import Indexed, Indexing

WAITS = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""How long a file waits to be read again after its first failure, its second, its third; then it is set aside."""

MOST_DEATHS = 10
"""A file that was being read so often when the program ended is the likely reason."""

_ENDED = f"the program ended {MOST_DEATHS} times while it was read"


class InHand:
    """The sources that are being read now, so that a file that changes meanwhile is not read twice at once."""

    def __init__(self) -> None:
        self._ids: set[SourceId] = set()
        self._changed = Condition()

    @contextmanager
    def hold(self, source_id: SourceId) -> Iterator[bool]:
        """Be who reads the source; False if somebody does already."""
        with self._changed:
            mine = source_id not in self._ids
            self._ids.add(source_id)
        try:
            yield mine
        finally:
            if mine:
                with self._changed:
                    self._ids.remove(source_id)
                    self._changed.notify_all()

    def wait(self, source_id: SourceId) -> None:
        """Wait until nobody reads it."""
        with self._changed:
            self._changed.wait_for(lambda: source_id not in self._ids)


class Readings:
    """Takes jobs of the store and does them."""

    def __init__(
        self,
        backend: Backend,
        indexing: Indexing,
        clock: Clock,
        *,
        in_hand: InHand | None = None,
        waits: Sequence[timedelta] = WAITS,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backend = backend
        self._indexing = indexing
        self._clock = clock
        self._in_hand = in_hand or InHand()
        self._waits = waits
        self._timer = timer
        self._unended: Job | None = None

    def next(self, *, least_priority: int = 0, under: Sequence[str] = ()) -> Indexed | None:
        """Read the first file that may be read now; None when none may.

        Raises:
            ModelDied: what counts tokens has ended twice on this file: that is one of its tries.
            TsuzuriError: tokens cannot be counted, the disk is full, …: the file waits as before.
            Exception: a fault of ours, which this file has brought out: that is one of its tries.
        """
        self._give_back_unended()
        while True:
            now = self._clock()
            due = self._backend.jobs.next_due(now)
            if due is None or due > now:
                return None  # without having written: this is asked all the time
            with ExitStack() as held:
                with self._backend.transaction():
                    taken = self._backend.jobs.take(1, now, least_priority=least_priority, under=under)
                    if not taken:
                        return None
                    (job,) = taken
                    mine = held.enter_context(self._in_hand.hold(job.source_id))
                    if not mine:
                        # Who reads it now has to find it waiting, or would end a run that has not begun.
                        self._backend.jobs.queue([job.source_id], now, priority=job.priority)
                if mine:
                    return self._read(job)
            self._in_hand.wait(job.source_id)

    def _give_back_unended(self) -> None:
        """Let the file wait again whose end could not be stored, as when the disk was full: it seems to be read."""
        if self._unended is not None:
            with self._backend.transaction():
                self._backend.jobs.queue([self._unended.source_id], self._clock(), priority=self._unended.priority)
            self._unended = None

    def _read(self, job: Job) -> Indexed:
        self._unended = job
        began = self._timer()
        try:
            indexed = self._indexing.index(job.source_id, Path(job.uri))
        except BaseException as error:
            with self._backend.transaction():
                if _is_of_the_file(error):
                    self._fail(job, f"something went wrong ({type(error).__name__})", self._ms_since(began))
                else:
                    self._backend.jobs.queue([job.source_id], self._clock(), priority=job.priority)
            self._unended = None
            raise
        with self._backend.transaction():
            if indexed.passing:
                self._fail(job, indexed.reason, self._ms_since(began))
            elif indexed.missing:
                # No time to try again can be told: the file comes back, or is forgotten.
                self._backend.jobs.fail(job.source_id, indexed.reason, self._ms_since(began), retry_at=None)
            else:
                self._backend.jobs.finish(job.source_id, self._ms_since(began))
        self._unended = None
        return replace(indexed, fresh=job.priority > 0)

    def _fail(self, job: Job, reason: str, ms: int) -> None:
        """Let a file wait for its next try, or set it aside after the last."""
        retry_at = self._clock() + self._waits[job.tries - 1] if job.tries <= len(self._waits) else None
        self._backend.jobs.fail(job.source_id, reason, ms, retry_at=retry_at)

    def _ms_since(self, began: float) -> int:
        return round(1000 * (self._timer() - began))


def _is_of_the_file(error: BaseException) -> bool:
    """Whether another file might be read where this one could not."""
    return isinstance(error, ModelDied) or (isinstance(error, Exception) and not isinstance(error, TsuzuriError))


def recover(backend: Backend) -> int:
    """Let files wait again that were being read when a program ended; tells how many."""
    with backend.transaction():
        return backend.jobs.recover(MOST_DEATHS, _ENDED)
