"""Entities are sorted into categories one sorting at a time: the keeper's own, or one that a person asks for."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from threading import Lock

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.library.lock import Holder


@contextmanager
def sorting(
    lock: Lock, writing: Callable[[], AbstractContextManager[None]], holder: Callable[[], Holder | None]
) -> Iterator[None]:
    """The right to sort: of this process beside its own keeper, else of the one that may write.

    `lock` is held by whoever sorts in this process.

    Raises:
        LibraryBusy: another process keeps the library, or a sorting is under way in this one.
    """
    keeper = holder()
    with ExitStack() as held:
        if keeper is None or keeper.pid != os.getpid():
            held.enter_context(writing())
        if not lock.acquire(blocking=False):
            raise LibraryBusy("categories are being built just now", hint="they change by themselves when that is done")
        held.callback(lock.release)
        yield
