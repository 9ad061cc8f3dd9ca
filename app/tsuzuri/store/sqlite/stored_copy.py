"""A library file that is not at work, such as a backup: looked at and copied without changing a byte of it."""

from contextlib import closing
from pathlib import Path

from tsuzuri.core.errors import LibraryDamaged
from tsuzuri.store.sqlite.check import check
from tsuzuri.store.sqlite.connect import HEADER, unlock
from tsuzuri.store.sqlite.copy import snapshot
from tsuzuri.store.sqlite.failures import translated
from tsuzuri.store.sqlite.migrations import APPLICATION_ID
from tsuzuri.store.sqlite.schema import MIGRATIONS


def is_in_clear(path: Path) -> bool:
    """Whether the file is not encrypted."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


def examine(path: Path, key: bytes | None) -> tuple[str, ...]:
    """What is wrong inside the file, a sentence each; empty when it is whole.

    One of an older schema is checked for its structure alone: the rules are those of the newest.

    Raises:
        LibraryLocked: the key does not open it.
        LibraryDamaged: it is no library, of a newer version, or cannot be read.
    """
    with translated(path), closing(unlock(path, key)) as connection:
        if connection.pragma("application_id") != APPLICATION_ID:
            raise LibraryDamaged(f"{path.name} is no library.", hint="name a backup that Tsuzuri made")
        version = int(connection.execute("PRAGMA user_version").get)
        if version > len(MIGRATIONS):
            raise LibraryDamaged(f"{path.name} was written by a newer version.", hint="upgrade Tsuzuri to use it")
        if version == len(MIGRATIONS):
            return check(connection)
        verdict = connection.pragma("integrity_check")
    return () if verdict == "ok" else (f"The file is damaged: {verdict}.",)


def copy_out(path: Path, key: bytes | None, target: Path) -> None:
    """Copy the file to `target`, which is replaced as a whole or not at all.

    Raises:
        LibraryLocked: the key does not open it.
        LibraryDamaged: it, or the copy, cannot be read.
        OutOfSpace: the copy does not fit on its disk.
    """
    with translated(path), closing(unlock(path, key)) as connection:
        snapshot(connection, target, key)
