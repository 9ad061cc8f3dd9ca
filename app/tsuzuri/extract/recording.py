"""Names and facts on their way into the graph and its indexes, inside one transaction."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from tsuzuri.core.ids import ContentId, EntityId, FactId, SpaceId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType, Evidence, FactDraft, Kind, Passage
from tsuzuri.extract.ground import GroundedFact, Name
from tsuzuri.extract.literals import typed_value
from tsuzuri.extract.names import FIRM
from tsuzuri.extract.resolve import Resolver

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector


@dataclass(slots=True)
class Recording:
    """What one transaction adds to the graph; `index` at its end brings the indexes up to it."""

    backend: Backend
    resolver: Resolver
    now: datetime
    _touched: dict[EntityId, Name] = field(default_factory=dict)
    _created: dict[EntityId, Name] = field(default_factory=dict)
    _facts: dict[FactId, tuple[GroundedFact, str]] = field(default_factory=dict)

    @property
    def stated(self) -> frozenset[FactId]:
        """The facts that were added or gained evidence."""
        return frozenset(self._facts)

    def name(self, name: Name, content_id: ContentId) -> EntityId:
        """The entity that a name stands for in a document; made, if the library has none."""
        resolved = self.resolver.resolve(name, content_id)
        if name.type in FIRM or resolved.id not in self._touched:
            self._touched[resolved.id] = name
        if resolved.created:
            self._created[resolved.id] = name
        return resolved.id

    def fact(self, fact: GroundedFact, passage: Passage, statement: str, *, by: str) -> str:
        """Add a fact with its evidence; says why it was not added, empty when it was.

        `statement` are the words that index it, beside the fact itself.
        """
        subject_id = self.name(fact.subject, passage.content_id)
        object_id = None if fact.object.type == VALUE else self.name(fact.object, passage.content_id)
        if subject_id == object_id:
            return "both ends are one entity"
        said = passage.said.at.date() if passage.said else None
        draft = FactDraft(
            subject_id=subject_id,
            relation=fact.relation,
            object_id=object_id,
            value="" if object_id is not None else fact.object.text,
            valid=fact.valid,
            said=passage.said,
            learnt_at=self.now,
            confidence=fact.confidence,
            form=typed_value(fact.object.text, fact.relation, said) if object_id is None else None,
        )
        evidence = Evidence(
            passage_id=passage.id,
            statement=fact.statement,
            subject=fact.subject.span,
            object=fact.object.span,
            time=fact.time,
            confidence=fact.confidence,
            by=by,
        )
        fact_id = self.backend.graph.add_fact(draft, evidence)
        self._facts[fact_id] = (fact, statement)
        return ""

    def index(self, space: SpaceId | None, vectors: Mapping[str, "Vector"]) -> None:
        """Put what was touched into full text, and what is new into the space, if there is one.

        `vectors` has one for each text of `texts`. A concept that turned out to be a person, an organization or a
        place becomes it: links and tags do not tell what they name.
        """
        entities = self.backend.graph.entities_by_id(list(self._touched))
        for entity in entities:
            name = self._touched[entity.id]
            if entity.type is EntityType.CONCEPT and name.type in FIRM:
                self.backend.graph.set_type(entity.id, EntityType(name.type))
                self._created[entity.id] = name
        self.backend.lexical.put(Kind.ENTITY, [_entity_entry(entity) for entity in entities])
        self.backend.lexical.put(
            Kind.FACT, [_fact_entry(id_, fact, statement) for id_, (fact, statement) in self._facts.items()]
        )
        if space is not None:
            self._put(space, Kind.ENTITY, {id_: _entity_text(name) for id_, name in self._created.items()}, vectors)
            texts = {id_: _fact_text(fact, statement) for id_, (fact, statement) in self._facts.items()}
            self._put(space, Kind.FACT, texts, vectors)

    def _put(
        self,
        space: SpaceId,
        kind: Kind,
        texts: Mapping[EntityId, str] | Mapping[FactId, str],
        vectors: Mapping[str, "Vector"],
    ) -> None:
        import numpy as np

        if texts:
            self.backend.vectors.put(space, kind, list(texts), np.stack([vectors[text] for text in texts.values()]))


def texts(names: Iterable[Name], facts: Iterable[tuple[GroundedFact, str]]) -> Iterator[str]:
    """What may have to be embedded of names and of facts, each with its statement."""
    for name in names:
        yield _entity_text(name)
    for fact, statement in facts:
        yield from map(_entity_text, entity_names(fact))
        yield _fact_text(fact, statement)


def entity_names(fact: GroundedFact) -> tuple[Name, ...]:
    """The ends of a fact that are entities."""
    return (fact.subject,) if fact.object.type == VALUE else (fact.subject, fact.object)


def _entity_text(name: Name) -> str:
    return f"{name.text} ({name.type})"


def _fact_text(fact: GroundedFact, statement: str) -> str:
    """The triple in words, then its sentence."""
    return f"{fact.subject.text} {fact.relation.replace('_', ' ')} {fact.object.text}. {statement}"


def _entity_entry(entity: Entity) -> LexicalEntry:
    return LexicalEntry(entity.id, entity.name, "", " ".join(entity.aliases))


def _fact_entry(fact_id: FactId, fact: GroundedFact, statement: str) -> LexicalEntry:
    ends = f"{fact.subject.text} {fact.object.text}"
    return LexicalEntry(fact_id, ends, fact.relation.replace("_", " "), statement)
