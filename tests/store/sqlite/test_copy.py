"""Copies are whole or not there."""

from pathlib import Path

import pytest

from tests.store.samples import KEY, NOW, store
from tsuzuri.core.errors import LibraryDamaged, LibraryLocked
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import HEADER
from tsuzuri.store.sqlite.copy import backup


@pytest.mark.parametrize("key", [None, KEY])
def test_a_copy_is_made_beside_a_running_writer(tmp_path: Path, key: bytes | None) -> None:
    source, target = tmp_path / "library.db", tmp_path / "copy.db"
    target.write_bytes(b"an older copy")
    writer = SqliteBackend(source, key, clock=lambda: NOW)
    with writer.transaction():
        store(writer, "/a.txt", ["one"])
    with writer.transaction():
        store(writer, "/b.txt", ["not yet"])
        backup(source, target, key)
    writer.close()
    assert target.read_bytes().startswith(HEADER) == (key is None)
    copy = SqliteBackend(target, key)
    assert [source.uri for source in copy.catalog.sources().items] == ["/a.txt"]
    assert copy.check() == ()
    copy.close()


def test_a_wrong_key_leaves_the_target_alone(tmp_path: Path) -> None:
    source, target = tmp_path / "library.db", tmp_path / "copy.db"
    SqliteBackend(source, KEY).close()
    target.write_bytes(b"an older copy")
    with pytest.raises(LibraryLocked):
        backup(source, target, bytes(32))
    assert target.read_bytes() == b"an older copy"


def test_a_failed_copy_leaves_nothing_behind(tmp_path: Path) -> None:
    source = tmp_path / "library.db"
    SqliteBackend(source, None).close()
    with pytest.raises(FileNotFoundError):
        backup(source, tmp_path / "nowhere" / "copy.db", None)
    assert [file.name for file in tmp_path.iterdir()] == ["library.db"]


def test_a_missing_source_is_told_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(LibraryDamaged, match="no library"):
        backup(tmp_path / "library.db", tmp_path / "copy.db", None)
    assert list(tmp_path.iterdir()) == []
