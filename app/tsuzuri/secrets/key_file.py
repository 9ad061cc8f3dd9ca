"""A key in a file of its own, for machines without a keyring and without a person: read only if nobody else can."""

import os
import re
import stat
import sys
from pathlib import Path

from tsuzuri.core.errors import LibraryLocked

_HEX_KEY = re.compile(r"[0-9a-fA-F]{64}")


def read_key_file(path: Path) -> bytes:
    """The key that the file holds as 64 hex digits.

    Raises:
        LibraryLocked: it cannot be read, belongs to somebody else or may be read by others, or holds something else.
    """
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            text = file.read(200)
    except OSError as error:
        raise LibraryLocked(
            f"the key file {path} cannot be read: {error.strerror}", hint="correct TSUZURI_KEY_FILE"
        ) from error
    if sys.platform != "win32":  # whose access lists Python does not show
        if found.st_uid not in (os.getuid(), 0):
            raise LibraryLocked(f"the key file {path} is somebody else's", hint="make one of your own")
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise LibraryLocked(f"others may read the key file {path}", hint=f"take that away: chmod 600 {path}")
    digits = text.decode("ascii", "replace").strip()
    if not _HEX_KEY.fullmatch(digits):
        raise LibraryLocked(f"the key file {path} does not hold 64 hex digits", hint="write the key alone into it")
    return bytes.fromhex(digits)
