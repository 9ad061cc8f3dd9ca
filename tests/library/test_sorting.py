"""Who may sort entities into categories, and when."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock

import pytest

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.library.lock import Holder
from tsuzuri.library.sorting import sorting

HERE = Holder(os.getpid(), "")
ELSEWHERE = Holder(os.getpid() + 1, "service")


@contextmanager
def free() -> Iterator[None]:
    yield


def taken() -> AbstractContextManager[None]:
    raise LibraryBusy("another tsuzuri is writing")


def test_who_sorts_holds_the_right_to_write_and_the_lock() -> None:
    lock = Lock()
    with sorting(lock, free, lambda: None):
        assert lock.locked()
    assert not lock.locked()


def test_beside_the_keeper_of_this_process_the_right_to_write_is_there_already() -> None:
    with sorting(Lock(), taken, lambda: HERE):
        pass


@pytest.mark.parametrize("holder", [None, ELSEWHERE])
def test_beside_another_process_nothing_is_sorted(holder: Holder | None) -> None:
    lock = Lock()
    with pytest.raises(LibraryBusy, match="another tsuzuri"), sorting(lock, taken, lambda: holder):
        pass
    assert not lock.locked()


def test_one_sorts_at_a_time() -> None:
    lock = Lock()
    with (
        sorting(lock, free, lambda: None),
        pytest.raises(LibraryBusy, match="being built just now"),
        sorting(lock, taken, lambda: HERE),
    ):
        pass
    assert not lock.locked()
