"""What was forgotten is gone from the file's bytes once the store was scrubbed."""

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.samples import NOW, evidence, fact_draft, mention, name, state, store
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.values import EntityType, Kind, NameKind, Quarantined
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.text.segment import segment

ENGLISH = "Quillaxine Zephyrotti repaired the vombastic theodolite near Xylocarp."
JAPANESE = "鸚鵡螺の蒐集家である錺屋が驟雨の埠頭で燐寸を拾った。"
KEPT = ("Aiko keeps bees in Otaru.", "愛子は小樽で蜂を飼っている。")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def backend(path: Path) -> Iterator[SqliteBackend]:
    opened = SqliteBackend(path, None, clock=lambda: NOW)
    yield opened
    opened.close()


def fill(backend: SqliteBackend) -> None:
    """Many documents, so that what is forgotten shares its pages; the rare one in between speaks of what all do."""
    for number in range(60):
        with backend.transaction():
            stored = store(backend, f"/kept/{number}.txt", [f"{text} {number}" for text in KEPT])
            aiko = name(backend, f"Aiko {number}")
            backend.graph.add_mentions([mention(aiko, passage) for passage in stored.passages])
            state(backend, fact_draft(aiko, "keeps", None, value="bees"), evidence(stored.passages[0]))
        if number == 30:
            with backend.transaction():
                rare = store(backend, "/rare/Quillaxine.txt", [ENGLISH, JAPANESE])
                quill = name(backend, "Quillaxine Zephyrotti", EntityType.CONCEPT)
                backend.graph.vote_type(quill, EntityType.PERSON, rare.passages[0])
                backend.graph.add_mentions([mention(quill, passage) for passage in rare.passages])
                backend.graph.add_mentions([mention(aiko, rare.passages[0])])
                backend.graph.add_alias(aiko, "錺屋", "錺屋", NameKind.STATED, rare.passages[1])
                backend.lexical.put(Kind.ENTITY, [LexicalEntry(aiko, "Aiko", "", "錺屋")])
                fact = state(
                    backend, fact_draft(quill, "repaired", None, value="theodolite"), evidence(rare.passages[0])
                )
                backend.lexical.put(Kind.FACT, [LexicalEntry(fact, "Quillaxine", "repaired", ENGLISH)])
                backend.graph.quarantine([Quarantined(rare.passages[1], JAPANESE, "蒐集家 is odd", "m")], NOW)
                backend.catalog.set_aside(rare.passages[1], "Xylocarp")


def left(path: Path) -> set[str]:
    """Which words, or pieces of words, of the rare text are in any of the library's files."""
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
    data = b"".join(file.read_bytes() for file in files if file.exists()).lower()
    words = {word for word in segment(ENGLISH) if len(word) > 5}
    pieces = (
        {word[-5:] for word in words}
        | words
        | {word for word in segment(JAPANESE) if not set(word) & set("のでをたがるっ")}
    )
    found = {piece for piece in pieces if piece.encode() in data}
    deflated = zlib.compress(f"{ENGLISH}\n{JAPANESE}".encode())[8:-8]
    return found | ({"deflated"} if deflated.lower() in data else set())


def forget(backend: SqliteBackend) -> None:
    source = backend.catalog.source_by_uri("/rare/Quillaxine.txt")
    assert source is not None
    with backend.transaction():
        backend.catalog.forget(source.id)


def test_nothing_of_a_forgotten_text_is_in_the_files(backend: SqliteBackend, path: Path) -> None:
    fill(backend)
    assert {"quillaxine", "鸚鵡", "deflated"} <= left(path)
    forget(backend)
    backend.scrub()
    assert left(path) == set()
    assert path.with_name(path.name + "-wal").stat().st_size == 0
    assert backend.check() == ()
    assert backend.catalog.counts().entities == 60
    backend.close()
    assert left(path) == set()


def test_what_is_kept_is_found_as_before(backend: SqliteBackend) -> None:
    fill(backend)
    bees, otaru = backend.lexical.frequencies(Kind.PASSAGE, ["bees", "小樽"])
    forget(backend)
    backend.scrub()
    assert backend.lexical.frequencies(Kind.PASSAGE, ["bees", "小樽", "theodolite"]) == (bees, otaru, 0)


def test_a_reader_that_stays_is_told_of(backend: SqliteBackend, path: Path) -> None:
    fill(backend)
    reader = connect(path, None, writer=False)
    try:
        reader.execute("BEGIN; SELECT count(*) FROM passage").fetchall()
        forget(backend)
        with pytest.raises(LibraryBusy):
            backend.scrub()
    finally:
        reader.close()
    backend.scrub()
    assert left(path) == set()
