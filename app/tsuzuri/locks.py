"""Locks between processes, on an open file; the system lifts one when its holder ends, however it ends."""

import sys
from typing import IO

_BEHIND = 1 << 30
"""Where Windows locks: far behind what the file holds, since nobody else may read what is locked there."""


def lock(file: IO[bytes] | IO[str]) -> None:
    """Take the file's exclusive lock, without waiting.

    Raises:
        BlockingIOError: another process, or another open file of this one, holds it.
        OSError: the file system knows no locks.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(_BEHIND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from error
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
