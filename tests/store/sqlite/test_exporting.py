"""An export holds all that is stored, and a library made of it is the same one, line for line, or is not made."""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.samples import (
    KEY,
    NOW,
    SPACE,
    directions,
    evidence,
    fact_draft,
    mention,
    name,
    said,
    state,
    store,
    words,
)
from tsuzuri.core.errors import LibraryDamaged, LibraryLocked, TsuzuriError, UsageError
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Kind
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.exporting import count, export
from tsuzuri.store.sqlite.importing import load
from tsuzuri.store.sqlite.schema import MIGRATIONS

OTHER_KEY = bytes(reversed(range(32)))


def fill(path: Path, key: bytes | None = None) -> None:
    """A library with a bit of everything: two documents, one of them forgotten again, a union, a fact and a value."""
    backend = SqliteBackend(path, key, clock=lambda: NOW)
    with backend.transaction():
        first = store(backend, "/notes/計画.md", ["葉山が工場を見た。", "Rina Hayami moved."], [said(2024), None])
        gone = store(backend, "/gone.md", ["to be forgotten"])
        rina, hayami = name(backend, "Rina Hayami"), name(backend, "葉山")
        backend.graph.add_mentions([mention(rina, first.passages[1]), mention(hayami, first.passages[0])])
        valid = Interval(date(2021, 5, 1), None, Precision.MONTH)
        state(backend, fact_draft(rina, "knows", hayami, valid=valid), evidence(first.passages[1]))
        state(backend, fact_draft(rina, "born_on", None, value="1980"), evidence(first.passages[1]))
        backend.identities.unite(rina, hayami)
        backend.catalog.forget(gone.source)
    backend.close()


def exported(path: Path, key: bytes | None = None) -> list[bytes]:
    return [line.encode() + b"\n" for line in export(path, key)]


def made_of(lines: list[bytes], path: Path, key: bytes | None = None) -> int:
    return load(lines, path, key, NOW, lambda _: None)


@pytest.mark.parametrize("keys", [(None, KEY), (KEY, None), (KEY, OTHER_KEY)])
def test_a_library_made_of_an_export_exports_the_same_bytes(
    tmp_path: Path, keys: tuple[bytes | None, bytes | None]
) -> None:
    fill(tmp_path / "a.db", keys[0])
    lines = exported(tmp_path / "a.db", keys[0])
    assert made_of(lines, tmp_path / "b.db", keys[1]) == len(lines) - 1
    assert exported(tmp_path / "b.db", keys[1]) == lines


def test_it_finds_what_the_other_one_found(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    made_of(exported(tmp_path / "a.db"), tmp_path / "b.db")
    found = []
    for file in ("a.db", "b.db"):
        backend = SqliteBackend(tmp_path / file, None)
        space = backend.vectors.find_space(SPACE)
        assert space is not None
        found.append(
            (
                [hit.id for hit in backend.lexical.match(Kind.PASSAGE, words("moved"), 5)],
                backend.vectors.nearest(space, Kind.FACT, directions(1)[0], 5),
                backend.graph.facts_of(backend.graph.entities().items[0].id),
            )
        )
        assert backend.check() == ()
        backend.close()
    assert found[0] == found[1]
    assert all(found[0])


def test_ids_that_were_used_are_not_used_again(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    made_of(exported(tmp_path / "a.db"), tmp_path / "b.db")
    ids = []
    for file in ("a.db", "b.db"):
        backend = SqliteBackend(tmp_path / file, None)
        with backend.transaction():
            ids.append(store(backend, "/new.md", ["new"]))
        backend.close()
    assert ids[0] == ids[1]


def test_an_export_tells_nothing_of_where_and_when_it_was_made(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    head, *_, end = map(json.loads, exported(tmp_path / "a.db"))
    assert head == {"record": "library", "format": 1, "schema": len(MIGRATIONS)}
    assert set(end) == {"record", "records", "sha256"}
    assert count(tmp_path / "a.db", None) < end["records"]


def test_the_text_of_a_document_is_readable(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    texts = [record for line in exported(tmp_path / "a.db") if (record := json.loads(line))["record"] == "content_text"]
    assert [record["text"] for record in texts] == ["葉山が工場を見た。\nRina Hayami moved."]


def end_anew(lines: list[bytes]) -> list[bytes]:
    """The lines with an end that fits them: whoever changes an export can do that too."""
    body = lines[:-1]
    digest = hashlib.sha256(b"".join(body)).hexdigest()
    return [*body, json.dumps({"record": "end", "records": len(body), "sha256": digest}).encode()]


def without_a_fact(lines: list[bytes]) -> list[bytes]:
    return end_anew([line for line in lines if b'"record":"fact"' not in line])


def with_evidence_outside(lines: list[bytes]) -> list[bytes]:
    return end_anew([line.replace(b'"statement_end":4', b'"statement_end":4000') for line in lines])


def with_another_table(lines: list[bytes]) -> list[bytes]:
    return end_anew([*lines[:-1], b'{"record":"sqlite_schema","sql":"x"}\n', lines[-1]])


def with_another_column(lines: list[bytes]) -> list[bytes]:
    return end_anew([line.replace(b'"uri":', b'"uri) VALUES (1); --":') for line in lines])


def with_another_type(lines: list[bytes]) -> list[bytes]:
    return end_anew([line.replace(b'"statement_end":4', b'"statement_end":"4"') for line in lines])


def with_a_sequence_too_low(lines: list[bytes]) -> list[bytes]:
    return end_anew(
        [line.replace(b'"name":"passage","greatest":3', b'"name":"passage","greatest":1') for line in lines]
    )


def with_a_vector_of_another_length(lines: list[bytes]) -> list[bytes]:
    def shorter(line: bytes) -> bytes:
        record = json.loads(line)
        if record["record"] == "vector":
            record["embedding"] = "AACAPw=="
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"

    return end_anew([*map(shorter, lines[:-1]), lines[-1]])


@pytest.mark.parametrize(
    "number", ["1" + "0" * 400, "1" + "0" * 9000, "1e999", "NaN", "-Infinity", "true", '"1"', "[]"]
)
@pytest.mark.parametrize("column", [b'"confidence":0.5', b'"learnt_at":', b'"id":1,'])
def test_a_number_that_is_none_makes_nothing(tmp_path: Path, column: bytes, number: str) -> None:
    fill(tmp_path / "a.db")
    name, _, _ = column.partition(b":")
    pattern = re.compile(re.escape(column.rstrip(b",")) + rb"\d*")
    lines = [pattern.sub(name + b":" + number.encode(), line) for line in exported(tmp_path / "a.db")]
    with pytest.raises(UsageError):
        made_of(end_anew(lines), tmp_path / "b.db")
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]


def test_an_empty_file_that_a_death_has_left_is_no_library(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    (tmp_path / "b.db").touch()
    made_of(exported(tmp_path / "a.db"), tmp_path / "b.db")
    assert exported(tmp_path / "b.db") == exported(tmp_path / "a.db")


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [],
        lambda lines: lines[:-1],
        lambda lines: [*lines[:5], *lines[6:]],
        lambda lines: [*lines, lines[-1]],
        lambda lines: [b"\xff\xfe", *lines],
        lambda lines: [b"[" * 100_000, *lines],
        lambda lines: [lines[0], b'{"record":"nothing"}\n', *lines[1:]],
        lambda lines: [lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]],
        lambda lines: [lines[0].replace(b'"schema":', b'"schema":-'), *lines[1:]],
        without_a_fact,
        with_evidence_outside,
        with_another_table,
        with_another_column,
        with_another_type,
        with_a_sequence_too_low,
        with_a_vector_of_another_length,
    ],
)
def test_what_is_no_whole_export_makes_nothing(tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    fill(tmp_path / "a.db")
    changed = change(exported(tmp_path / "a.db"))
    with pytest.raises(UsageError):
        made_of(changed, tmp_path / "b.db")
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_export_that_was_changed_anywhere_ends_in_an_error_of_ours_or_a_sound_library(
    tmp_path: Path, data: st.DataObject
) -> None:
    source, target = tmp_path / "a.db", tmp_path / "b.db"
    if not source.exists():
        fill(source)
    lines = exported(source)
    number = data.draw(st.integers(0, len(lines) - 2))
    at = data.draw(st.integers(0, len(lines[number]) - 2))
    changed = lines[number][:at] + data.draw(st.binary(min_size=0, max_size=3)) + lines[number][at + 1 :]
    lines = end_anew([*lines[:number], changed.replace(b"\n", b" ")[:-1] + b"\n", *lines[number + 1 :]])
    try:
        made_of(lines, target)
    except TsuzuriError:
        assert not target.exists()
    else:
        backend = SqliteBackend(target, None)
        assert backend.check() == ()
        backend.close()
        target.unlink()
    assert {file.name for file in tmp_path.iterdir()} == {"a.db"}


def test_an_export_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    older = [
        line.encode() + b"\n"
        for line in (Path(__file__).parent / "export-of-schema-13.jsonl").read_text("utf-8").splitlines()
    ]
    made_of(older, tmp_path / "b.db")
    backend = SqliteBackend(tmp_path / "b.db", None)
    assert [entity.name for entity in backend.graph.entities().items] == ["Rina Hayami"]
    assert backend.check() == ()
    backend.close()
    assert [file.name for file in tmp_path.iterdir()] == ["b.db"]


def test_one_of_an_older_version_that_is_not_whole_leaves_no_copy(tmp_path: Path) -> None:
    older = (Path(__file__).parent / "export-of-schema-13.jsonl").read_bytes().splitlines(keepends=True)
    without = [line for line in older if not line.startswith(b'{"record":"content",')]
    with pytest.raises(UsageError):
        made_of(end_anew(without), tmp_path / "b.db")
    assert list(tmp_path.iterdir()) == []


def test_one_of_a_newer_version_says_so(tmp_path: Path) -> None:
    head = json.dumps({"record": "library", "format": 1, "schema": len(MIGRATIONS) + 1}).encode()
    with pytest.raises(LibraryDamaged, match="newer version"):
        made_of([head], tmp_path / "b.db")


def test_a_library_that_is_there_is_left_alone(tmp_path: Path) -> None:
    fill(tmp_path / "a.db")
    before = exported(tmp_path / "a.db")
    with pytest.raises(LibraryDamaged, match="already"):
        made_of(before, tmp_path / "a.db")
    assert exported(tmp_path / "a.db") == before


def test_a_wrong_key_gives_no_line(tmp_path: Path) -> None:
    fill(tmp_path / "a.db", KEY)
    with pytest.raises(LibraryLocked):
        exported(tmp_path / "a.db", OTHER_KEY)
