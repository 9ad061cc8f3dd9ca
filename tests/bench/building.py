"""Writes a generated library through the store's own API: text, full text, vectors, entities, mentions and facts."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.corpus import PASSAGES_EACH, Corpus, Named, Paper, Stated
from tests.bench.directions import SPACE, directions
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import (
    ContentDraft,
    Evidence,
    FactDraft,
    Kind,
    Mention,
    NameKind,
    PassageDraft,
    SourceDraft,
)
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.text.normalise import key

LAYOUT = 3
"""Of what is generated and how it is stored; a library of another layout is built anew."""

KEY = hashlib.sha256(b"the bench's library holds no secret").digest()
"""The key of encrypted libraries."""

_NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
_PAPERS_AT_ONCE = 5


@dataclass(frozen=True, slots=True)
class Built:
    """A library that was built: how many passages, in how many seconds."""

    passages: int
    seconds: float

    @property
    def rate(self) -> float:
        """Passages a second."""
        return self.passages / self.seconds


def build(path: Path, size: int, *, encrypted: bool) -> Built:
    """Build the library of `size` passages at `path`, which appears there when it is whole."""
    part = path.with_name(path.name + ".part")
    for leftover in part.parent.glob(part.name + "*"):
        leftover.unlink()
    backend = SqliteBackend(part, KEY if encrypted else None)
    started = time.perf_counter()
    fill(backend, Corpus(size))
    seconds = time.perf_counter() - started
    backend.close()
    part.replace(path)
    return Built(size, seconds)


@contextmanager
def opened(path: Path, *, encrypted: bool) -> Iterator[SqliteBackend]:
    """A library that was built, open."""
    backend = SqliteBackend(path, KEY if encrypted else None)
    try:
        yield backend
    finally:
        backend.close()


def fill(backend: Backend, corpus: Corpus) -> None:
    """Write the corpus, a hundred passages a transaction."""
    writer = _Writer(backend)
    for first in range(0, corpus.papers, _PAPERS_AT_ONCE):
        numbers = range(first, min(first + _PAPERS_AT_ONCE, corpus.papers))
        papers = [(number, corpus.paper(number)) for number in numbers]
        with backend.transaction():
            writer.write(papers)


def put_paper(backend: Backend, number: int, paper: Paper) -> tuple[PassageId, ...]:
    """Store one document with its full text and vectors, as ingest does; inside a transaction."""
    drafts: list[PassageDraft] = []
    start = 0
    for ordinal, (passage, heading) in enumerate(zip(paper.passages, paper.headings, strict=True)):
        span = Span(start, start + len(passage.text))
        drafts.append(PassageDraft(ordinal, span, passage.text, heading, f"line {ordinal + 1}", "", paper.said))
        start = span.end + 1
    text = "\n".join(draft.text for draft in drafts)
    digest = hashlib.sha256(f"{number}\n{text}".encode()).digest()
    content = ContentDraft(digest, text, "text/plain", paper.title, paper.language, "utf-8", paper.said)
    uri = f"/generated/{number % 50:02}/{number:06}.txt"
    source = backend.catalog.put_sources([SourceDraft(uri, len(text.encode()), paper.said.at)], _NOW)[0]
    _, ids = backend.catalog.put_content(source, content, drafts)
    entries = [
        LexicalEntry(id_, paper.title, draft.heading, draft.text) for id_, draft in zip(ids, drafts, strict=True)
    ]
    backend.lexical.put(Kind.PASSAGE, entries)
    _put_vectors(backend, Kind.PASSAGE, ids)
    return ids


@dataclass(slots=True)
class _Writer:
    backend: Backend
    known: dict[int, EntityId] = field(default_factory=dict)

    def write(self, papers: list[tuple[int, Paper]]) -> None:
        entities: list[LexicalEntry] = []
        facts: list[LexicalEntry] = []
        mentions: list[Mention] = []
        passages: list[PassageId] = []
        for number, paper in papers:
            ids = put_paper(self.backend, number, paper)
            passages += ids
            for id_, passage in zip(ids, paper.passages, strict=True):
                for fact in passage.facts:
                    subject, of = (self._entity(one, id_, entities) for one in (fact.subject, fact.object))
                    mentions += (Mention(subject, id_, fact.subject_span), Mention(of, id_, fact.object_span))
                    facts.append(self._fact(fact, subject, of, id_, paper, passage.text))
        self.backend.graph.add_mentions(mentions)
        self.backend.lexical.put(Kind.ENTITY, entities)
        self.backend.lexical.put(Kind.FACT, facts)
        _put_vectors(self.backend, Kind.ENTITY, [entry.id for entry in entities])
        _put_vectors(self.backend, Kind.FACT, [entry.id for entry in facts])
        self.backend.catalog.set_read(passages)

    def _entity(self, named: Named, passage: PassageId, entries: list[LexicalEntry]) -> EntityId:
        """The entity's id; made, and noted for the indexes, when the name comes up first, in that passage."""
        if (known := self.known.get(named.number)) is not None:
            return known
        id_ = self.backend.graph.add_entity(named.name, key(named.name), named.type, _NOW)
        if named.short:
            self.backend.graph.add_alias(id_, named.short, key(named.short), NameKind.SHORT, passage)
        entries.append(LexicalEntry(id_, named.name, "", named.short))
        self.known[named.number] = id_
        return id_

    def _fact(
        self, fact: Stated, subject: EntityId, of: EntityId, passage: PassageId, paper: Paper, text: str
    ) -> LexicalEntry:
        draft = FactDraft(subject, fact.relation, of, "", fact.valid, paper.said, _NOW, 0.8)
        spans = (fact.statement, fact.subject_span, fact.object_span, fact.time_span)
        id_: FactId = self.backend.graph.add_fact(draft, Evidence(passage, *spans, 0.8, "bench 1"))
        ends = f"{fact.subject.name} {fact.object.name}"
        return LexicalEntry(id_, ends, fact.relation.replace("_", " "), fact.statement.of(text))


def _put_vectors(backend: Backend, kind: Kind, ids: "list[int] | tuple[int, ...]") -> None:
    if ids:
        backend.vectors.put(backend.vectors.space(SPACE), kind, ids, directions(len(ids), seed=ids[0]))


def papers_for(passages: int) -> int:
    """How many documents hold that many passages."""
    return -(-passages // PASSAGES_EACH)
