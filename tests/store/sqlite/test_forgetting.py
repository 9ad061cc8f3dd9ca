"""Property: adding a document and forgetting it leaves every table as it was."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.samples import (
    KEY,
    NOW,
    content_draft,
    evidence,
    fact_draft,
    mention,
    name,
    said,
    source_draft,
    space_of,
    state,
)
from tests.store.samples import store as store_document
from tsuzuri.core.ids import EntityId, SourceId
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import Quarantined
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect

NAMES = ("Ada", "Ben", "Chie", "Dai")


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a passage tells it: indexes into NAMES; without object it is about a value."""

    subject: int
    object: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Page:
    """A document: what each passage tells. Two with the same number are the same bytes."""

    number: int
    passages: tuple[tuple[Told, ...], ...]


told = st.builds(
    Told,
    subject=st.integers(0, 3),
    object=st.none() | st.integers(0, 3),
    confidence=st.sampled_from([0.2, 0.5, 0.9]),
)
pages = st.builds(
    Page,
    number=st.integers(0, 3),
    passages=st.lists(st.lists(told, max_size=4).map(tuple), min_size=1, max_size=3).map(tuple),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forgetting") / "library.db"


@pytest.fixture(scope="module")
def backend(path: Path) -> Iterator[SqliteBackend]:
    opened = SqliteBackend(path, KEY, clock=lambda: NOW)
    space_of(opened)  # a space is made once and stays
    with opened.transaction():
        opened.graph.set_rules(Rules(frozenset({"knows"})))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def eye(backend: SqliteBackend, path: Path) -> Iterator[apsw.Connection]:
    reader = connect(path, KEY, writer=False)
    yield reader
    reader.close()


def add(backend: SqliteBackend, uri: str, page: Page) -> SourceId:
    texts = [f"document {page.number} passage {i}" for i in range(len(page.passages))]
    with backend.transaction():
        known = backend.catalog.find_content(content_draft("\n".join(texts)).sha256)
        if known is not None:
            source = backend.catalog.put_sources([source_draft(uri)], NOW)[0]
            backend.catalog.attach(source, known)
            return source
        stored = store_document(backend, uri, texts, [said(2000 + i) for i in range(len(texts))])
        for passage, facts in zip(stored.passages, page.passages, strict=True):
            for one in facts:
                subject = entity(backend, NAMES[one.subject])
                object_id = None if one.object is None else entity(backend, NAMES[one.object])
                draft = fact_draft(
                    subject,
                    "knows",
                    object_id,
                    value="" if object_id else "something",
                    when=said(2000 + page.number),
                    confidence=one.confidence,
                )
                state(backend, draft, evidence(passage, confidence=one.confidence))
                backend.graph.add_mentions([mention(subject, passage)])
            backend.graph.quarantine([Quarantined(passage, "line", "reason", "m")], NOW)
        backend.catalog.set_read(stored.passages[:1])
    return stored.source


def entity(backend: SqliteBackend, words: str) -> EntityId:
    known = backend.graph.entities_by_key([words.casefold()]).get(words.casefold())
    return known[0].id if known else name(backend, words)


def forget_all(backend: SqliteBackend) -> None:
    sources = backend.catalog.sources().items
    with backend.transaction():
        for source in sources:
            backend.catalog.forget(source.id)


def dump(eye: apsw.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, and what the full-text indexes hold.

    The counters of ids only grow, and a fact that is told again gets a new vector row: neither is compared.
    """
    tables = eye.execute(
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    rows = {str(table): f"SELECT * FROM {table} ORDER BY 1" for (table,) in tables}
    for kind in ("passage", "entity", "fact"):
        rows[f"{kind}_terms"] = f"SELECT * FROM {kind}_terms ORDER BY 1"
        rows[f"{kind}_fts"] = f"SELECT id FROM {kind}_fts_docsize ORDER BY 1"
    rows["vector"] = "SELECT space_id, kind, owner_id, embedding FROM vector ORDER BY 1, 2, 3"
    rows["vector_bits"] = "SELECT v.kind, owner_id, bits FROM vector_bits JOIN vector v ON id = vector_id ORDER BY 1, 2"
    return {table: eye.execute(query).fetchall() for table, query in rows.items()}


@settings(max_examples=40, deadline=None)
@given(st.lists(pages, max_size=3), pages)
def test_adding_then_forgetting_is_nothing(
    backend: SqliteBackend, eye: apsw.Connection, before: list[Page], extra: Page
) -> None:
    forget_all(backend)  # what an example that failed left behind
    sources = [add(backend, f"/{i}.txt", page) for i, page in enumerate(before)]
    kept = dump(eye)
    gone = add(backend, "/extra.txt", extra)
    assert backend.check() == ()
    with backend.transaction():
        backend.catalog.forget(gone)
    assert backend.check() == ()
    assert dump(eye) == kept
    assert [source.id for source in backend.catalog.sources().items] == sources
    forget_all(backend)
    left = {table for table, rows in dump(eye).items() if rows}
    assert left == {"space", "migration", "control", "single_valued"}
