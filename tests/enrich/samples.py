"""Invented things with made-up directions, and a store that holds them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED
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
from tsuzuri.enrich.grouping import Node
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
SPACE = EmbeddingSpace("tiny", "1", 8, "", "")
_LENGTH = 400


def now() -> datetime:
    return NOW


def around(*topics: int, spread: float = 0.05) -> "Vectors":
    """Unit vectors near the axis of each topic (0 to 7), the same each time."""
    noise = np.random.default_rng(7).normal(size=(len(topics), SPACE.dimension)) * spread
    vectors = np.eye(SPACE.dimension)[list(topics)] + noise
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def nodes(*names: str, type: EntityType = EntityType.CONCEPT) -> tuple[Node, ...]:
    return tuple(Node(at, name, type, (type.value,), weight=len(names) - at) for at, name in enumerate(names))


def remember(
    backend: Backend,
    names: Sequence[str],
    vectors: "Vectors | None" = None,
    *,
    types: Mapping[str, EntityType] | None = None,
    uri: str = "/notes.txt",
    speakers: Sequence[str] = (),
) -> tuple[EntityId, ...]:
    """Entities that a document of their own mentions, with vectors if any are given."""
    texts = [f"{uri} {'x' * _LENGTH}", *(f"{speaker} says" for speaker in speakers)]
    drafts, start = [], 0
    for ordinal, (text, speaker) in enumerate(zip(texts, ("", *speakers), strict=True)):
        drafts.append(PassageDraft(ordinal, Span(start, start + len(text)), text, speaker=speaker))
        start += len(text) + 1
    content = ContentDraft(_digest(uri), "\n".join(texts), "text/plain", uri, "en", "utf-8", None)
    with backend.transaction():
        source = backend.catalog.put_sources([SourceDraft(uri, len(content.text), NOW)], NOW)[0]
        _, passages = backend.catalog.put_content(source, content, drafts)
        ids = tuple(
            backend.graph.add_entity(name, key(name), (types or {}).get(name, EntityType.CONCEPT), NOW)
            for name in names
        )
        backend.graph.add_mentions(Mention(id_, passages[0], Span(at, at + 1)) for at, id_ in enumerate(ids))
        if vectors is not None:
            backend.vectors.put(backend.vectors.space(SPACE), Kind.ENTITY, ids, vectors)
    return ids


def state(backend: Backend, subject: EntityId, relation: str, object_id: EntityId) -> None:
    """A fact between two entities that the first document states."""
    source = backend.catalog.source_by_uri("/notes.txt")
    assert source is not None
    assert source.content_id is not None
    passage = backend.catalog.passages_of(source.content_id)[0].id
    whole = Span(0, 1)
    with backend.transaction():
        backend.graph.add_fact(
            FactDraft(subject, relation, object_id, "", UNDATED, None, NOW, 0.9),
            Evidence(passage, whole, whole, whole, None, 0.9, "test"),
        )


def _digest(text: str) -> bytes:
    import hashlib

    return hashlib.sha256(text.encode()).digest()
