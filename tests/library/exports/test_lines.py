"""What leaves a dataset as lines comes back as the same dataset, whatever is in it, and hostile files make none."""

import gzip
import os
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.library.file_keyring import FileKeyring
from tests.library.test_hierarchy import write_staff
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tsuzuri.core.errors import UsageError
from tsuzuri.library.exports.lines import export_lines, import_lines
from tsuzuri.pipeline.progress import Progress
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.store.sqlite.records import tables

# Queues of what is still to be done, and tables that the sample leaves empty.
_MORE = """
INSERT INTO asked_passage SELECT (SELECT max(id) FROM asked), min(id) FROM passage;
INSERT INTO link_name VALUES ('速水');
INSERT INTO link_swept VALUES (3);
INSERT INTO link_version VALUES (NULL);
INSERT INTO link_content SELECT min(id) FROM content;
INSERT INTO link_passage SELECT min(id) FROM passage;
INSERT INTO link SELECT (SELECT min(id) FROM passage), entity_id, 0, 1, id, NULL FROM alias ORDER BY id LIMIT 1;
INSERT INTO unmatched SELECT min(id) FROM entity;
INSERT INTO alias_passage SELECT (SELECT min(id) FROM alias), min(id) FROM passage;
INSERT INTO category_child SELECT (SELECT max(id) FROM category), (SELECT min(id) FROM category);
INSERT INTO duplicate SELECT min(id), max(id) FROM passage;
INSERT INTO reconciled SELECT min(id), max(id) FROM fact;
INSERT INTO type_vote(entity_id, passage_id, type)
  SELECT id, (SELECT min(id) FROM passage), type FROM entity WHERE id = 1;
INSERT INTO excluded VALUES ('/notes/"; DROP TABLE fact; --.md');
INSERT OR IGNORE INTO wanted SELECT min(id), 3 FROM passage;
"""
_EMPTY_AT_REST = {"unsettled", "untwinned"}


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    """A dataset in which every table has rows: read, asked, sorted, united, reviewed and watched."""
    made = installed_at(tmp_path / "home")
    notes = write_staff(tmp_path / "notes")
    write_notes(notes / "more")
    with made.open() as library:
        library.add([notes])
        library.folders.add(notes, poll=True)
        library.enrich(model=False)
        library.history.keep(library.ask("Who lives in Kobe?"))
        fact = library.all_facts().items[0]
    path, key = made.library_path("personal"), made.key_of("personal")
    with closing(SqliteBackend(path, key)) as backend, backend.transaction():
        backend.graph.retract(fact.id, made.clock())
    with closing(connect(path, key, writer=True)) as connection:
        connection.execute(_MORE).fetchall()
        empty = {
            table.name
            for table in tables(connection)
            if not connection.execute(f"SELECT count(*) FROM {table.name}").get
        }
    assert empty == _EMPTY_AT_REST
    return made


def test_with_rows_in_every_table_nothing_is_lost(here: FakeInstallation, tmp_path: Path) -> None:
    first, second = tmp_path / "one.jsonl", tmp_path / "two.jsonl.gz"
    lines = export_lines(here, "personal", first)
    import_lines(here, first, "again")
    assert export_lines(here, "again", second) == lines
    assert gzip.decompress(second.read_bytes()) == first.read_bytes()
    export_lines(here, "again", first)
    assert gzip.decompress(second.read_bytes()) == first.read_bytes()


def test_what_it_tells_of_its_progress_ends_at_the_whole(here: FakeInstallation, tmp_path: Path) -> None:
    told: dict[str, list[Progress]] = {}

    def hear(step: str, progress: Progress) -> None:
        told.setdefault(step, []).append(progress)

    export_lines(here, "personal", tmp_path / "a.jsonl", on_progress=hear)
    import_lines(here, tmp_path / "a.jsonl", "again", on_progress=hear)
    assert list(told) == ["exporting records", "importing kilobytes"]
    for heard in told.values():
        assert heard[-1].done == heard[-1].total
        assert all(one.done <= one.total for one in heard)


def test_one_made_beside_a_writer_is_of_one_moment(here: FakeInstallation, tmp_path: Path) -> None:
    done = threading.Event()

    def write() -> None:
        with installed_at(tmp_path / "home").open() as library:
            number = 0
            while not done.is_set():
                folder = tmp_path / "more" / str(number)
                folder.mkdir(parents=True)
                (folder / "note.txt").write_text(f"Tomas Berg lives in Oslo, says note {number}.")
                library.add([folder], model=False)
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            export_lines(here, "personal", tmp_path / f"{number}.jsonl")
    finally:
        done.set()
        writer.join()
    for number in range(3):
        import_lines(here, tmp_path / f"{number}.jsonl", f"copy{number}")


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
def test_only_its_owner_may_read_it_and_no_other_file_is_touched(here: FakeInstallation, tmp_path: Path) -> None:
    mine = tmp_path / "a.jsonl.part"
    mine.write_text("mine")
    export_lines(here, "personal", tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").stat().st_mode & 0o777 == 0o600
    assert mine.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.glob("a.*")) == ["a.jsonl", "a.jsonl.part"]


def test_an_empty_file_that_a_death_has_left_is_no_dataset(here: FakeInstallation, tmp_path: Path) -> None:
    export_lines(here, "personal", tmp_path / "a.jsonl")
    here.library_path("again").touch()
    import_lines(here, tmp_path / "a.jsonl", "again")
    with here.open("again") as library:
        assert library.check() == ()


def bomb(path: Path) -> None:
    """80 MB of spaces, in 80 kB."""
    with gzip.open(path, "wb") as file:
        file.write(b'{"record":"library","format":1,"schema":14}\n')
        for _ in range(80):
            file.write(b'{"record":"excluded","uri":"' + b" " * 1_000_000 + b'"}\n')


def torn(path: Path) -> None:
    path.write_bytes(gzip.compress(b'{"record":"library","format":1,"schema":14}\n' * 99)[:40])


def damaged(path: Path) -> None:
    packed = bytearray(gzip.compress(os.urandom(9000)))
    packed[20:60] = bytes(40)
    path.write_bytes(packed)


@pytest.mark.parametrize("make", [bomb, torn, damaged])
def test_what_is_packed_to_do_harm_makes_nothing(tmp_path: Path, make: Callable[[Path], None]) -> None:
    here = installed_at(tmp_path / "home", {}, keyring=FileKeyring(tmp_path / "keyring.json"))
    make(tmp_path / "a.jsonl.gz")
    with pytest.raises(UsageError):
        import_lines(here, tmp_path / "a.jsonl.gz", "again")
    assert list((tmp_path / "home").rglob("*.tsuzuri*")) == []
    assert here.keys.state("again") == "missing"
