"""Re-DocRED and JacRED: whole documents with entities in all their mentions, and relations across sentences.

Entities: right when a mention overlaps one of the gold entity's and the type is a type it may have; each gold entity
once. Identity: of the mentions that both sides have, the pairs that each side says are one. Relations: a stored fact
is right when a property that it may be holds between entities that its ends overlap. The sets: Tan et al., "Revisiting
DocRED", EMNLP 2022; Ma et al., "Building a Japanese Document-Level Relation Extraction Dataset", 2024.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.eval.extraction import Reading, StoredEntity, StoredFact
from tests.eval.figures import NO_COUNTS, Counts, share
from tests.eval.respacing import Respaced
from tests.eval.spans import likeness, meet, paired, span
from tests.eval.wikidata import COVERED, PROPERTIES, triples
from tsuzuri.core.document import Span
from tsuzuri.core.values import EntityType
from tsuzuri.text.normalise import key

_UNSURE = frozenset({EntityType.THING, EntityType.CONCEPT, EntityType.EVENT})
TYPES: Mapping[str, frozenset[EntityType]] = {
    "PER": frozenset({EntityType.PERSON}),
    "ORG": frozenset({EntityType.ORGANIZATION}),
    "LOC": frozenset({EntityType.PLACE}),
    "MISC": _UNSURE,
    "ART": _UNSURE,
}
"""Types of the sets, and ours that they may be. Dates, times and numbers are values for us and no entities."""


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """An entity of a document; `type` is the set's."""

    type: str
    mentions: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A document as it is read. `relations` are (head, property, tail), ends by the number of their entity."""

    id: str
    text: str
    entities: tuple[GoldEntity, ...]
    relations: frozenset[tuple[int, str, int]]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of entities, of pairs of mentions that are one, of relations, and of those relations we have names for."""

    entities: Counts = NO_COUNTS
    identity: Counts = NO_COUNTS
    relations: Counts = NO_COUNTS
    covered: Counts = NO_COUNTS

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.entities + other.entities,
            self.identity + other.identity,
            self.relations + other.relations,
            self.covered + other.covered,
        )

    def metrics(self) -> dict[str, float]:
        """`P R F1` are of relations, as `eval.md` names them."""
        return {
            **self.relations.metrics(),
            **self.entities.metrics("entity."),
            **self.identity.metrics("identity."),
            "covered": share(self.covered.gold, self.relations.gold),
            "covered.R": self.covered.recall,
        }


def parse(row: Mapping[str, Any], number: int, respaced: Respaced) -> GoldDocument:
    """A line of the file, with its spans in the text as it is read."""
    entities = tuple(
        GoldEntity(entity["type"], tuple(respaced.place(span(pair)) for pair in entity["mentions"]))
        for entity in row["entities"]
    )
    relations = frozenset((head, name, tail) for head, name, tail in row["relations"])
    return GoldDocument(f"{number:04}", respaced.text, entities, relations)


def score(gold: GoldDocument, reading: Reading) -> Score:
    """Compare what is stored of a document with what is marked in it."""
    relations, covered = score_relations(gold, reading.facts)
    clusters = [entity.spans for entity in reading.entities]
    return Score(
        score_entities(gold.entities, reading.entities), score_identity(gold.entities, clusters), relations, covered
    )


def score_entities(gold: Sequence[GoldEntity], stored: Sequence[StoredEntity]) -> Counts:
    """Entities one to one, by the overlap of their mentions and by type."""
    named = [entity for entity in gold if entity.type in TYPES]
    pairs = paired(stored, named, _overlap)
    return Counts(len(stored), len(pairs), len(named), len(pairs))


def score_identity(gold: Sequence[GoldEntity], stored: Sequence[Sequence[Span]]) -> Counts:
    """Pairs of mentions that are one entity, among the mentions that both sides have; types do not matter."""
    here = [(i, at) for i, mentions in enumerate(stored) for at in mentions]
    there = [(j, at) for j, entity in enumerate(gold) if entity.type in TYPES for at in entity.mentions]
    matched = paired(here, there, lambda one, other: likeness(one[1], other[1]))
    counts = Counts()
    for ((one, _), (gold_one, _)), ((other, _), (gold_other, _)) in combinations(matched, 2):
        predicted, true = one == other, gold_one == gold_other
        both = predicted and true
        counts += Counts(predicted, both, true, both)
    return counts


def score_relations(gold: GoldDocument, facts: Sequence[StoredFact]) -> tuple[Counts, Counts]:
    """Relations in all, and those of properties that some relation of ours can be."""
    said: dict[tuple[object, ...], set[tuple[int, str, int]]] = {}
    for fact in facts:
        if fact.relation not in PROPERTIES:
            continue
        identity = (fact.relation, fact.subject.entity, fact.object.entity or key(fact.object.name))
        said.setdefault(identity, set()).update(meant(gold, fact))
    hits = [one & gold.relations for one in said.values()]
    found = {triple for hit in hits for triple in hit}
    right = sum(bool(hit) for hit in hits)
    reachable = sum(name in COVERED for _, name, _ in gold.relations)
    in_all = Counts(len(said), right, len(gold.relations), len(found))
    return in_all, Counts(len(said), right, reachable, len(found))


def meant(gold: GoldDocument, fact: StoredFact) -> set[tuple[int, str, int]]:
    """All that a stored fact may say between the document's entities."""
    return triples(fact, _entities_at(fact.subject.spans, gold), _entities_at(fact.object.spans, gold))


def _overlap(stored: StoredEntity, gold: GoldEntity) -> int:
    if EntityType(stored.type) not in TYPES[gold.type]:
        return 0
    return max((likeness(one, other) for one in stored.spans for other in gold.mentions), default=0)


def _entities_at(spans: Sequence[Span], gold: GoldDocument) -> list[int]:
    return [i for i, entity in enumerate(gold.entities) if meet(spans, entity.mentions)]
