"""One writer, many readers, and what each of them sees."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from tests.store.samples import KEY, NOW, source_draft
from tsuzuri.core.errors import OutOfSpace
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.session import Session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def backend(path: Path) -> Iterator[SqliteBackend]:
    opened = SqliteBackend(path, KEY, clock=lambda: NOW)
    yield opened
    opened.close()


def test_another_opening_of_the_file_sees_commits_and_their_number(backend: SqliteBackend, path: Path) -> None:
    other = SqliteBackend(path, KEY)
    before = other.data_version()
    with backend.transaction():
        backend.catalog.put_sources([source_draft("/a")], NOW)
        assert other.data_version() == before
        assert other.catalog.counts().sources == 0
    assert other.data_version() != before
    assert other.catalog.counts().sources == 1
    other.close()


def test_many_threads_read_and_write_at_once(backend: SqliteBackend) -> None:
    def write(i: int) -> None:
        with backend.transaction():
            backend.catalog.put_sources([source_draft(f"/{i}")], NOW)

    def read(_: int) -> int:
        return len(backend.catalog.sources(limit=100).items)

    with ThreadPoolExecutor(12) as pool:
        writes = [pool.submit(write, i) for i in range(40)]
        reads = [pool.submit(read, i) for i in range(80)]
        assert all(0 <= done.result() <= 40 for done in reads)
        for done in writes:
            done.result()
    assert backend.catalog.counts().sources == 40


def test_a_writer_waits_for_the_one_before(backend: SqliteBackend) -> None:
    def write() -> None:
        with backend.transaction():
            backend.catalog.put_sources([source_draft("/second")], NOW)

    waiting = threading.Thread(target=write)
    with backend.transaction():
        waiting.start()
        backend.catalog.put_sources([source_draft("/first")], NOW)
    waiting.join()
    found = [backend.catalog.source_by_uri(uri) for uri in ("/first", "/second")]
    assert [source.id for source in found if source] == [1, 2]


def test_a_full_disk_keeps_nothing_of_the_transaction(path: Path) -> None:
    session = Session(path, None, lambda connection: None)
    with session.transaction(), session.writing() as connection:
        connection.execute("CREATE TABLE t(x)")
        connection.execute("PRAGMA max_page_count = 10").fetchall()

    def fill() -> None:
        with session.transaction(), session.writing() as connection:
            connection.execute("INSERT INTO t VALUES ('small'), (zeroblob(1000000))")

    with pytest.raises(OutOfSpace):
        fill()
    with session.reading() as connection:
        assert connection.execute("SELECT count(*) FROM t").get == 0
    with session.transaction(), session.writing() as connection:
        connection.execute("INSERT INTO t VALUES ('small')")
    session.close()


def test_a_closed_one_refuses_every_call(backend: SqliteBackend) -> None:
    backend.close()
    with pytest.raises(RuntimeError, match="closed"):
        backend.catalog.counts()
    with pytest.raises(RuntimeError, match="closed"):
        backend.data_version()
    with pytest.raises(RuntimeError, match="closed"), backend.transaction():
        pass


def test_it_does_not_close_under_a_transaction(backend: SqliteBackend) -> None:
    with backend.transaction(), pytest.raises(RuntimeError, match="transaction is open"):
        backend.close()


def test_what_is_read_of_one_lent_connection_is_of_one_moment(path: Path) -> None:
    def prepare(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE note(words TEXT)")

    session = Session(path, None, prepare)
    with session.reading() as connection:
        assert connection.execute("SELECT count(*) FROM note").get == 0
        with session.transaction(), session.writing() as writer:
            writer.execute("INSERT INTO note VALUES ('later')")
        assert connection.execute("SELECT count(*) FROM note").get == 0
    with session.reading() as connection:
        assert connection.execute("SELECT count(*) FROM note").get == 1
    session.close()
