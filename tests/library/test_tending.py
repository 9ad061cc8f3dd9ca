"""Whoever watches folders from beside something else keeps the library as long as nobody else does."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes import SteppingClock
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tests.waiting import wait_until
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.library.facade import Library
from tsuzuri.library.lock import writer_lock
from tsuzuri.library.tending import Caretaker


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def library(here: FakeInstallation) -> Iterator[Library]:
    with here.open() as opened:
        yield opened


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("keeper")]


class TestCaretaker:
    def test_begins_once_a_folder_is_watched(self, library: Library, notes: Path) -> None:
        with tending(library) as caretaker:
            assert threads() == []
            library.folders.add(notes)
            wait_until(lambda: library.counts().facts == 4)
            assert caretaker.problems == ()
        assert threads() == []

    def test_begins_once_the_other_has_let_go(self, here: FakeInstallation, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        looks = threading.Semaphore(0)

        def wanted() -> bool:
            looks.release()
            return True

        with writer_lock(here.library_path("personal")):
            caretaker = Caretaker(library.keep, wanted, SteppingClock(), every_s=0.01)
            caretaker.__enter__()
            assert all(looks.acquire(timeout=20) for _ in range(2))
            assert (threads(), caretaker.problems) == ([], ())
        wait_until(lambda: library.counts().facts == 4)
        caretaker.close()
        assert threads() == []

    @pytest.mark.parametrize(
        ("error", "told"),
        [(ModelUnavailable("it is gone"), "it is gone"), (ValueError("a fault"), "something went wrong (ValueError)")],
    )
    def test_tells_why_it_cannot_begin_and_tries_again(self, library: Library, error: Exception, told: str) -> None:
        errors = [error]

        def wanted() -> bool:
            if errors:
                raise errors[0]
            return True

        with Caretaker(library.keep, wanted, SteppingClock(), every_s=0.01) as caretaker:
            wait_until(lambda: bool(caretaker.problems))
            (problem,) = caretaker.problems
            assert (problem.stage, problem.message) == ("keeping", told)
            errors.clear()
            wait_until(lambda: bool(threads()) and not caretaker.problems)


def tending(library: Library) -> Caretaker:
    return Caretaker(library.keep, lambda: bool(library.folders.roots()), SteppingClock(), every_s=0.01)
