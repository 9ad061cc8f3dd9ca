"""Locks between processes: one holder at a time, and a dead one holds nothing."""

import os
import signal
from pathlib import Path

import pytest

from tsuzuri.child import Child
from tsuzuri.locks import lock

PATIENCE_S = 20.0


def test_a_file_that_another_process_holds_cannot_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "file.lock"
    with Child("tests.obedient_child") as other, path.open("ab") as file:
        other.send(b"hold " + os.fsencode(path))
        other.receive(PATIENCE_S)
        with pytest.raises(BlockingIOError):
            lock(file)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_holder_that_ends_holds_nothing(tmp_path: Path, end: signal.Signals) -> None:
    path = tmp_path / "file.lock"
    with Child("tests.obedient_child") as other:
        other.send(b"hold " + os.fsencode(path))
        other.receive(PATIENCE_S)
        os.kill(other.pid, end)
        other.close()
        with path.open("ab") as file:
            lock(file)


def test_two_open_files_of_one_process_do_not_share_it(tmp_path: Path) -> None:
    path = tmp_path / "file.lock"
    with path.open("ab") as first, path.open("a+") as second:
        lock(first)
        with pytest.raises(BlockingIOError):
            lock(second)


def test_closing_the_file_gives_it_back(tmp_path: Path) -> None:
    path = tmp_path / "file.lock"
    for _ in range(2):
        with path.open("ab") as file:
            lock(file)


def test_other_processes_may_read_what_the_holder_wrote(tmp_path: Path) -> None:
    path = tmp_path / "file.lock"
    with path.open("a+") as file:
        lock(file)
        file.write("who holds it")
        file.flush()
        assert path.read_text() == "who holds it"
