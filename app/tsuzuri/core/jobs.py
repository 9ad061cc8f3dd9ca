"""Files that wait to be read: the values and the protocol a store implements.

A job is one file that is to be read, split and indexed. What comes after needs no jobs of its own: a passage without
a vector waits to be embedded, one that the model has not read waits for it, and neither can be forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from tsuzuri.core.ids import SourceId
from tsuzuri.core.values import Page


class JobState(StrEnum):
    """Where a job stands. `ASIDE` and `CANCELLED` wait for a person, or for the file to change."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    ASIDE = "aside"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be read.

    `tries` counts how often it was begun since it was queued, `reason` says how the last one failed, and `not_before`
    is when the next may begin, None at once. `ms` is what the last one took, in milliseconds.
    """

    source_id: SourceId
    uri: str
    state: JobState
    priority: int
    tries: int
    not_before: datetime | None
    reason: str
    queued_at: datetime
    ms: int


@dataclass(frozen=True, slots=True)
class JobCounts:
    """How many jobs are in which state; `retrying` of those that wait have failed before."""

    waiting: int
    retrying: int
    running: int
    aside: int
    cancelled: int


class Jobs(Protocol):
    """The files that wait to be read, one job a source. Sources that are gone are passed over, their jobs go with them.

    Those of higher priority come first, of equals those whose file was changed last (as known when
    they were queued), then by source.
    """

    def queue(self, source_ids: Sequence[SourceId], now: datetime, *, priority: int = 0) -> None:
        """Let these be read, whatever became of them before: they wait, and former tries are forgotten.

        One that waits already keeps the higher priority and the earlier `queued_at`; one that runs waits again, and how
        that run ends changes nothing.
        """

    def take(self, limit: int, now: datetime, *, least_priority: int = 0, under: Sequence[str] = ()) -> tuple[Job, ...]:
        """Begin the first that may begin, in their order: they are running, and their tries counted.

        `under` is as for `Catalog.pending`; it costs a look at each that comes before them, so let what somebody waits
        for have a higher priority. Whether the library is `paused` makes no difference here.
        """

    def finish(self, source_id: SourceId, ms: int) -> None:
        """A running one is done; one that was queued again meanwhile goes on waiting."""

    def fail(self, source_id: SourceId, reason: str, ms: int, *, retry_at: datetime | None) -> None:
        """A running one failed: it waits until `retry_at`, or is set aside; one queued again goes on waiting."""

    def recover(self, most: int, reason: str) -> int:
        """Let those wait again whose process ended while they ran, so nothing may be running; tells how many.

        One that was begun `most` times is set aside with that reason.
        """

    def retry(self, now: datetime, source_ids: Sequence[SourceId] | None = None) -> int:
        """Queue again what was set aside or cancelled, or waits to be tried again; tells how many.

        Each keeps its priority. Without ids, of all sources.
        """

    def cancel(self, source_ids: Sequence[SourceId]) -> int:
        """Let those that wait wait no longer; tells how many."""

    def counts(self, *, under: Sequence[str] = ()) -> JobCounts:
        """How many are in which state; `under` is as for `Catalog.pending`."""

    def next_due(self, now: datetime) -> datetime | None:
        """When the next of those that wait may begin, `now` if one may already; None when none waits."""

    def jobs(self, state: JobState, *, after: str | None = None, limit: int = 64) -> Page[Job]:
        """Jobs of one state, in order of uri."""

    def pause(self, paused: bool) -> None:
        """Let the whole library rest, or go on. It is kept, for every process to see."""

    def paused(self) -> bool:
        """Whether the library rests."""
