"""Files that wait are read in their order, and each has its tries."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.fakes import FakeEmbedder, FakeReader
from tests.ingest.live import Live
from tests.stages import ONTOLOGY
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.core.errors import ModelDied, ModelUnavailable, OutOfSpace
from tsuzuri.core.jobs import Job, JobState
from tsuzuri.core.ports import Backend, Reader
from tsuzuri.core.values import SourceDraft, SourceState
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.ingest.indexing import CountTokens, Indexing
from tsuzuri.ingest.reading import MOST_DEATHS, WAITS, InHand, Readings, recover
from tsuzuri.store.memory.backend import MemoryBackend

COUNT_TOKENS = FakeEmbedder().count_tokens
TIMED_OUT = Refusal(RefusalReason.TIMED_OUT, "it took too long to read")
GARBLED = Refusal(RefusalReason.GARBLED, "its text is garbled")


class BusyReader(FakeReader):
    """Something happens while each file is read."""

    def __init__(self, happens: Callable[[Path], object]) -> None:
        super().__init__()
        self._happens = happens

    def read(self, path: Path) -> Document | Refusal:
        self._happens(path)
        return super().read(path)


@pytest.fixture
def live(backend: Backend, tmp_path: Path) -> Live:
    return Live(backend, tmp_path / "notes")


def with_reader(
    live: Live, reader: Reader, count_tokens: CountTokens = COUNT_TOKENS, hand: InHand | None = None
) -> Readings:
    given = GivenFacts(live.backend, ONTOLOGY, live.clock)
    indexing = Indexing(live.backend, reader, count_tokens, live.clock, given)
    return Readings(live.backend, indexing, live.clock, in_hand=hand, timer=lambda: 0.0)


def refusing(live: Live, refusal: Refusal) -> FakeReader:
    """Let the one file of the folder be refused from now on."""
    assert isinstance(live.reader, FakeReader)
    live.reader.refusals["tea.txt"] = refusal
    return live.reader


def jobs(live: Live, state: JobState) -> Sequence[Job]:
    return live.backend.jobs.jobs(state).items


def queue(live: Live, *names: str, priority: int = 0, modified: datetime | None = None) -> None:
    """Let files be read that were changed then."""
    drafts = [SourceDraft(str(live.folder / name), 4, modified or live.clock.now) for name in names]
    with live.backend.transaction():
        ids = live.backend.catalog.put_sources(drafts, live.clock.now)
        live.backend.jobs.queue(ids, live.clock.now, priority=priority)


class TestOrder:
    def test_is_by_priority_then_latest_changed(self, live: Live) -> None:
        for name in ("old.txt", "new.txt", "wanted.txt"):
            live.write(name, name)
        queue(live, "old.txt", modified=datetime(2020, 1, 1, tzinfo=UTC))
        queue(live, "new.txt", modified=datetime(2024, 1, 1, tzinfo=UTC))
        queue(live, "wanted.txt", modified=datetime(1999, 1, 1, tzinfo=UTC), priority=1)
        assert [one.path.name for one in live.read()] == ["wanted.txt", "new.txt", "old.txt"]

    def test_tells_what_came_before_a_backlog(self, live: Live) -> None:
        for name in ("backlog.txt", "saved.txt"):
            live.write(name, name)
        queue(live, "backlog.txt")
        queue(live, "saved.txt", priority=1)
        assert [(one.path.name, one.fresh) for one in live.read()] == [("saved.txt", True), ("backlog.txt", False)]

    def test_may_be_narrowed_to_what_is_urgent_or_below_a_folder(self, live: Live) -> None:
        for name in ("a/one.txt", "b/two.txt", "c/three.txt"):
            live.write(name, name)
        queue(live, "a/one.txt", "b/two.txt")
        queue(live, "c/three.txt", priority=1)
        below = live.readings.next(under=[str(live.folder / "b")])
        urgent = live.readings.next(least_priority=1)
        assert below is not None
        assert urgent is not None
        assert (below.path.name, urgent.path.name) == ("two.txt", "three.txt")
        assert live.readings.next(least_priority=1) is None
        assert live.readings.next() is not None

    def test_ends_when_nothing_waits(self, live: Live) -> None:
        assert live.readings.next() is None


class TestFileThatIsRead:
    def test_is_done_and_its_time_kept(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        ticks = iter((10.0, 10.25))
        assert Readings(live.backend, live.indexing, live.clock, timer=lambda: next(ticks)).next() is not None
        (job,) = jobs(live, JobState.DONE)
        assert (job.tries, job.ms) == (1, 250)

    def test_and_queued_again_meanwhile_is_read_again(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        once = iter([lambda: queue(live, "tea.txt")])
        readings = with_reader(live, BusyReader(lambda _: next(once, lambda: None)()))
        assert readings.next() is not None
        assert [job.tries for job in jobs(live, JobState.WAITING)] == [0]
        again = readings.next()
        assert again is not None
        assert again.unchanged

    def test_and_changed_meanwhile_is_read_again_a_minute_later(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.look()
        reader = BusyReader(lambda _: path.write_text("Aya likes green tea."))
        assert with_reader(live, reader).next() is not None
        (job,) = jobs(live, JobState.WAITING)
        assert (job.reason, job.not_before) == ("it was changed while it was read", live.clock.now + WAITS[0])
        live.clock.pass_by(60)
        live.read()
        assert live.texts("tea.txt") == ["Aya likes green tea."]

    def test_and_forgotten_meanwhile_leaves_nothing(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()

        def forget(_: Path) -> None:
            with live.backend.transaction():
                live.backend.catalog.forget(live.source("tea.txt").id)

        readings = with_reader(live, BusyReader(forget))
        assert readings.next() is not None
        assert readings.next() is None
        assert [jobs(live, state) for state in JobState] == [()] * len(JobState)
        assert live.backend.catalog.counts().passages == 0
        assert live.backend.check() == ()


class TestPassingRefusal:
    def test_waits_longer_each_time_and_is_then_set_aside_with_its_reason(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        refusing(live, TIMED_OUT)
        for tries, wait in enumerate(WAITS, start=1):
            assert len(live.read()) == 1
            (job,) = jobs(live, JobState.WAITING)
            assert (job.tries, job.not_before) == (tries, live.clock.now + wait)
            live.clock.pass_by(wait / timedelta(seconds=1) - 1)
            assert live.read() == []
            live.clock.pass_by(1)
        assert len(live.read()) == 1
        assert jobs(live, JobState.WAITING) == ()
        (job,) = jobs(live, JobState.ASIDE)
        assert (job.uri, job.reason) == (str(live.folder / "tea.txt"), "it took too long to read")
        live.clock.pass_by(1e6)
        assert live.read() == []

    def test_waits_a_minute_then_ten_then_an_hour(self) -> None:
        assert [wait / timedelta(minutes=1) for wait in WAITS] == [1, 10, 60]

    def test_is_shown_while_it_waits(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        refusing(live, TIMED_OUT)
        live.read()
        assert (live.source("tea.txt").state, live.source("tea.txt").reason) == (SourceState.REFUSED, TIMED_OUT.detail)
        assert live.backend.jobs.counts().retrying == 1

    def test_is_over_when_the_file_can_be_read(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        reader = refusing(live, TIMED_OUT)
        live.read()
        reader.refusals.clear()
        live.clock.pass_by(60)
        live.read()
        assert live.texts("tea.txt") == ["Aya likes tea."]
        assert [job.reason for job in jobs(live, JobState.DONE)] == [""]

    def test_does_not_hold_up_the_others(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        refusing(live, TIMED_OUT)
        live.read()
        live.write("milk.txt", "Ben likes milk.")
        live.look()
        assert [one.path.name for one in live.read()] == ["milk.txt"]

    def test_of_a_file_that_was_set_aside_begins_anew_when_the_file_changes(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        reader = refusing(live, TIMED_OUT)
        for wait in (*WAITS, WAITS[0]):
            live.read()
            live.clock.pass_by(wait / timedelta(seconds=1))
        assert len(jobs(live, JobState.ASIDE)) == 1
        reader.refusals.clear()
        live.write("tea.txt", "Aya likes coffee now.")
        live.keep()
        assert live.texts("tea.txt") == ["Aya likes coffee now."]
        assert jobs(live, JobState.ASIDE) == ()


def test_a_lasting_refusal_is_done(live: Live) -> None:
    live.write("tea.txt", "Aya likes tea.")
    live.look()
    refusing(live, GARBLED)
    live.read()
    live.clock.pass_by(1e6)
    assert live.read() == []
    assert [job.tries for job in jobs(live, JobState.DONE)] == [1]
    assert live.source("tea.txt").reason == "its text is garbled"


@pytest.mark.parametrize(
    "failure", [ModelUnavailable("no embedder"), OutOfSpace("the disk is full"), KeyboardInterrupt()]
)
def test_what_has_nothing_to_do_with_the_file_leaves_it_waiting(live: Live, failure: BaseException) -> None:
    def count_tokens(_: Sequence[str]) -> Sequence[int]:
        raise failure

    live.write("tea.txt", "Aya likes tea.")
    live.look()
    before = jobs(live, JobState.WAITING)
    for _ in range(len(WAITS) + 2):
        with pytest.raises(type(failure)):
            with_reader(live, FakeReader(), count_tokens).next()
    assert jobs(live, JobState.WAITING) == before
    assert len(live.read()) == 1


class TestFaultThatAFileBringsOut:
    @pytest.fixture
    def readings(self, live: Live) -> Readings:
        def stumble(path: Path) -> None:
            if path.name == "tea.txt":
                raise ValueError("a fault of ours")

        live.write("tea.txt", "Aya likes tea.")
        live.look()
        return with_reader(live, BusyReader(stumble))

    def test_does_not_hold_up_the_others(self, live: Live, readings: Readings) -> None:
        live.write("milk.txt", "Ben likes milk.")
        live.look()
        queue(live, "tea.txt", priority=2)
        with pytest.raises(ValueError, match="a fault of ours"):
            readings.next()
        read = readings.next()
        assert read is not None
        assert read.path.name == "milk.txt"

    def test_is_one_of_its_tries(self, live: Live, readings: Readings) -> None:
        for wait in (*WAITS, WAITS[0]):
            with pytest.raises(ValueError, match="a fault of ours"):
                readings.next()
            assert readings.next() is None
            live.clock.pass_by(wait / timedelta(seconds=1))
        (job,) = jobs(live, JobState.ASIDE)
        assert job.reason == "something went wrong (ValueError)"


def test_a_model_that_ended_twice_on_a_file_is_one_of_its_tries(live: Live) -> None:
    def count_tokens(texts: Sequence[str]) -> Sequence[int]:
        if "bad" in texts[0]:
            raise ModelDied("it ended twice")
        return COUNT_TOKENS(texts)

    live.write("tea.txt", "Aya likes tea.")
    live.write("worse.txt", "Ben is bad.")
    queue(live, "tea.txt")
    queue(live, "worse.txt", priority=1)
    readings = with_reader(live, FakeReader(), count_tokens)
    with pytest.raises(ModelDied):
        readings.next()
    read = readings.next()
    assert read is not None
    assert read.path.name == "tea.txt"
    assert [(job.tries, job.reason) for job in jobs(live, JobState.WAITING)] == [
        (1, "something went wrong (ModelDied)")
    ]


class FullBackend(MemoryBackend):
    """A store whose disk may be full."""

    full = False

    def transaction(self) -> AbstractContextManager[None]:
        if self.full:
            raise OutOfSpace("the disk is full")
        return super().transaction()


def test_a_file_whose_end_could_not_be_stored_is_read_again(tmp_path: Path) -> None:
    backend = FullBackend()
    live = Live(backend, tmp_path / "notes")
    live.write("tea.txt", "Aya likes tea.")
    live.look()

    def fill(path: Path) -> None:
        backend.full = path not in met
        met.add(path)

    met: set[Path] = set()
    readings = with_reader(live, BusyReader(fill))
    with pytest.raises(OutOfSpace):
        readings.next()
    assert backend.jobs.counts().running == 1
    with pytest.raises(OutOfSpace):
        readings.next()
    backend.full = False
    read = readings.next()
    assert read is not None
    assert (read.passages, backend.jobs.counts().running) == (1, 0)
    assert readings.next() is None


class TestRecovery:
    def die(self, live: Live) -> None:
        """Begin to read, and end there."""
        with live.backend.transaction():
            live.backend.jobs.take(1, live.clock.now)

    def test_lets_a_file_wait_again_that_was_being_read(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        self.die(live)
        assert live.read() == []
        assert recover(live.backend) == 1
        assert len(live.read()) == 1

    def test_sets_a_file_aside_that_ended_the_program_again_and_again(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        for _ in range(MOST_DEATHS):
            assert jobs(live, JobState.ASIDE) == ()
            self.die(live)
            recover(live.backend)
        (job,) = jobs(live, JobState.ASIDE)
        assert job.reason == f"the program ended {MOST_DEATHS} times while it was read"
        assert live.read() == []

    def test_has_nothing_to_do_after_an_orderly_end(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.keep()
        assert recover(live.backend) == 0


class TestTwoThreads:
    """One reads a file that is queued again meanwhile; the other takes it then."""

    def read_twice(self, live: Live, meanwhile: Callable[[], object], later: Callable[[], object]) -> None:
        """`meanwhile` happens while the first reads, before it is queued again; `later` while the second does."""
        live.write("tea.txt", "Aya likes tea.")
        live.look()
        began, go_on, hand = threading.Event(), threading.Event(), InHand()

        def wait(_: Path) -> None:
            meanwhile()
            queue(live, "tea.txt")
            began.set()
            assert go_on.wait(20)

        threads = [
            threading.Thread(target=with_reader(live, reader, hand=hand).next)
            for reader in (BusyReader(wait), BusyReader(lambda _: later()))
        ]
        threads[0].start()
        assert began.wait(20)
        threads[1].start()
        go_on.set()
        for thread in threads:
            thread.join(20)

    def test_do_not_read_it_at_once(self, live: Live) -> None:
        read = list[str]()
        self.read_twice(live, lambda: None, lambda: read.append("again"))
        assert read == []  # it had been read when its turn came
        assert live.texts("tea.txt") == ["Aya likes tea."]
        assert jobs(live, JobState.WAITING) == jobs(live, JobState.RUNNING) == ()

    def test_do_not_end_each_others_runs(self, live: Live) -> None:
        states = list[JobState]()

        def look() -> None:
            states.extend(state for state in JobState if jobs(live, state))

        self.read_twice(live, lambda: live.write("tea.txt", "Aya likes green tea."), look)
        assert states == [JobState.RUNNING]
        assert live.texts("tea.txt") == ["Aya likes green tea."]
