"""What every backend does about jobs: who comes first, how a run ends, and what a person may do."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.samples import NOW, store
from tsuzuri.core.ids import SourceId
from tsuzuri.core.jobs import Job, JobCounts, JobState
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import SourceDraft
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend

GONE = SourceId(99)
MINUTE = timedelta(minutes=1)


def put(backend: Backend, *uris: str, modified: datetime = NOW) -> tuple[SourceId, ...]:
    """Files that the catalog knows. Call inside a transaction."""
    return tuple(backend.catalog.put_sources([SourceDraft(uri, 1, modified) for uri in uris], NOW))


def queued(backend: Backend, *uris: str, priority: int = 0) -> tuple[SourceId, ...]:
    with backend.transaction():
        ids = put(backend, *uris)
        backend.jobs.queue(ids, NOW, priority=priority)
    return ids


def take(backend: Backend, now: datetime = NOW, least_priority: int = 0, under: tuple[str, ...] = ()) -> list[str]:
    with backend.transaction():
        taken = backend.jobs.take(9, now, least_priority=least_priority, under=under)
    return [job.uri for job in taken]


def uris(backend: Backend, state: JobState) -> list[str]:
    return [job.uri for job in backend.jobs.jobs(state).items]


class TestQueueing:
    def test_lets_a_file_wait(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt", priority=3)
        (job,) = backend.jobs.jobs(JobState.WAITING).items
        assert (job.source_id, job.uri, job.priority, job.queued_at) == (id_, "/a.txt", 3, NOW)
        assert (job.tries, job.not_before, job.reason, job.ms) == (0, None, "", 0)

    def test_passes_over_a_source_that_is_gone(self, backend: Backend) -> None:
        with backend.transaction():
            backend.jobs.queue([GONE], NOW)
        assert backend.jobs.next_due(NOW) is None

    def test_of_one_that_waits_keeps_the_higher_priority_and_the_earlier_moment(self, backend: Backend) -> None:
        ids = queued(backend, "/a.txt", priority=5)
        with backend.transaction():
            backend.jobs.queue([*ids, *ids], NOW + MINUTE, priority=1)
        (job,) = backend.jobs.jobs(JobState.WAITING).items
        assert (job.priority, job.queued_at) == (5, NOW)

    def test_forgets_former_tries(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt", priority=5)
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "cannot be read", 4, retry_at=None)
            backend.jobs.queue([id_], NOW + MINUTE, priority=1)
        (job,) = backend.jobs.jobs(JobState.WAITING).items
        assert (job.tries, job.reason, job.priority, job.queued_at, job.ms) == (0, "", 1, NOW + MINUTE, 4)

    def test_lets_one_that_waits_for_its_next_try_begin_at_once(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "in use", 4, retry_at=NOW + MINUTE)
            backend.jobs.queue([id_], NOW)
        assert take(backend) == ["/a.txt"]

    def test_goes_with_its_source(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        with backend.transaction():
            backend.catalog.forget(id_)
        assert backend.jobs.counts() == JobCounts(0, 0, 0, 0, 0)


class TestTaking:
    def test_begins_the_most_urgent_then_the_one_whose_file_changed_last_then_by_source(self, backend: Backend) -> None:
        with backend.transaction():
            plain = put(backend, "/b.txt", "/a.txt")
            fresh = put(backend, "/fresh.txt", modified=NOW + MINUTE)
            urgent = put(backend, "/urgent.txt", modified=NOW - MINUTE)
            backend.jobs.queue([*plain, *fresh], NOW)
            backend.jobs.queue(urgent, NOW, priority=1)
        assert take(backend) == ["/urgent.txt", "/fresh.txt", "/b.txt", "/a.txt"]

    def test_counts_the_try_and_takes_none_twice(self, backend: Backend) -> None:
        queued(backend, "/a.txt")
        with backend.transaction():
            (job,) = backend.jobs.take(1, NOW)
        assert (job.state, job.tries) == (JobState.RUNNING, 1)
        assert backend.jobs.jobs(JobState.RUNNING).items == (job,)
        assert take(backend) == []

    def test_takes_no_more_than_asked(self, backend: Backend) -> None:
        queued(backend, "/a.txt", "/b.txt")
        with backend.transaction():
            assert [job.uri for job in backend.jobs.take(1, NOW)] == ["/a.txt"]

    def test_may_keep_to_the_urgent_ones(self, backend: Backend) -> None:
        queued(backend, "/a.txt", priority=1)
        queued(backend, "/b.txt", priority=2)
        assert take(backend, least_priority=2) == ["/b.txt"]
        assert take(backend, least_priority=-1) == ["/a.txt"]

    def test_may_keep_to_what_lies_below_some_paths(self, backend: Backend) -> None:
        queued(backend, "/notes/a.txt", "/notes.txt", "/notes2/b.txt", "/other/c.txt")
        assert take(backend, under=("/notes/", "/other/c.txt")) == ["/notes/a.txt", "/other/c.txt"]

    def test_waits_until_the_next_try_is_due(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "in use", 4, retry_at=NOW + MINUTE)
        assert take(backend) == []
        assert take(backend, NOW + MINUTE) == ["/a.txt"]


class TestEnding:
    def test_keeps_the_job_of_a_file_that_was_read(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.finish(id_, 12)
        (job,) = backend.jobs.jobs(JobState.DONE).items
        assert (job.tries, job.ms, job.reason) == (1, 12, "")
        assert backend.jobs.counts() == JobCounts(0, 0, 0, 0, 0)

    def test_keeps_the_reason_of_a_failure(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "in use", 12, retry_at=NOW + MINUTE)
        (job,) = backend.jobs.jobs(JobState.WAITING).items
        assert (job.tries, job.ms, job.reason, job.not_before) == (1, 12, "in use", NOW + MINUTE)
        assert backend.jobs.counts().retrying == 1

    def test_sets_aside_what_is_not_tried_again(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "cannot be read", 12, retry_at=None)
        assert uris(backend, JobState.ASIDE) == ["/a.txt"]
        assert take(backend, NOW + MINUTE) == []

    @pytest.mark.parametrize(
        "end",
        [
            lambda backend, id_: backend.jobs.finish(id_, 12),
            lambda backend, id_: backend.jobs.fail(id_, "in use", 12, retry_at=NOW + MINUTE),
            lambda backend, id_: backend.jobs.fail(id_, "cannot be read", 12, retry_at=None),
        ],
    )
    def test_of_a_run_changes_nothing_if_the_file_was_queued_again_meanwhile(
        self, backend: Backend, end: Callable[[Backend, SourceId], None]
    ) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.queue([id_], NOW)
            before = backend.jobs.jobs(JobState.WAITING)
            end(backend, id_)
            end(backend, GONE)
        assert backend.jobs.jobs(JobState.WAITING) == before
        assert take(backend) == ["/a.txt"]


class TestRecovering:
    def test_lets_files_wait_again_that_were_being_read(self, backend: Backend) -> None:
        queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            assert backend.jobs.recover(2, "the program ended") == 1
            assert backend.jobs.recover(2, "the program ended") == 0
        assert take(backend) == ["/a.txt"]

    def test_sets_aside_what_was_begun_too_often(self, backend: Backend) -> None:
        queued(backend, "/poison.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.recover(2, "the program ended")
        take(backend)
        with backend.transaction():
            assert backend.jobs.recover(2, "the program ended twice") == 1
        (job,) = backend.jobs.jobs(JobState.ASIDE).items
        assert (job.uri, job.tries, job.reason) == ("/poison.txt", 2, "the program ended twice")


class TestAPerson:
    def test_may_cancel_what_waits(self, backend: Backend) -> None:
        running, waiting = queued(backend, "/a.txt", "/b.txt")
        with backend.transaction():
            backend.jobs.take(1, NOW)
            assert backend.jobs.cancel([running, waiting, GONE]) == 1
        assert backend.jobs.counts() == JobCounts(waiting=0, retrying=0, running=1, aside=0, cancelled=1)
        assert backend.jobs.next_due(NOW) is None

    def test_may_cancel_what_waits_to_be_tried_again(self, backend: Backend) -> None:
        (id_,) = queued(backend, "/a.txt")
        take(backend)
        with backend.transaction():
            backend.jobs.fail(id_, "in use", 4, retry_at=NOW + MINUTE)
            assert backend.jobs.cancel([id_]) == 1
        assert take(backend, NOW + MINUTE) == []

    def test_may_have_everything_tried_again_that_did_not_come_to_an_end(self, backend: Backend) -> None:
        ids = queued(backend, "/aside.txt", "/later.txt", "/done.txt", "/running.txt", priority=7)
        (cancelled,) = queued(backend, "/cancelled.txt")
        with backend.transaction():
            backend.jobs.cancel([cancelled])
            backend.jobs.take(9, NOW)
            backend.jobs.fail(ids[0], "cannot be read", 4, retry_at=None)
            backend.jobs.fail(ids[1], "in use", 4, retry_at=NOW + MINUTE)
            backend.jobs.finish(ids[2], 4)
            assert backend.jobs.retry(NOW + MINUTE) == 3
            assert backend.jobs.retry(NOW + MINUTE) == 0
        seen = {job.uri: job for job in backend.jobs.jobs(JobState.WAITING).items}
        assert sorted(seen) == ["/aside.txt", "/cancelled.txt", "/later.txt"]
        assert {job.tries for job in seen.values()} == {0}
        assert (seen["/aside.txt"].priority, seen["/aside.txt"].queued_at) == (7, NOW + MINUTE)
        assert seen["/later.txt"].queued_at == NOW
        assert take(backend) == ["/aside.txt", "/later.txt", "/cancelled.txt"]

    def test_may_have_some_tried_again(self, backend: Backend) -> None:
        one, other = queued(backend, "/a.txt", "/b.txt")
        with backend.transaction():
            backend.jobs.cancel([one, other])
            assert backend.jobs.retry(NOW, [other, GONE]) == 1
        assert take(backend) == ["/b.txt"]

    def test_may_let_the_library_rest(self, backend: Backend) -> None:
        queued(backend, "/a.txt")
        assert not backend.jobs.paused()
        with backend.transaction():
            backend.jobs.pause(True)
        assert backend.jobs.paused()
        assert take(backend) == ["/a.txt"]
        with backend.transaction():
            backend.jobs.pause(False)
        assert not backend.jobs.paused()

    def test_sees_them_in_pages_by_uri(self, backend: Backend) -> None:
        queued(backend, "/c.txt", "/a.txt", "/b.txt")
        first = backend.jobs.jobs(JobState.WAITING, limit=2)
        second = backend.jobs.jobs(JobState.WAITING, limit=2, after=first.after)
        assert [job.uri for page in (first, second) for job in page.items] == ["/a.txt", "/b.txt", "/c.txt"]
        assert second.after is None


class TestTheNext:
    def test_is_due_now_if_one_may_begin(self, backend: Backend) -> None:
        queued(backend, "/a.txt")
        assert backend.jobs.next_due(NOW) == NOW

    def test_is_the_first_that_may_be_tried_again(self, backend: Backend) -> None:
        ids = queued(backend, "/a.txt", "/b.txt")
        take(backend)
        with backend.transaction():
            for id_, minutes in zip(ids, (2, 1), strict=True):
                backend.jobs.fail(id_, "in use", 4, retry_at=NOW + minutes * MINUTE)
        assert backend.jobs.next_due(NOW) == NOW + MINUTE
        assert backend.jobs.next_due(NOW + 5 * MINUTE) == NOW + 5 * MINUTE

    def test_is_none_if_none_waits(self, backend: Backend) -> None:
        queued(backend, "/a.txt")
        take(backend)
        assert backend.jobs.next_due(NOW) is None


@pytest.mark.parametrize(
    "write",
    [
        lambda jobs: jobs.queue([], NOW),
        lambda jobs: jobs.take(1, NOW),
        lambda jobs: jobs.finish(GONE, 1),
        lambda jobs: jobs.fail(GONE, "", 1, retry_at=None),
        lambda jobs: jobs.recover(1, ""),
        lambda jobs: jobs.retry(NOW),
        lambda jobs: jobs.cancel([]),
        lambda jobs: jobs.pause(True),
    ],
)
def test_writing_needs_a_transaction(backend: Backend, write: Callable[[object], object]) -> None:
    with pytest.raises(RuntimeError):
        write(backend.jobs)


def test_check_names_a_file_that_counts_as_read_and_was_not(tmp_path: Path) -> None:
    backend = SqliteBackend(tmp_path / "library.db", None, clock=lambda: NOW)
    with backend.transaction():
        stored = store(backend, "/a.txt", ["read"])
        unread = put(backend, "/b.txt")
        backend.jobs.queue([stored.source, *unread], NOW)
        backend.jobs.take(9, NOW)
        backend.jobs.finish(stored.source, 4)
    assert backend.check() == ()
    with backend.transaction():
        backend.jobs.finish(unread[0], 4)
    assert backend.check() == ("1 files count as read but were neither read nor refused.",)
    backend.close()


# Property: after any sequence of calls both backends have given the same answers and hold the same jobs. Files are
# told apart by uri: an id is the backend's own affair.

FILES = ("/a/1", "/a/2", "/b/3", "/b/4")

files = st.sampled_from(FILES)
some = st.lists(files, max_size=4)
moments = st.integers(-2, 4).map(lambda minutes: NOW + minutes * MINUTE)
priorities = st.integers(-1, 2)
paths = st.lists(st.sampled_from(["/a", "/a/1", "/b/", "/b/4"]), max_size=2)

Call = Callable[[Backend], object]


def _id(backend: Backend, uri: str) -> SourceId:
    source = backend.catalog.source_by_uri(uri)
    return GONE if source is None else source.id


def _ids(backend: Backend, uris: list[str]) -> list[SourceId]:
    return [_id(backend, uri) for uri in uris]


def _put(uri: str, modified: datetime) -> Call:
    return lambda backend: len(put(backend, uri, modified=modified))


def _queue(uris: list[str], now: datetime, priority: int) -> Call:
    return lambda backend: backend.jobs.queue(_ids(backend, uris), now, priority=priority)


def _take(limit: int, now: datetime, least: int, under: list[str]) -> Call:
    return lambda backend: _told(backend.jobs.take(limit, now, least_priority=least, under=under))


def _finish(uri: str, ms: int) -> Call:
    return lambda backend: backend.jobs.finish(_id(backend, uri), ms)


def _fail(uri: str, ms: int, retry_at: datetime | None) -> Call:
    return lambda backend: backend.jobs.fail(_id(backend, uri), f"failed {ms}", ms, retry_at=retry_at)


def _recover(most: int) -> Call:
    return lambda backend: backend.jobs.recover(most, "the program ended")


def _retry(now: datetime, uris: list[str] | None) -> Call:
    return lambda backend: backend.jobs.retry(now, None if uris is None else _ids(backend, uris))


def _cancel(uris: list[str]) -> Call:
    return lambda backend: backend.jobs.cancel(_ids(backend, uris))


def _forget(uri: str) -> Call:
    return lambda backend: backend.catalog.forget(_id(backend, uri))


calls = st.one_of(
    st.builds(_put, files, moments),
    st.builds(_queue, some, moments, priorities),
    st.builds(_take, st.integers(1, 3), moments, priorities, paths),
    st.builds(_take, st.just(4), moments, st.just(-1), st.just([])),
    st.builds(_finish, files, st.integers(0, 9)),
    st.builds(_fail, files, st.integers(0, 9), st.none() | moments),
    st.builds(_recover, st.integers(1, 3)),
    st.builds(_retry, moments, st.none() | some),
    st.builds(_cancel, some),
    st.builds(_forget, files),
)


def _told(jobs: Sequence[Job]) -> list[Job]:
    return [replace(job, source_id=GONE) for job in jobs]


def seen(backend: Backend) -> tuple[object, ...]:
    each = tuple(_told(backend.jobs.jobs(state).items) for state in JobState)
    return (*each, backend.jobs.counts(), backend.jobs.next_due(NOW))


@settings(max_examples=40, deadline=None)
@given(st.lists(calls, min_size=5, max_size=40))
def test_both_backends_agree(steps: list[Call]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        kept, model = SqliteBackend(Path(folder, "library.db"), None, clock=lambda: NOW), MemoryBackend()
        for step in [*(_put(uri, NOW) for uri in FILES), *steps]:
            with kept.transaction(), model.transaction():
                assert step(kept) == step(model)
            assert seen(kept) == seen(model)
        kept.close()
