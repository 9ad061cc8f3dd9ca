"""Names and facts on their way into the graph and its indexes, inside one transaction."""

from dataclasses import dataclass, field
from datetime import datetime

from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId
from tsuzuri.core.lexical import LexicalEntry, entity_entry, fact_entry
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Kind, Passage
from tsuzuri.extract.ground import GroundedFact, Name
from tsuzuri.extract.literals import typed_value
from tsuzuri.extract.names import FIRM
from tsuzuri.extract.resolve import Resolver


@dataclass(frozen=True, slots=True)
class _Told:
    """A fact as it was stated first, and all that states it: passage, place in it, and who found it."""

    fact: GroundedFact
    statement: str
    proofs: set[tuple[PassageId, Span, str]] = field(default_factory=set)

    def entry(self, fact_id: FactId) -> LexicalEntry:
        """The fact as full text indexes it."""
        return fact_entry(fact_id, self.fact.subject.text, self.fact.relation, self.fact.object.text, self.statement)


@dataclass(slots=True)
class Recording:
    """What one transaction adds to the graph; `index` at its end brings the indexes up to it."""

    backend: Backend
    resolver: Resolver
    now: datetime
    _touched: dict[EntityId, None] = field(default_factory=dict)
    _facts: dict[FactId, _Told] = field(default_factory=dict)

    @property
    def stated(self) -> frozenset[FactId]:
        """The facts that were added or gained evidence."""
        return frozenset(self._facts)

    def name(self, name: Name, content_id: ContentId, passage_id: PassageId) -> EntityId:
        """The entity that a name stands for in a passage of a document; made, if the library has none.

        A concept that turns out to be a person, an organization or a place becomes it: links and tags do not tell what
        they name.
        """
        resolved = self.resolver.resolve(name, content_id, passage_id)
        if name.type in FIRM:
            self.backend.graph.vote_type(resolved.id, EntityType(name.type), passage_id)
        self._touched[resolved.id] = None
        return resolved.id

    def fact(self, fact: GroundedFact, passage: Passage, statement: str, *, by: str) -> str:
        """Add a fact with its evidence; says why it was not added, empty when it was.

        `statement` are the words that index it, beside the fact itself.
        """
        subject_id = self.name(fact.subject, passage.content_id, passage.id)
        object_id = None if fact.object.type == VALUE else self.name(fact.object, passage.content_id, passage.id)
        if subject_id == object_id:
            return "both ends are one entity"
        draft, evidence = drafted(fact, passage, subject_id, object_id, by=by, now=self.now)
        fact_id = self.backend.graph.add_fact(draft, evidence)
        self._facts.setdefault(fact_id, _Told(fact, statement)).proofs.add((passage.id, fact.statement, by))
        return ""

    def index(self) -> None:
        """Put what was touched into full text; what has no vector is embedded later.

        A fact that was known is indexed by the words that stated it first, so that it stays as it is when what was
        added is forgotten.
        """
        entities = self.backend.graph.entities_by_id(list(self._touched), members=True)
        self.backend.lexical.put(Kind.ENTITY, [entity_entry(one.id, one.name, one.aliases) for one in entities])
        stored = self.backend.graph.facts(list(self._facts), members=True)
        new = {one.id: self._facts[one.id] for one in stored if one.evidence == len(self._facts[one.id].proofs)}
        self.backend.lexical.put(Kind.FACT, [told.entry(id_) for id_, told in new.items()])


def drafted(
    fact: GroundedFact, passage: Passage, subject_id: EntityId, object_id: EntityId | None, *, by: str, now: datetime
) -> tuple[FactDraft, Evidence]:
    """A grounded fact of a passage with its evidence, ready to be written; `object_id` is None where it has a value."""
    said = passage.said.at.date() if passage.said else None
    draft = FactDraft(
        subject_id=subject_id,
        relation=fact.relation,
        object_id=object_id,
        value="" if object_id is not None else fact.object.text,
        valid=fact.valid,
        said=passage.said,
        learnt_at=now,
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
    return draft, evidence


def entity_names(fact: GroundedFact) -> tuple[Name, ...]:
    """The ends of a fact that are entities."""
    return (fact.subject,) if fact.object.type == VALUE else (fact.subject, fact.object)
