"""Versions of a file."""

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tsuzuri.ingest.files import is_still, moment, sha256_of, version_of


def test_a_version_is_bytes_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(b"tea")
    os.utime(file, ns=(0, 1_700_000_000_000_000_000))
    version = version_of(file)
    assert (version.sha256, version.size) == (hashlib.sha256(b"tea").digest(), 3)
    assert version.modified == datetime.fromtimestamp(1_700_000_000, UTC)
    assert sha256_of(file) == version.sha256


def test_a_file_stays_while_size_and_time_do(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(b"tea")
    version = version_of(file)
    assert is_still(file, version)
    os.utime(file, ns=(0, version.modified_ns + 1))
    assert not is_still(file, version)
    file.unlink()
    assert not is_still(file, version)


@pytest.mark.parametrize(("seconds", "year"), [(0, 1970), (-1e15, 1), (1e15, 9999)])
def test_a_time_that_no_calendar_holds_is_the_nearest_that_it_does(seconds: float, year: int) -> None:
    assert moment(seconds).year == year
