"""What the tests of ingest, extract and search share: both stores, a small ontology, and texts that are stored."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.fakes import FakeEmbedder
from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ids import PassageId, SourceId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ontology import VALUE, Cardinality, Ontology, Relation
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import ContentDraft, Kind, PassageDraft, SourceDraft
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend

STORES = ("memory", "sqlite")
NOW = datetime(2025, 6, 1, tzinfo=UTC)
SAID = Said(datetime(2024, 3, 11, 8, 0, tzinfo=UTC), SaidKind.FRONT_MATTER)


def relation(
    name: str,
    domain: str,
    range: str,
    *,
    lasting: bool = False,
    synonyms: tuple[str, ...] = (),
    swapped: tuple[str, ...] = (),
) -> Relation:
    """`domain` and `range` list their types with spaces between them."""
    kinds = frozenset(domain.split()), frozenset(range.split())
    return Relation(name, f"what {name} means", *kinds, Cardinality.MANY, lasting, synonyms, swapped)


ONTOLOGY = Ontology(
    (
        relation("works_at", "person", "organization", lasting=True, synonyms=("employed_by",), swapped=("employs",)),
        relation("works_as", "person", f"{VALUE} concept", lasting=True),
        relation("lives_in", "person", "place", lasting=True),
        relation("founded", "person organization", "organization", swapped=("founded_by",)),
        relation("married_to", "person", "person"),
        relation("born_on", "person", VALUE),
        relation("caused", "event concept", "event concept"),
        relation("owns", "person organization", "thing place"),
    )
)


def open_backend(store: str, folder: Path) -> Backend:
    return MemoryBackend() if store == "memory" else SqliteBackend(folder / "library.db", None, clock=lambda: NOW)


def record(backend: Backend, path: Path) -> SourceId:
    """A file that the library knows and has not read."""
    with backend.transaction():
        return backend.catalog.put_sources([SourceDraft(str(path), path.stat().st_size, NOW)], NOW)[0]


def store_text(
    backend: Backend,
    uri: str,
    passages: Sequence[str],
    *,
    said: Said | None = SAID,
    title: str = "",
    speaker: str = "",
) -> tuple[PassageId, ...]:
    """A document whose passages stand on lines of their own, in full text and as vectors."""
    text = "\n\n".join(passages)
    drafts = []
    start = 0
    for ordinal, passage in enumerate(passages):
        span = Span(start, start + len(passage))
        drafts.append(
            PassageDraft(ordinal, span, passage, locator=f"line {2 * ordinal + 1}", speaker=speaker, said=said)
        )
        start += len(passage) + 2
    content = ContentDraft(
        hashlib.sha256(f"{uri}\n{text}".encode()).digest(), text, "text/plain", title or uri, "", "utf-8", said
    )
    with backend.transaction():
        source = backend.catalog.put_sources([SourceDraft(uri, len(text), NOW)], NOW)[0]
        _, ids = backend.catalog.put_content(source, content, drafts)
        entries = [LexicalEntry(id_, content.title, "", passage) for id_, passage in zip(ids, passages, strict=True)]
        backend.lexical.put(Kind.PASSAGE, entries)
        space = backend.vectors.space(FakeEmbedder().space)
        backend.vectors.put(space, Kind.PASSAGE, ids, FakeEmbedder().passages(passages))
    return ids
