"""One batch of what the model found, into the store in one transaction: graph, indexes and state, or nothing."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import ContentId, EntityId, FactId, SpaceId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.ports import Backend, Embedder
from tsuzuri.core.values import Entity, Evidence, FactDraft, Kind, Mention, Passage, Quarantined
from tsuzuri.extract.ground import GroundedFact, Name, Refused
from tsuzuri.extract.names import occurrences
from tsuzuri.extract.resolve import Resolver

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage the model has read, with what holds and what fell."""

    passage: Passage
    facts: tuple[GroundedFact, ...]
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What one round of the model gives: passages read, and passages it could not read with the reason."""

    read: tuple[ReadPassage, ...]
    set_aside: tuple[tuple[Passage, str], ...]


@dataclass(slots=True)
class _Written:
    """What the transaction has touched, to be indexed at its end."""

    touched: dict[EntityId, None] = field(default_factory=dict)
    created: dict[EntityId, Name] = field(default_factory=dict)
    facts: dict[FactId, tuple[GroundedFact, str]] = field(default_factory=dict)
    refused: list[Quarantined] = field(default_factory=list)


class BatchWriter:
    """Writes batches. `by` names model and prompt in the evidence; vectors are made before the transaction opens."""

    def __init__(self, backend: Backend, embedder: Embedder | None, clock: Clock, *, by: str) -> None:
        self._backend = backend
        self._embedder = embedder
        self._clock = clock
        self._by = by

    def write(self, batch: Batch) -> None:
        """Write all of it in one transaction."""
        now = self._clock()
        vectors = self._embed(batch)
        names = _names(batch)
        passages = {content: [one.id for one in self._backend.catalog.passages_of(content)] for content in names}
        with self._backend.transaction():
            written = _Written()
            resolver = Resolver(self._backend.graph, now)
            resolver.prepare(names, passages)
            for read in batch.read:
                self._write_passage(read, resolver, written, now)
            self._index(written, vectors)
            refused = written.refused + [
                Quarantined(read.passage.id, one.line, one.reason, self._by)
                for read in batch.read
                for one in read.refused
            ]
            self._backend.graph.quarantine(refused, now)
            for passage, reason in batch.set_aside:
                self._backend.catalog.set_aside(passage.id, reason)
            self._backend.catalog.set_read([read.passage.id for read in batch.read])

    def _write_passage(self, read: ReadPassage, resolver: Resolver, written: _Written, now: datetime) -> None:
        passage = read.passage
        mentions: list[Mention] = []
        for fact in read.facts:
            ids: dict[Name, EntityId] = {}
            for name in _entity_names(fact):
                resolved = resolver.resolve(name, passage.content_id)
                ids[name] = resolved.id
                written.touched[resolved.id] = None
                if resolved.created:
                    written.created[resolved.id] = name
                mentions += [Mention(ids[name], passage.id, span) for span in occurrences(name.text, passage.text)]
            subject_id, object_id = ids[fact.subject], ids.get(fact.object)
            if subject_id == object_id:
                line = f"{fact.subject.text} | {fact.relation} | {fact.object.text}"
                written.refused.append(Quarantined(passage.id, line, "both ends are one entity", self._by))
                continue
            draft = FactDraft(
                subject_id=subject_id,
                relation=fact.relation,
                object_id=object_id,
                value="" if object_id is not None else fact.object.text,
                valid=fact.valid,
                said=passage.said,
                learnt_at=now,
                confidence=fact.confidence,
            )
            evidence = Evidence(
                passage_id=passage.id,
                statement=fact.statement,
                subject=fact.subject.span,
                object=fact.object.span,
                time=fact.time,
                confidence=fact.confidence,
                by=self._by,
            )
            fact_id = self._backend.graph.add_fact(draft, evidence)
            written.facts[fact_id] = (fact, fact.statement.of(passage.text))
        self._backend.graph.add_mentions(dict.fromkeys(mentions))

    def _index(self, written: _Written, vectors: dict[str, "Vector"]) -> None:
        entities = self._backend.graph.entities_by_id(list(written.touched))
        self._backend.lexical.put(Kind.ENTITY, [entity_entry(entity) for entity in entities])
        self._backend.lexical.put(
            Kind.FACT,
            [fact_entry(fact_id, fact, statement) for fact_id, (fact, statement) in written.facts.items()],
        )
        if self._embedder is None:
            return
        space = self._backend.vectors.space(self._embedder.space)
        self._put(space, Kind.ENTITY, {id_: entity_text(name) for id_, name in written.created.items()}, vectors)
        texts = {fact_id: fact_text(fact, statement) for fact_id, (fact, statement) in written.facts.items()}
        self._put(space, Kind.FACT, texts, vectors)

    def _put(
        self, space: SpaceId, kind: Kind, texts: dict[EntityId, str] | dict[FactId, str], vectors: dict[str, "Vector"]
    ) -> None:
        import numpy as np

        if texts:
            self._backend.vectors.put(space, kind, list(texts), np.stack([vectors[text] for text in texts.values()]))

    def _embed(self, batch: Batch) -> dict[str, "Vector"]:
        """The vector of every text the batch may index."""
        if self._embedder is None:
            return {}
        texts: dict[str, None] = {}
        for read in batch.read:
            for fact in read.facts:
                texts |= dict.fromkeys(entity_text(name) for name in _entity_names(fact))
                texts[fact_text(fact, fact.statement.of(read.passage.text))] = None
        return dict(zip(texts, self._embedder.passages(list(texts)), strict=True)) if texts else {}


def entity_text(name: Name) -> str:
    """What is embedded of an entity."""
    return f"{name.text} ({name.type})"


def fact_text(fact: GroundedFact, statement: str) -> str:
    """What is embedded of a fact: the triple in words, then its sentence."""
    return f"{fact.subject.text} {fact.relation.replace('_', ' ')} {fact.object.text}. {statement}"


def entity_entry(entity: Entity) -> LexicalEntry:
    """What full text knows of an entity."""
    return LexicalEntry(entity.id, entity.name, "", " ".join(entity.aliases))


def fact_entry(fact_id: FactId, fact: GroundedFact, statement: str) -> LexicalEntry:
    """What full text knows of a fact."""
    ends = f"{fact.subject.text} {fact.object.text}"
    return LexicalEntry(fact_id, ends, fact.relation.replace("_", " "), statement)


def _names(batch: Batch) -> dict[ContentId, list[Name]]:
    """The names of entities that the batch brings, by document."""
    names: dict[ContentId, list[Name]] = {}
    for read in batch.read:
        of_document = names.setdefault(read.passage.content_id, [])
        of_document += [name for fact in read.facts for name in _entity_names(fact)]
    return names


def _entity_names(fact: GroundedFact) -> tuple[Name, ...]:
    return (fact.subject,) if fact.object.type == VALUE else (fact.subject, fact.object)
