"""Small invented data for the store's tests, and one call that stores a document with all its indexes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId, SourceId, SpaceId
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match, Term
from tsuzuri.core.literals import ValueForm
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.core.values import (
    ContentDraft,
    EmbeddingSpace,
    EntityType,
    Evidence,
    FactDraft,
    Kind,
    Mention,
    PassageDraft,
    SourceDraft,
)
from tsuzuri.text.segment import segment

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
SPACE = EmbeddingSpace(model="tiny", revision="1", dimension=8, query_prefix="", passage_prefix="")
KEY = bytes(range(32))


def said(year: int, month: int = 1, day: int = 1) -> Said:
    return Said(datetime(year, month, day, tzinfo=UTC), SaidKind.MESSAGE)


def source_draft(uri: str, size: int = 10) -> SourceDraft:
    return SourceDraft(uri=uri, size=size, modified=NOW)


def content_draft(text: str, title: str = "Notes") -> ContentDraft:
    digest = hashlib.sha256(text.encode()).digest()
    return ContentDraft(digest, text, "text/plain", title, "en", "utf-8", said(2024))


def passage_drafts(texts: Sequence[str], dates: Sequence[Said | None] = ()) -> tuple[PassageDraft, ...]:
    drafts: list[PassageDraft] = []
    start = 0
    for ordinal, text in enumerate(texts):
        when = dates[ordinal] if dates else None
        span = Span(start, start + len(text))
        drafts.append(PassageDraft(ordinal, span, text, "Heading", f"line {ordinal + 1}", "", when))
        start += len(text) + 1
    return tuple(drafts)


def directions(count: int, seed: int = 0, dimension: int = 8) -> "Vectors":
    vectors = np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


@dataclass(frozen=True, slots=True)
class Stored:
    source: SourceId
    content: ContentId
    passages: tuple[PassageId, ...]


def store(backend: Backend, uri: str, texts: Sequence[str], dates: Sequence[Said | None] = ()) -> Stored:
    """Store a document with its full text and vectors. Call inside a transaction."""
    source = backend.catalog.put_sources([source_draft(uri)], NOW)[0]
    draft = content_draft("\n".join(texts))
    content, ids = backend.catalog.put_content(source, draft, passage_drafts(texts, dates))
    backend.lexical.put(
        Kind.PASSAGE, [LexicalEntry(id_, draft.title, "", text) for id_, text in zip(ids, texts, strict=True)]
    )
    backend.vectors.put(backend.vectors.space(SPACE), Kind.PASSAGE, ids, directions(len(ids), seed=content))
    return Stored(source, content, ids)


def name(backend: Backend, words: str, type: EntityType = EntityType.PERSON) -> EntityId:
    """An entity with its full text and vector. Call inside a transaction."""
    id_ = backend.graph.add_entity(words, words.casefold(), type, NOW)
    backend.lexical.put(Kind.ENTITY, [LexicalEntry(id_, words, "", "")])
    backend.vectors.put(backend.vectors.space(SPACE), Kind.ENTITY, [id_], directions(1, seed=id_))
    return id_


def mention(entity: EntityId, passage: PassageId, start: int = 0) -> Mention:
    return Mention(entity, passage, Span(start, start + 1))


def fact_draft(
    subject: EntityId,
    relation: str,
    object_id: EntityId | None,
    *,
    value: str = "",
    form: ValueForm | None = None,
    valid: Interval = UNDATED,
    when: Said | None = None,
    confidence: float = 0.5,
) -> FactDraft:
    return FactDraft(subject, relation, object_id, value, valid, when, NOW, confidence, form)


def evidence(passage: PassageId, *, end: int = 4, confidence: float = 0.5, by: str = "rule 1") -> Evidence:
    return Evidence(passage, Span(0, end), Span(0, 1), Span(2, 3), None, confidence, by)


def state(backend: Backend, draft: FactDraft, proof: Evidence) -> FactId:
    """A fact with its full text and vector. Call inside a transaction."""
    id_ = backend.graph.add_fact(draft, proof)
    backend.lexical.put(Kind.FACT, [LexicalEntry(id_, "", "", draft.relation)])
    backend.vectors.put(backend.vectors.space(SPACE), Kind.FACT, [id_], directions(1, seed=id_))
    return id_


def space_of(backend: Backend) -> SpaceId:
    with backend.transaction():
        return backend.vectors.space(SPACE)


def words(text: str, match: Match = Match.ALL) -> LexicalQuery:
    return LexicalQuery(tuple(Term((token,)) for token in segment(text)), match)
