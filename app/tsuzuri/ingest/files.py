"""A file's bytes as far as ingest needs them: their hash, and whether they stay as they are."""

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_BLOCK = 1 << 20
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST_S, _LATEST_S = -62_135_596_800, 253_402_300_799
"""The first and the last second that a `datetime` holds: a file system gives any number."""


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a file: the sha256 of its bytes, its size in bytes, and when it was last changed."""

    sha256: bytes
    size: int
    modified_ns: int

    @property
    def modified(self) -> datetime:
        """When it was last changed, in UTC."""
        return moment(self.modified_ns / 1e9)


def moment(seconds: float) -> datetime:
    """A file's time, from seconds since 1970; one that no calendar holds is the nearest that it does."""
    return _EPOCH + timedelta(seconds=min(max(seconds, _EARLIEST_S), _LATEST_S))


def version_of(path: Path) -> Version:
    """The file's version now. Reads it once.

    Raises:
        OSError: it cannot be opened or read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        while block := file.read(_BLOCK):
            digest.update(block)
    return Version(digest.digest(), status.st_size, status.st_mtime_ns)


def sha256_of(path: Path) -> bytes:
    """The sha256 of a file's bytes. Raises OSError."""
    return version_of(path).sha256


def is_still(path: Path, version: Version) -> bool:
    """Whether the file has the size and time of that version; its bytes are not read."""
    try:
        status = path.stat()
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (version.size, version.modified_ns)
