"""What SQLite reports, said in our own errors. The only place that knows both."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, OutOfSpace

_UNREADABLE = (apsw.NotADBError, apsw.CorruptError, apsw.FormatError)
_UNREACHABLE = (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite raises about the file at `path` into an error of ours.

    Raises:
        OutOfSpace: the disk is full.
        LibraryBusy: another process holds the file longer than the busy timeout.
        LibraryDamaged: the file cannot be read, opened or written.
        KeyError: a row refers to one that is not there.
        ValueError: a row breaks another rule of the schema.
    """
    try:
        yield
    except apsw.FullError as error:
        raise _no_room(path) from error
    except apsw.IOError as error:
        # A quota or a limit on the size of files reaches SQLite as a failed write, not as a full disk.
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_WRITE:
            raise _no_room(path) from error
        raise LibraryDamaged(f"{path.name} cannot be read: {error}.", hint="check the disk, then a backup") from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise LibraryBusy(f"Another process is writing to {path.name}.", hint="try again in a moment") from error
    except _UNREADABLE as error:
        raise LibraryDamaged(f"{path.name} is damaged: {error}.", hint="restore it from a backup") from error
    except _UNREACHABLE as error:
        raise LibraryDamaged(
            f"{path.name} cannot be opened for writing: {error}.", hint="check the folder and its permissions"
        ) from error
    except apsw.ConstraintError as error:
        if getattr(error, "extendedresult", 0) == apsw.SQLITE_CONSTRAINT_FOREIGNKEY:
            raise KeyError("it refers to something that is not stored") from error
        raise ValueError(str(error)) from error


def _no_room(path: Path) -> OutOfSpace:
    return OutOfSpace(f"There is no room left to write {path.name}.", hint="free some space and try again")
