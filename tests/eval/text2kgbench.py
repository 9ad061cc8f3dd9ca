"""Text2KGBench: sentences with an ontology each, whose relations are the only ones that may be used.

A stored fact is right when relation, subject and object are those of a gold triple: by normalised text, in which a
date may be written in any way ("May 8, 1923" is "08 May 1923"). After Mihindukulasooriya et al., "Text2KGBench: A
Benchmark for Ontology-Driven Knowledge Graph Generation from Text", ISWC 2023.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.eval.extraction import SAID, End, StoredFact
from tests.eval.figures import NO_COUNTS, Counts
from tsuzuri.core.ontology import VALUE, Cardinality, Ontology, Relation
from tsuzuri.core.values import EntityType
from tsuzuri.text.dates import resolve
from tsuzuri.text.normalise import key

_KINDS: Mapping[str, frozenset[str]] = {
    "human": frozenset({EntityType.PERSON}),
    "person": frozenset({EntityType.PERSON}),
    "city": frozenset({EntityType.PLACE}),
    "country": frozenset({EntityType.PLACE}),
    "geographic region": frozenset({EntityType.PLACE}),
}
"""Concepts that are one type of ours; any other may be of any type."""

_ANY = frozenset(EntityType)
_NO_LETTER = re.compile(r"[^a-z]+")
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its triples: subject, relation (named as in our ontology), object."""

    id: str
    ontology: str
    text: str
    triples: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of facts that are the gold's word for word, and of those that share a name within the other."""

    exact: Counts = NO_COUNTS
    within: Counts = NO_COUNTS

    def __add__(self, other: "Score") -> "Score":
        return Score(self.exact + other.exact, self.within + other.within)

    def metrics(self) -> dict[str, float]:
        """`P R F1` are word for word, as `eval.md` names them."""
        return {**self.exact.metrics(), **self.within.metrics("within.")}


def parse(row: Mapping[str, Any]) -> Sentence:
    """A line of the file of sentences."""
    triples = tuple((subject, relation_name(label), object_) for subject, label, object_ in row["triples"])
    return Sentence(row["id"], row["onto"], row["sent"], triples)


def relation_name(label: str) -> str:
    """A label as the name of a relation: "member of sports team" is member_of_sports_team."""
    return _NO_LETTER.sub("_", label.lower()).strip("_")


def closed_ontology(raw: Mapping[str, Any]) -> Ontology:
    """An ontology of the set as one of ours that takes no relation but its own."""
    labels = {concept["qid"]: concept["label"].strip() for concept in raw["concepts"]}
    relations: dict[str, Relation] = {}
    for each in raw["relations"]:
        name = relation_name(each["label"])
        domain = _KINDS.get(labels.get(each["domain"], ""), _ANY)
        range_ = _KINDS.get(labels.get(each["range"], ""), _ANY | {VALUE})
        known = relations.get(name)
        if known is not None:
            domain, range_ = domain | known.domain, range_ | known.range
        relations[name] = Relation(name, each["label"].strip(), domain, range_, Cardinality.MANY, lasting=False)
    return Ontology(tuple(relations.values()), closed=True)


def score(sentence: Sentence, facts: Sequence[StoredFact]) -> Score:
    """Compare what is stored of a sentence with its triples. A fact that is stored for two times counts once."""
    said: dict[tuple[str, str, str], StoredFact] = {}
    for fact in facts:
        said.setdefault((key(fact.subject.name), fact.relation, key(fact.object.name)), fact)
    gold = tuple(dict.fromkeys(sentence.triples))
    return Score(
        _counts([says(fact, gold, exact=True) for fact in said.values()], len(gold)),
        _counts([says(fact, gold, exact=False) for fact in said.values()], len(gold)),
    )


def _counts(hits: Sequence[frozenset[int]], gold: int) -> Counts:
    return Counts(len(hits), sum(bool(hit) for hit in hits), gold, len(frozenset().union(*hits)))


def says(fact: StoredFact, gold: Sequence[tuple[str, str, str]], *, exact: bool) -> frozenset[int]:
    """The numbers of the triples that the fact says."""
    return frozenset(
        i
        for i, (subject, relation, object_) in enumerate(gold)
        if relation == fact.relation and _is(fact.subject, subject, exact) and _is(fact.object, object_, exact)
    )


def _is(end: End, wanted: str, exact: bool) -> bool:
    names = {_fold(name) for name in (end.name, *end.aliases)}
    folded = _fold(wanted)
    if folded in names or _same_day(end.name, wanted):
        return True
    return not exact and any(_stands_in(name, folded) or _stands_in(folded, name) for name in names)


def _fold(name: str) -> str:
    return key(_ARTICLE.sub("", name.strip()))


def _stands_in(part: str, whole: str) -> bool:
    return bool(part) and f" {part} " in f" {whole} "


def _same_day(one: str, other: str) -> bool:
    """Whether both are words of time that mean the same days."""
    meant, wanted = resolve(one, SAID.at.date()), resolve(other, SAID.at.date())
    return meant is not None and wanted is not None and meant.interval == wanted.interval
