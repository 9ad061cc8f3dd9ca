"""Named entities in Japanese sentences: spans and types of mentions (Omi, stockmark, "ner-wikipedia-dataset", 2021)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.eval.extraction import Reading
from tests.eval.figures import NO_COUNTS, Counts
from tests.eval.spans import likeness, paired, span
from tsuzuri.core.document import Span
from tsuzuri.core.values import EntityType

TYPES: Mapping[str, frozenset[EntityType]] = {
    "人名": frozenset({EntityType.PERSON}),
    "法人名": frozenset({EntityType.ORGANIZATION}),
    "政治的組織名": frozenset({EntityType.ORGANIZATION}),
    "その他の組織名": frozenset({EntityType.ORGANIZATION}),
    "地名": frozenset({EntityType.PLACE}),
    "施設名": frozenset({EntityType.PLACE, EntityType.ORGANIZATION, EntityType.THING}),
    "製品名": frozenset({EntityType.THING, EntityType.CONCEPT}),
    "イベント名": frozenset({EntityType.EVENT, EntityType.CONCEPT}),
}
"""The set's eight types, and ours that each may be."""


@dataclass(frozen=True, slots=True)
class Named:
    """A mention with the types it may have."""

    span: Span
    types: frozenset[EntityType]


@dataclass(frozen=True, slots=True)
class Score:
    """Counts by overlap and type, by overlap alone, and by exact span and type."""

    typed: Counts = NO_COUNTS
    spans: Counts = NO_COUNTS
    exact: Counts = NO_COUNTS

    def __add__(self, other: "Score") -> "Score":
        return Score(self.typed + other.typed, self.spans + other.spans, self.exact + other.exact)

    def metrics(self) -> dict[str, float]:
        """`P R F1` are by overlap and type, as `eval.md` names them."""
        return {**self.typed.metrics(), **self.spans.metrics("span."), **self.exact.metrics("exact.")}


def parse(row: Mapping[str, Any]) -> tuple[Named, ...]:
    """The marked names of a line of the file."""
    return tuple(Named(span((start, end)), TYPES[kind]) for start, end, kind in row["entities"])


def mentions(reading: Reading) -> tuple[Named, ...]:
    """The stored mentions of a sentence; of two that overlap the longer."""
    every = [Named(at, frozenset({EntityType(entity.type)})) for entity in reading.entities for at in entity.spans]
    kept: list[Named] = []
    for one in sorted(every, key=lambda named: (-len(named.span), named.span)):
        if not any(one.span.overlaps(other.span) for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda named: named.span))


def score(gold: Sequence[Named], stored: Sequence[Named]) -> Score:
    """Compare mentions one to one."""
    return Score(*(_counts(gold, stored, exact=exact, typed=typed) for exact, typed in _WAYS))


_WAYS = ((False, True), (False, False), (True, True))


def _counts(gold: Sequence[Named], stored: Sequence[Named], *, exact: bool, typed: bool) -> Counts:
    def overlap(one: Named, other: Named) -> int:
        fits = (not typed or one.types & other.types) and (not exact or one.span == other.span)
        return likeness(one.span, other.span) if fits else 0

    pairs = paired(stored, gold, overlap)
    return Counts(len(stored), len(pairs), len(gold), len(pairs))
