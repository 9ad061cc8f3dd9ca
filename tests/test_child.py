"""Child processes: what is sent arrives whole and in order, and no death goes unnoticed, on either side."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsuzuri.child import Child, ChildDied, ChildTimedOut

OBEDIENT = "tests.obedient_child"
PATIENCE_S = 20.0


@pytest.fixture
def child() -> Iterator[Child]:
    with Child(OBEDIENT) as running:
        yield running


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_released(path: Path) -> bool:
    """Whether the process that holds the file's lock ends in time."""
    import fcntl

    def wait() -> None:
        with path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)

    waiting = threading.Thread(target=wait, daemon=True)
    waiting.start()
    waiting.join(PATIENCE_S)
    return not waiting.is_alive()


class TestFrames:
    def test_arrive_whole_and_in_order(self, child: Child) -> None:
        frames = [b"", b"a", bytes(range(256)), "綴り".encode(), b"\n\r\0" * 500_000]
        for frame in frames:
            child.send(b"echo " + frame)
        assert [child.receive(PATIENCE_S) for _ in frames] == frames

    def test_can_be_asked_for_without_waiting(self, child: Child) -> None:
        child.send(b"poll")
        assert child.receive(PATIENCE_S) == b"nothing"

    def test_are_not_disturbed_by_what_the_child_prints(self, tmp_path: Path) -> None:
        log = tmp_path / "logs" / "child.log"
        with Child(OBEDIENT, log=log) as child:
            child.send(b"print noise")
            assert child.receive(PATIENCE_S) == b"printed"
        assert log.read_text().splitlines() == ["noise", "noise from C"]

    def test_of_a_child_that_dies_inside_one_are_not_taken_for_whole(self) -> None:
        with Child(OBEDIENT, ["half"]) as child, pytest.raises(ChildDied):
            child.receive(PATIENCE_S)


class TestLog:
    def test_is_continued(self, tmp_path: Path) -> None:
        log = tmp_path / "child.log"
        log.write_text("before\n")
        self.print_into(log)
        assert log.read_text().startswith("before\nnoise")

    def test_is_begun_anew_when_it_has_grown_past_4_mb(self, tmp_path: Path) -> None:
        log = tmp_path / "child.log"
        log.write_bytes(b"x" * (4 * 1024 * 1024 + 1))
        self.print_into(log)
        assert log.read_text().startswith("noise")

    @staticmethod
    def print_into(log: Path) -> None:
        with Child(OBEDIENT, log=log) as child:
            child.send(b"print noise")
            child.receive(PATIENCE_S)


def test_the_environment_is_ours_and_more() -> None:
    with Child(OBEDIENT, environment={"TSUZURI_TEST": "given"}) as child:
        child.send(b"environment TSUZURI_TEST")
        child.send(b"environment PATH")
        assert child.receive(PATIENCE_S) == b"given"
        assert child.receive(PATIENCE_S).decode() == os.environ["PATH"]


class TestDeath:
    @pytest.mark.parametrize(
        ("order", "code", "words"), [(b"exit 3", 3, "status 3"), (b"abort", -signal.SIGKILL, "signal 9")]
    )
    def test_is_told_with_its_code(self, child: Child, order: bytes, code: int, words: str) -> None:
        child.send(order)
        with pytest.raises(ChildDied, match=words) as death:
            child.receive(PATIENCE_S)
        assert death.value.code == code

    def test_is_told_to_everyone_who_asks(self, child: Child) -> None:
        child.send(b"exit 3")
        for _ in range(2):
            with pytest.raises(ChildDied):
                child.receive(PATIENCE_S)
        with pytest.raises(ChildDied):
            child.send(b"echo anyone there")

    def test_comes_after_what_was_said_before_it(self, child: Child) -> None:
        child.send(b"echo last words")
        child.send(b"exit 0")
        assert child.receive(PATIENCE_S) == b"last words"
        with pytest.raises(ChildDied):
            child.receive(PATIENCE_S)

    def test_by_kill_ends_the_waiting_of_another_thread(self, child: Child) -> None:
        child.send(b"hang")
        child.receive(PATIENCE_S)
        deaths: list[int] = []

        def wait() -> None:
            try:
                child.receive(PATIENCE_S)
            except ChildDied as death:
                deaths.append(death.code)

        waiting = threading.Thread(target=wait)
        waiting.start()
        child.kill()
        waiting.join(PATIENCE_S)
        assert deaths == [-signal.SIGKILL]

    def test_by_kill_is_a_death_like_any_other(self, child: Child) -> None:
        child.kill()
        child.kill()
        assert not is_running(child.pid)
        with pytest.raises(ChildDied):
            child.send(b"echo anyone there")
        with pytest.raises(ChildDied):
            child.receive(PATIENCE_S)


def test_a_child_that_does_not_answer_in_time_is_killed(child: Child) -> None:
    child.send(b"hang")
    child.receive(PATIENCE_S)
    with pytest.raises(ChildTimedOut):
        child.receive(0.05)
    assert not is_running(child.pid)


class TestClosing:
    def test_lets_the_child_end_by_itself(self) -> None:
        child = Child(OBEDIENT)
        child.send(b"echo hello")
        child.receive(PATIENCE_S)
        child.close(PATIENCE_S)
        child.close()
        with pytest.raises(ChildDied, match="status 0"):
            child.receive(PATIENCE_S)

    def test_ends_a_child_that_is_busy(self) -> None:
        child = Child(OBEDIENT)
        child.send(b"hang")
        child.receive(PATIENCE_S)
        child.close(PATIENCE_S)
        with pytest.raises(ChildDied, match="status 0"):
            child.receive(PATIENCE_S)

    def test_kills_a_child_that_stays(self) -> None:
        child = Child(OBEDIENT)
        os.kill(child.pid, signal.SIGSTOP)
        child.close(patience=0.05)
        assert not is_running(child.pid)

    def test_of_a_child_that_is_dead_is_quiet(self) -> None:
        child = Child(OBEDIENT)
        os.kill(child.pid, signal.SIGKILL)
        child.close()
        assert not is_running(child.pid)


def test_a_child_whose_parent_is_killed_ends_itself(tmp_path: Path) -> None:
    held = tmp_path / "held"
    with Child(OBEDIENT) as parent:
        parent.send(b"raise " + os.fsencode(held))
        grandchild = int(parent.receive(PATIENCE_S))
        os.kill(parent.pid, signal.SIGKILL)
        assert grandchild != parent.pid
        assert wait_until_released(held)
