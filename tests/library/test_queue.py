"""What waits to be read, and what a person may change of it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.fakes import SteppingClock
from tests.stages import store_text
from tsuzuri.core.jobs import JobCounts, JobState
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import SourceDraft
from tsuzuri.library.queue import Queue
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend

NOW = datetime(2025, 6, 1, tzinfo=UTC)
FILES = ("/notes/a.md", "/notes/b.md", "/notes/c.md", "/mail/d.eml")


@pytest.fixture(params=["memory", "sqlite"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    """A store in which four files wait."""
    opened = MemoryBackend() if request.param == "memory" else SqliteBackend(tmp_path / "db", None, clock=lambda: NOW)
    with opened.transaction():
        opened.jobs.queue(opened.catalog.put_sources([SourceDraft(uri, 10, NOW) for uri in FILES], NOW), NOW)
    yield opened
    opened.close()


@pytest.fixture
def queue(backend: Backend) -> Queue:
    return Queue(backend, SteppingClock())


def fail(backend: Backend, uri: str, *, for_good: bool) -> None:
    with backend.transaction():
        (job,) = backend.jobs.take(1, NOW, under=[uri])
        backend.jobs.fail(job.source_id, "it is torn", 3, retry_at=None if for_good else NOW + timedelta(minutes=1))


def test_the_backlog_counts_every_stage(queue: Queue, backend: Backend) -> None:
    fail(backend, "/notes/a.md", for_good=True)
    fail(backend, "/notes/b.md", for_good=False)
    backlog = queue.backlog()
    assert backlog.reading == JobCounts(waiting=3, retrying=1, running=0, aside=1, cancelled=0)
    assert (backlog.paused, backlog.embedding, backlog.understanding, backlog.set_aside) == (False, 0, 0, 0)


def test_those_that_failed_are_told_from_those_that_only_wait(queue: Queue, backend: Backend) -> None:
    fail(backend, "/notes/b.md", for_good=False)
    assert [(job.uri, job.tries, job.reason) for job in queue.retrying()] == [("/notes/b.md", 1, "it is torn")]
    assert [job.uri for job in queue.jobs(JobState.WAITING)] == sorted(FILES)


def test_what_failed_is_read_again_below_the_paths_or_everywhere(queue: Queue, backend: Backend) -> None:
    for uri in FILES:
        fail(backend, uri, for_good=True)
    assert queue.retry([Path("/notes/a.md"), Path("/mail")]) == 2
    assert queue.retry([Path("/nowhere")]) == 0
    assert queue.retry() == 2
    assert queue.backlog().reading.waiting == 4


def test_what_is_cancelled_waits_no_longer_until_it_is_retried(queue: Queue) -> None:
    assert queue.cancel([Path("/notes"), Path("/notes/a.md")]) == 3
    assert queue.cancel([Path("/notes")]) == 0
    assert [job.uri for job in queue.jobs(JobState.CANCELLED)] == list(FILES[:3])
    assert queue.retry([Path("/notes/a.md")]) == 1


def test_a_library_that_rests_says_so_until_it_goes_on(queue: Queue) -> None:
    queue.pause(True)
    assert queue.backlog().paused
    queue.pause(False)
    assert not queue.backlog().paused


def test_passages_that_the_model_could_not_read_are_put_to_it_again(queue: Queue, backend: Backend) -> None:
    (passage_id,) = store_text(backend, "/notes/long.md", ["A sentence without end."])
    with backend.transaction():
        backend.catalog.set_aside(passage_id, "too long")
    assert queue.backlog().set_aside == 1
    assert queue.retry_passages() == 1
    assert (queue.backlog().set_aside, queue.backlog().understanding) == (0, 1)
    assert queue.retry_passages() == 0
