"""Files that wait to be read, as a person handles them, and how much is left to do in every stage."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.core.catalog import Catalog
from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job, JobCounts, JobState
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Counts, KnownFile

_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is left to do: files to be read, texts to be embedded, passages for the model.

    `embedded` texts and `understood` passages are done, in all; `set_aside` passages could not be read by the model.
    `paused` tells whether the library rests.
    """

    paused: bool
    reading: JobCounts
    embedding: int
    embedded: int
    understanding: int
    understood: int
    set_aside: int


class Queue:
    """The files of one library that wait to be read, are being read, or could not be."""

    def __init__(self, backend: Backend, clock: Clock) -> None:
        self._backend = backend
        self._clock = clock

    def backlog(self, counts: Counts | None = None) -> Backlog:
        """How much is left to do. Whoever has the catalog's `counts` gives them: to count is to look at every table."""
        counts = counts or self._backend.catalog.counts()
        return Backlog(
            paused=self._backend.jobs.paused(),
            reading=self._backend.jobs.counts(),
            embedding=counts.unembedded,
            embedded=counts.vectors,
            understanding=counts.pending,
            understood=counts.passages - counts.pending - counts.set_aside,
            set_aside=counts.set_aside,
        )

    def jobs(self, state: JobState) -> Iterator[Job]:
        """Every job of a state, in order of place; read from the store as they are asked for."""
        after: str | None = None
        while True:
            page = self._backend.jobs.jobs(state, after=after, limit=_PAGE)
            yield from page.items
            if (after := page.after) is None:
                return

    def retrying(self) -> Iterator[Job]:
        """Those that wait to be read again after a failure."""
        left = self._backend.jobs.counts().retrying
        waiting = self.jobs(JobState.WAITING)
        while left and (job := next(waiting, None)) is not None:
            if job.tries:
                left -= 1
                yield job

    def retry(self, paths: Sequence[Path] = ()) -> int:
        """Let files be read that were set aside or cancelled, or wait to be tried again; tells how many.

        The files at or below the paths; without any, all.
        """
        ids = self._ids(paths) if paths else None
        with self._backend.transaction():
            return self._backend.jobs.retry(self._clock(), ids)

    def retry_passages(self) -> int:
        """Let the model try again on passages that it could not read; tells how many."""
        with self._backend.transaction():
            return self._backend.catalog.read_again()

    def cancel(self, paths: Sequence[Path]) -> int:
        """Let the files at or below the paths wait no longer; tells how many. They wait again once they change."""
        ids = self._ids(paths)
        with self._backend.transaction():
            return self._backend.jobs.cancel(ids)

    def pause(self, paused: bool) -> None:
        """Let the library rest, whoever keeps it, or go on. What was begun is finished."""
        with self._backend.transaction():
            self._backend.jobs.pause(paused)

    def _ids(self, paths: Sequence[Path]) -> list[SourceId]:
        places = {str(place) for path in paths for place in (path.resolve(), path.absolute())}
        return list({one.id for place in places for one in files_under(self._backend.catalog, place)})


def files_under(catalog: Catalog, path: str) -> Iterator[KnownFile]:
    """What is known of every file that is the path or lies below it, by uri."""
    after: str | None = None
    while True:
        page = catalog.known_under(path, after=after, limit=_PAGE)
        yield from page.items
        if (after := page.after) is None:
            return
