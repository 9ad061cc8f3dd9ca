"""Locks between processes, on an open file; the system lifts one when its holder ends, however it ends."""

import errno
import sys
from typing import IO

_BEHIND = 1 << 30
"""Where Windows locks: far behind what the file holds, since nobody else may read what is locked there."""

_HELD = (errno.EACCES, errno.EDEADLK)
"""What Windows says of a lock that somebody holds: at once, and after it has waited."""


def lock(file: IO[bytes] | IO[str], *, wait: bool = False) -> None:
    """Take the file's exclusive lock; with `wait`, which is for short work, once its holder is done.

    Raises:
        BlockingIOError: another process, or another open file of this one, holds it (on Windows, for ten seconds).
        OSError: the file system knows no locks.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(_BEHIND)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in _HELD:
                raise
            raise BlockingIOError(error.errno, error.strerror) from error
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
