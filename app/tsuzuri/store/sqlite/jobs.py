"""Files that wait to be read, in SQLite."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job, JobCounts, JobState
from tsuzuri.core.values import Page
from tsuzuri.store.below import below
from tsuzuri.store.cursors import cut
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_COLUMNS = "j.source_id, s.uri, j.state, j.priority, j.tries, j.not_before, j.reason, j.queued_at, j.ms"

_QUEUE = """
INSERT INTO job(source_id, priority, modified_at, queued_at)
SELECT s.id, ?2, s.modified_at, ?3 FROM json_each(?1) k CROSS JOIN source s ON s.id = k.value WHERE true
ON CONFLICT(source_id) DO UPDATE SET state = 'waiting', tries = 0, not_before = NULL, reason = '',
  modified_at = excluded.modified_at,
  priority = iif(state = 'waiting', max(priority, excluded.priority), excluded.priority),
  queued_at = iif(state = 'waiting', min(queued_at, excluded.queued_at), excluded.queued_at)
"""
# The index gives the order, so that the first are found at once however many wait; its condition has the same words.
_READY = "job j INDEXED BY job_ready"
_IS_READY = "j.state = 'waiting' AND j.not_before IS NULL"
_FIRST = f"""
SELECT {_COLUMNS} FROM {_READY} CROSS JOIN source s ON s.id = j.source_id
WHERE {_IS_READY} AND j.priority >= ? {{where}}
ORDER BY j.priority DESC, j.modified_at DESC, j.source_id LIMIT ?
"""
_BEGIN = """
UPDATE job SET state = 'running', tries = tries + 1
WHERE source_id IN (SELECT value FROM json_each(?))
"""
_RETRY = """
UPDATE job SET queued_at = iif(state = 'waiting', min(queued_at, ?1), ?1), state = 'waiting', tries = 0,
  not_before = NULL, reason = ''
WHERE (state IN ('aside', 'cancelled') OR (state = 'waiting' AND tries > 0))
"""

# One count each, five times over one index: half the time of one look with groups.
_COUNTS = """
SELECT
  (SELECT count(*) FROM job WHERE state = 'waiting'),
  (SELECT count(*) FROM job WHERE state = 'waiting' AND tries > 0),
  (SELECT count(*) FROM job WHERE state = 'running'),
  (SELECT count(*) FROM job WHERE state = 'aside'),
  (SELECT count(*) FROM job WHERE state = 'cancelled')
"""
_COUNTS_BELOW = """
SELECT
  count(*) FILTER (WHERE state = 'waiting'),
  count(*) FILTER (WHERE state = 'waiting' AND tries > 0),
  count(*) FILTER (WHERE state = 'running'),
  count(*) FILTER (WHERE state = 'aside'),
  count(*) FILTER (WHERE state = 'cancelled')
FROM source s JOIN job j ON j.source_id = s.id WHERE {where}
"""


class SqliteJobs:
    """The `Jobs` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def queue(self, source_ids: Sequence[SourceId], now: datetime, *, priority: int = 0) -> None:
        """See `Jobs.queue`."""
        with self._session.writing() as connection:
            connection.execute(_QUEUE, (rows.id_list(source_ids), priority, to_micros(now)))

    def take(self, limit: int, now: datetime, *, least_priority: int = 0, under: Sequence[str] = ()) -> tuple[Job, ...]:
        """See `Jobs.take`."""
        condition, bounds = below("s.uri", under)
        query = _FIRST.format(where=f"AND {condition}" if under else "")
        with self._session.writing() as connection:
            # Those whose time has come join the others, so that one index gives the order and none is looked at twice.
            connection.execute("UPDATE job SET not_before = NULL WHERE not_before <= ?", (to_micros(now),))
            first = [_job(row) for row in rows.fetch(connection, query, (least_priority, *bounds, limit))]
            connection.execute(_BEGIN, (rows.id_list(job.source_id for job in first),))
        return tuple(replace(job, state=JobState.RUNNING, tries=job.tries + 1) for job in first)

    def finish(self, source_id: SourceId, ms: int) -> None:
        """See `Jobs.finish`."""
        self._end(source_id, JobState.DONE, "", ms, None)

    def fail(self, source_id: SourceId, reason: str, ms: int, *, retry_at: datetime | None) -> None:
        """See `Jobs.fail`."""
        self._end(source_id, JobState.ASIDE if retry_at is None else JobState.WAITING, reason, ms, retry_at)

    def recover(self, most: int, reason: str) -> int:
        """See `Jobs.recover`."""
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE job SET state = iif(tries >= ?1, 'aside', 'waiting'), reason = iif(tries >= ?1, ?2, reason)
                WHERE state = 'running'
                """,
                (most, reason),
            )
            return connection.changes()

    def retry(self, now: datetime, source_ids: Sequence[SourceId] | None = None) -> int:
        """See `Jobs.retry`."""
        with self._session.writing() as connection:
            if source_ids is None:
                connection.execute(_RETRY, (to_micros(now),))
            else:
                connection.execute(
                    f"{_RETRY} AND source_id IN (SELECT value FROM json_each(?2))",
                    (to_micros(now), rows.id_list(source_ids)),
                )
            return connection.changes()

    def cancel(self, source_ids: Sequence[SourceId]) -> int:
        """See `Jobs.cancel`."""
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE job SET state = 'cancelled', not_before = NULL
                WHERE state = 'waiting' AND source_id IN (SELECT value FROM json_each(?))
                """,
                (rows.id_list(source_ids),),
            )
            return connection.changes()

    def counts(self, *, under: Sequence[str] = ()) -> JobCounts:
        """See `Jobs.counts`."""
        condition, bounds = below("s.uri", under)
        query = _COUNTS_BELOW.format(where=condition) if under else _COUNTS
        with self._session.reading() as connection:
            (row,) = rows.fetch(connection, query, bounds if under else ())
        return JobCounts(*row)

    def next_due(self, now: datetime) -> datetime | None:
        """See `Jobs.next_due`."""
        with self._session.reading() as connection:
            if connection.execute(f"SELECT 1 FROM {_READY} WHERE {_IS_READY} LIMIT 1").get:
                return now
            later = connection.execute("SELECT min(not_before) FROM job WHERE not_before IS NOT NULL").get
        return None if later is None else max(now, from_micros(later))

    def jobs(self, state: JobState, *, after: str | None = None, limit: int = 64) -> Page[Job]:
        """See `Jobs.jobs`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"""
                SELECT {_COLUMNS} FROM job j JOIN source s ON s.id = j.source_id
                WHERE j.state = ? AND s.uri > ? ORDER BY s.uri LIMIT ?
                """,
                (state.value, after or "", limit + 1),
            )
        return cut([_job(row) for row in found], limit, lambda job: job.uri)

    def pause(self, paused: bool) -> None:
        """See `Jobs.pause`."""
        with self._session.writing() as connection:
            connection.execute("UPDATE control SET paused = ?", (paused,))

    def paused(self) -> bool:
        """See `Jobs.paused`."""
        with self._session.reading() as connection:
            return bool(connection.execute("SELECT paused FROM control").get)

    def _end(self, source_id: SourceId, state: JobState, reason: str, ms: int, retry_at: datetime | None) -> None:
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE job SET state = ?, reason = ?, ms = ?, not_before = ?
                WHERE source_id = ? AND state = 'running'
                """,
                (state.value, reason, ms, None if retry_at is None else to_micros(retry_at), source_id),
            )


def _job(row: rows.Row) -> Job:
    """A job from `_COLUMNS`."""
    id_, uri, state, priority, tries, not_before, reason, queued_at, ms = row
    return Job(
        source_id=SourceId(id_),
        uri=uri,
        state=JobState(state),
        priority=priority,
        tries=tries,
        not_before=None if not_before is None else from_micros(not_before),
        reason=reason,
        queued_at=from_micros(queued_at),
        ms=ms,
    )
