"""SQLite's errors become ours."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, OutOfSpace
from tsuzuri.store.sqlite.failures import translated


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def connection(path: Path) -> Iterator[apsw.Connection]:
    opened = apsw.Connection(str(path))
    opened.execute("PRAGMA foreign_keys = ON")
    opened.execute("CREATE TABLE a(id INTEGER PRIMARY KEY, n INTEGER CHECK(n > 0), b INTEGER REFERENCES a(id))")
    yield opened
    opened.close()


def test_a_writer_elsewhere_is_busy(path: Path, connection: apsw.Connection) -> None:
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LibraryBusy), translated(path):
        connection.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_full_disk_is_out_of_space(path: Path, connection: apsw.Connection) -> None:
    connection.execute("PRAGMA max_page_count = 2").fetchall()
    with pytest.raises(OutOfSpace), translated(path):
        connection.execute("CREATE TABLE big AS SELECT zeroblob(100000)")


def test_a_reference_to_nothing_is_a_key_error(path: Path, connection: apsw.Connection) -> None:
    with pytest.raises(KeyError), translated(path):
        connection.execute("INSERT INTO a VALUES (1, 1, 99)")


def test_a_broken_rule_is_a_value_error(path: Path, connection: apsw.Connection) -> None:
    with pytest.raises(ValueError, match="CHECK"), translated(path):
        connection.execute("INSERT INTO a VALUES (1, 0, NULL)")


def test_a_file_that_cannot_be_opened_is_damaged(path: Path) -> None:
    nowhere = path.parent / "nowhere" / "library.db"
    with pytest.raises(LibraryDamaged, match="cannot be opened"), translated(nowhere):
        apsw.Connection(str(nowhere))
