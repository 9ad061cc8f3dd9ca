"""One writer at a time, and who it is."""

import os
import signal
from pathlib import Path

import pytest

from tsuzuri.child import Child
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.library.lock import SERVICE, Holder, holder, sign, writer_lock

PATIENCE_S = 20.0


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "data" / "personal.tsuzuri"


def test_the_second_writer_is_told_who_the_first_is(library: Path) -> None:
    with writer_lock(library), pytest.raises(LibraryBusy, match=f"process {os.getpid()}") as busy, writer_lock(library):
        pass
    assert "wait" in busy.value.hint


def test_after_one_writer_comes_another(library: Path) -> None:
    for _ in range(2):
        with writer_lock(library):
            assert library.with_suffix(".lock").read_text() == str(os.getpid())


def test_a_writer_that_failed_holds_nothing(library: Path) -> None:
    with pytest.raises(InterruptedError), writer_lock(library):
        raise InterruptedError
    with writer_lock(library):
        pass


def test_a_writer_that_was_killed_holds_nothing(library: Path) -> None:
    library.parent.mkdir()
    with Child("tests.obedient_child") as other:
        other.send(b"hold " + os.fsencode(library.with_suffix(".lock")))
        other.receive(PATIENCE_S)
        with pytest.raises(LibraryBusy), writer_lock(library):
            pass
        os.kill(other.pid, signal.SIGKILL)
        other.close()
    with writer_lock(library):
        pass


def test_two_libraries_have_two_writers(library: Path) -> None:
    with writer_lock(library), writer_lock(library.with_name("work.tsuzuri")):
        pass


class TestTheHolder:
    def test_is_nobody_before_and_after(self, library: Path) -> None:
        assert holder(library) is None
        with writer_lock(library):
            pass
        assert holder(library) is None

    def test_is_the_process_that_writes_and_what_it_calls_itself(self, library: Path) -> None:
        with writer_lock(library):
            assert holder(library) == Holder(os.getpid(), "")
            sign(library, SERVICE)
            assert holder(library) == Holder(os.getpid(), SERVICE)
            with pytest.raises(LibraryBusy) as busy, writer_lock(library):
                pass
        assert "tsuzuri service stop" in busy.value.hint
        assert holder(library) is None

    def test_keeps_its_right_while_one_looks(self, library: Path) -> None:
        with writer_lock(library):
            holder(library)
            with pytest.raises(LibraryBusy), writer_lock(library):
                pass

    def test_that_died_without_a_word_is_nobody(self, library: Path) -> None:
        library.parent.mkdir()
        library.with_suffix(".lock").write_text("1 service")
        assert holder(library) is None
        assert library.with_suffix(".lock").read_text() == ""
