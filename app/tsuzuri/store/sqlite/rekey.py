"""Another key for a library, or none: a copy with the new key takes its place, and the former file is wiped.

`PRAGMA rekey` is never used (see `copy`). While it works the file is this process's alone, since whoever went on with
the former file would write into what is about to be gone.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import apsw

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged
from tsuzuri.store.sqlite.connect import ciphers, unlock
from tsuzuri.store.sqlite.copy import to_disk, verify
from tsuzuri.store.sqlite.failures import translated

_BLOCK = 1 << 20


def opens(path: Path, key: bytes | None) -> bool:
    """Whether the key opens the file, which must be there."""
    from tsuzuri.core.errors import LibraryLocked

    try:
        unlock(path, key).close()
    except LibraryLocked:
        return False
    return True


def rekey(path: Path, old: bytes | None, new: bytes | None) -> None:
    """Give the library at `path` the key `new`; None leaves it in clear.

    Killed at any moment, it leaves the file whole, with the one key or the other.

    Raises:
        LibraryBusy: it is open elsewhere.
        LibraryLocked: `old` does not open it.
        LibraryDamaged: it, or the copy, is not whole; it stays as it was.
        OutOfSpace: there is no room for the copy; it stays as it was.
    """
    if not path.exists():
        raise LibraryDamaged(f"There is no library at {path.name}.", hint="check the name of the dataset")
    part = _part(path)
    wipe_leftovers(path)
    try:
        with closing(unlock(path, old, uris=True)) as connection, _alone(connection, path), translated(part):
            part.touch(mode=0o600)
            connection.execute("VACUUM INTO ?", (_uri(part, new),))
            verify(part, new)
            to_disk(part)
            # Held open, and not closed before the connection: closing any handle of a file lifts SQLite's locks on it.
            with path.open("r+b") as former:
                _name_former(path)
                part.replace(path)
                if os.name == "posix":
                    to_disk(path.parent)
                _overwrite(former.fileno())
                _former(path).unlink(missing_ok=True)
                connection.close()
    finally:
        wipe_leftovers(path)


def rename(path: Path, key: bytes | None, target: Path) -> None:
    """Give the library's file another name, at once: whenever the power goes, it lies under one of the two.

    Raises:
        LibraryBusy: it is open elsewhere.
        LibraryLocked: the key does not open it.
    """
    with closing(unlock(path, key)) as connection, _alone(connection, path):
        path.rename(target)
        if os.name == "posix":
            to_disk(path.parent)


def wipe_leftovers(path: Path) -> None:
    """Wipe what a change of key, broken off, has left beside the library: an unfinished copy, or the former file.

    Only for who holds the right to write: another's change that is under way needs both.
    """
    wipe(_part(path))
    former = _former(path)
    if former.exists() and path.exists() and former.samefile(path):  # broken off before the new one took its place
        former.unlink()
    else:
        wipe(former)


def take(path: Path, key: bytes | None) -> None:
    """Make sure that nobody else has the library open, and leave no log beside it.

    Raises:
        LibraryBusy: somebody has.
        LibraryLocked: the key does not open it.
    """
    with closing(unlock(path, key)) as connection, _alone(connection, path):
        pass


def wipe(path: Path) -> None:
    """Overwrite a file with zeros and delete it; one that is not there is passed over.

    What was in it is gone from the file's own blocks. A disk that writes elsewhere (SSDs, snapshots, copy-on-write file
    systems) may keep them still.
    """
    if not path.exists():
        return
    with path.open("r+b") as file:
        _overwrite(file.fileno())
    path.unlink()


@contextmanager
def _alone(connection: apsw.Connection, path: Path) -> Iterator[None]:
    """Nobody else has the file open, or opens it, until the connection is closed.

    Only one who is alone can leave the write-ahead log (https://sqlite.org/wal.html#the_wal_file), and in exclusive
    mode the lock that a transaction takes is kept.
    """
    with translated(path):
        connection.execute("PRAGMA busy_timeout = 2000").fetchall()
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        try:
            mode = connection.execute("PRAGMA journal_mode = DELETE").get
            connection.execute("BEGIN EXCLUSIVE; COMMIT")
        except apsw.BusyError:
            mode = "wal"
    if mode != "delete":
        raise LibraryBusy(
            f"{path.name} is open elsewhere.",
            hint="close the interface and other commands, and end the service: tsuzuri service stop",
        )
    yield


def _part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _former(path: Path) -> Path:
    return path.with_name(f"{path.name}.former")


def _name_former(path: Path) -> None:
    """Give the file a second name, under which it is found and wiped even if this process dies in between.

    A file system without hard links goes without: there it is wiped only if the process lives.
    """
    with suppress(OSError):
        os.link(path, _former(path))


def _uri(path: Path, key: bytes | None) -> str:
    keying = f"cipher={ciphers()[0]}&key=raw:{key.hex()}" if key is not None else "key="
    return f"file:{quote(str(path.absolute()))}?{keying}"


def _overwrite(handle: int) -> None:
    left = os.fstat(handle).st_size
    os.lseek(handle, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(handle, bytes(min(left, _BLOCK)))
    os.fsync(handle)
