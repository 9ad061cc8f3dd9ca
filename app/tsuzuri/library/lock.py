"""One writer at a time: a lock on a file beside the library, which the system lifts when its holder dies.

The file says who holds it: the process id, and a word for what it is, if it is more than a passing one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.locks import lock

SERVICE = "service"
"""What the background service calls itself."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A living process that holds the right to write. `role` is `SERVICE` or empty; `pid` 0 where it is not known."""

    pid: int
    role: str

    @property
    def told(self) -> str:
        """Which process that is, in words."""
        return "here" if self.pid == os.getpid() else f"process {self.pid}" if self.pid else "another process"


@contextmanager
def writer_lock(library: Path) -> Iterator[None]:
    """Hold the right to write to the library file.

    Raises:
        LibraryBusy: another process holds it; the message names its process id.
    """
    library.parent.mkdir(parents=True, exist_ok=True)
    with _file(library).open("a+") as file:
        try:
            lock(file)
        except BlockingIOError:
            other = _read(file)
            way_out = ", or end it: tsuzuri service stop" if other.role == SERVICE else ", or end it"
            raise LibraryBusy(
                f"another tsuzuri (process {other.pid or 'unknown'}) is writing to this library",
                hint=f"wait until it is done{way_out}; nothing is lost either way",
            ) from None
        _write(file, str(os.getpid()))
        try:
            yield
        finally:
            _write(file, "")


def sign(library: Path, role: str) -> None:
    """Say what this process is, which holds the lock."""
    with _file(library).open("a+") as file:
        _write(file, f"{os.getpid()} {role}")


def holder(library: Path) -> Holder | None:
    """Who holds the right to write; None if nobody does.

    The lock is not touched, except where the file names one that has died without a word.
    """
    path = _file(library)
    if not path.exists():
        return None
    with path.open("a+") as file:
        if not _text(file):
            return None
        try:
            lock(file)
        except BlockingIOError:
            return _read(file)
        _write(file, "")
        return None


def _file(library: Path) -> Path:
    return library.with_suffix(".lock")


def _text(file: TextIO) -> str:
    file.seek(0)
    return file.read().strip()


def _read(file: TextIO) -> Holder:
    pid, _, role = _text(file).partition(" ")
    return Holder(int(pid) if pid.isdecimal() else 0, role)


def _write(file: TextIO, text: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()
