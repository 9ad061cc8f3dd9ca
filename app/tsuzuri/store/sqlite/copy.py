"""Copies of a library: whole, checked, on disk, and only then in place. The one way to move or re-encrypt one.

`VACUUM INTO` makes a consistent copy beside a running writer. `PRAGMA rekey` is never used: in WAL mode a second
connection can destroy the file.
"""

import os
from pathlib import Path

import apsw

from tsuzuri.core.errors import LibraryDamaged
from tsuzuri.store.sqlite.connect import connect, unlock
from tsuzuri.store.sqlite.failures import translated


def backup(source: Path, target: Path, key: bytes | None) -> None:
    """Copy the library at `source` to `target`, with the same key. Replaces `target` as a whole or not at all.

    Raises:
        LibraryLocked: the key does not open the source.
        LibraryDamaged: the source, or the copy that was made of it, cannot be read.
        OutOfSpace: the copy does not fit on its disk.
    """
    if not source.exists():
        raise LibraryDamaged(f"There is no library at {source.name}.", hint="check the path")
    connection = connect(source, key, writer=True)
    try:
        snapshot(connection, target, key)
    finally:
        connection.close()


def snapshot(connection: apsw.Connection, target: Path, key: bytes | None) -> None:
    """Copy an open library to `target`; `key` is the one it is open with. Raises as `backup` does."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with translated(target):
            part.touch(mode=0o600)
            connection.execute("VACUUM INTO ?", (str(part),))
        verify(part, key)
        to_disk(part)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        to_disk(target.parent)


def verify(path: Path, key: bytes | None) -> None:
    """Refuse a copy that is not whole.

    Raises:
        LibraryDamaged: it is not.
        LibraryLocked: the key does not open it.
    """
    copy = unlock(path, key)
    try:
        with translated(path):
            verdict = copy.pragma("integrity_check")
    finally:
        copy.close()
    if verdict != "ok":
        raise LibraryDamaged(f"The copy {path.name} is not whole: {verdict}.", hint="check the library itself")


def to_disk(path: Path) -> None:
    """Have the system write a file, or a folder's entries, to the disk itself."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
