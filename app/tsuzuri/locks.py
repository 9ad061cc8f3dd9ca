"""Locks between processes, on an open file; the system lifts one when its holder ends, however it ends."""

import sys
from typing import IO


def lock(file: IO[bytes] | IO[str]) -> None:
    """Take the file's exclusive lock, without waiting.

    Raises:
        OSError: another process holds it.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
