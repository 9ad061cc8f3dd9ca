"""Files that wait to be read, in memory."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job, JobCounts, JobState
from tsuzuri.core.values import Page
from tsuzuri.store.below import lies_below
from tsuzuri.store.cursors import cut
from tsuzuri.store.memory.state import Box, JobRow, State


class MemoryJobs:
    """The `Jobs` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def queue(self, source_ids: Sequence[SourceId], now: datetime, *, priority: int = 0) -> None:
        """See `Jobs.queue`."""
        state = self._box.write()
        for id_ in source_ids:
            if id_ not in state.sources:
                continue
            new = JobRow(priority=priority, modified=state.sources[id_].draft.modified, queued_at=now)
            if (known := state.jobs.get(id_)) is not None:
                new = replace(new, ms=known.ms)
                if known.state is JobState.WAITING:
                    new = replace(new, priority=max(priority, known.priority), queued_at=min(now, known.queued_at))
            state.jobs[id_] = new

    def take(self, limit: int, now: datetime, *, least_priority: int = 0, under: Sequence[str] = ()) -> tuple[Job, ...]:
        """See `Jobs.take`."""
        state = self._box.write()
        for id_, row in state.jobs.items():
            if row.not_before is not None and row.not_before <= now:
                state.jobs[id_] = replace(row, not_before=None)
        ready = [
            id_
            for id_, row in state.jobs.items()
            if row.ready
            and row.priority >= least_priority
            and (not under or lies_below(state.sources[id_].draft.uri, under))
        ]
        first = sorted(ready, key=lambda id_: (*_place(state.jobs[id_]), id_))[:limit]
        for id_ in first:
            row = state.jobs[id_]
            state.jobs[id_] = replace(row, state=JobState.RUNNING, tries=row.tries + 1)
        return tuple(_job(state, id_) for id_ in first)

    def finish(self, source_id: SourceId, ms: int) -> None:
        """See `Jobs.finish`."""
        self._end(source_id, JobState.DONE, "", ms, None)

    def fail(self, source_id: SourceId, reason: str, ms: int, *, retry_at: datetime | None) -> None:
        """See `Jobs.fail`."""
        self._end(source_id, JobState.ASIDE if retry_at is None else JobState.WAITING, reason, ms, retry_at)

    def recover(self, most: int, reason: str) -> int:
        """See `Jobs.recover`."""
        state = self._box.write()
        running = {id_: row for id_, row in state.jobs.items() if row.state is JobState.RUNNING}
        for id_, row in running.items():
            if row.tries >= most:
                state.jobs[id_] = replace(row, state=JobState.ASIDE, reason=reason)
            else:
                state.jobs[id_] = replace(row, state=JobState.WAITING)
        return len(running)

    def retry(self, now: datetime, source_ids: Sequence[SourceId] | None = None) -> int:
        """See `Jobs.retry`."""
        state = self._box.write()
        asked = state.jobs if source_ids is None else set(source_ids)
        again = {id_: row for id_, row in state.jobs.items() if id_ in asked and _may_be_retried(row)}
        for id_, row in again.items():
            queued_at = min(now, row.queued_at) if row.state is JobState.WAITING else now
            state.jobs[id_] = replace(
                row, state=JobState.WAITING, tries=0, not_before=None, reason="", queued_at=queued_at
            )
        return len(again)

    def cancel(self, source_ids: Sequence[SourceId]) -> int:
        """See `Jobs.cancel`."""
        state, asked = self._box.write(), set(source_ids)
        gone = {id_: row for id_, row in state.jobs.items() if id_ in asked and row.state is JobState.WAITING}
        state.jobs |= {id_: replace(row, state=JobState.CANCELLED, not_before=None) for id_, row in gone.items()}
        return len(gone)

    def counts(self, *, under: Sequence[str] = ()) -> JobCounts:
        """See `Jobs.counts`."""
        state = self._box.read()
        jobs = [row for id_, row in state.jobs.items() if not under or lies_below(state.sources[id_].draft.uri, under)]
        each = Counter(row.state for row in jobs)
        return JobCounts(
            waiting=each[JobState.WAITING],
            retrying=sum(row.state is JobState.WAITING and row.tries > 0 for row in jobs),
            running=each[JobState.RUNNING],
            aside=each[JobState.ASIDE],
            cancelled=each[JobState.CANCELLED],
        )

    def next_due(self, now: datetime) -> datetime | None:
        """See `Jobs.next_due`."""
        jobs = self._box.read().jobs.values()
        if any(row.ready for row in jobs):
            return now
        later = min((row.not_before for row in jobs if row.not_before is not None), default=None)
        return None if later is None else max(now, later)

    def jobs(self, state: JobState, *, after: str | None = None, limit: int = 64) -> Page[Job]:
        """See `Jobs.jobs`."""
        held = self._box.read()
        every = sorted(
            (_job(held, id_) for id_, row in held.jobs.items() if row.state is state), key=lambda job: job.uri
        )
        return cut([job for job in every if job.uri > (after or "")][: limit + 1], limit, lambda job: job.uri)

    def pause(self, paused: bool) -> None:
        """See `Jobs.pause`."""
        self._box.write().control["paused"] = paused

    def paused(self) -> bool:
        """See `Jobs.paused`."""
        return self._box.read().control["paused"]

    def _end(self, source_id: SourceId, state: JobState, reason: str, ms: int, retry_at: datetime | None) -> None:
        jobs = self._box.write().jobs
        row = jobs.get(source_id)
        if row is not None and row.state is JobState.RUNNING:
            jobs[source_id] = replace(row, state=state, reason=reason, ms=ms, not_before=retry_at)


def _place(row: JobRow) -> tuple[int, int]:
    return (-row.priority, -to_micros(row.modified))


def _may_be_retried(row: JobRow) -> bool:
    return row.state in (JobState.ASIDE, JobState.CANCELLED) or (row.state is JobState.WAITING and row.tries > 0)


def _job(state: State, source_id: SourceId) -> Job:
    row = state.jobs[source_id]
    return Job(
        source_id=source_id,
        uri=state.sources[source_id].draft.uri,
        state=row.state,
        priority=row.priority,
        tries=row.tries,
        not_before=row.not_before,
        reason=row.reason,
        queued_at=row.queued_at,
        ms=row.ms,
    )
