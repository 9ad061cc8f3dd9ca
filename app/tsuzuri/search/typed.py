"""A question as a typed query, by rules: whose facts, by which relation, of which time, and what is made of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import Fact
from tsuzuri.search.named import Name, names_in
from tsuzuri.search.relation_cues import End
from tsuzuri.search.relation_words import Spoken, relations_in
from tsuzuri.search.when import AskedTime, asked_time


class Aggregate(StrEnum):
    """What is made of the facts."""

    LIST = "list"
    COUNT = "count"
    FIRST = "first"
    LAST = "last"


def _words(english: str, japanese: str) -> "re.Pattern[str]":
    return re.compile(rf"\b(?:{english})\b|{japanese}", re.IGNORECASE)


_AGGREGATES = (
    (Aggregate.COUNT, _words(r"how many|number of|count", "何[人社件回個度名冊台]|いくつ|人数|件数|回数")),
    (Aggregate.FIRST, _words(r"first|earliest|oldest", "最初|最も早|一番早|最古|初めて")),
    (Aggregate.LAST, _words(r"last|latest|most recent(?:ly)?", "最後|最新|直近|最も新|一番新|最近")),
)
_BY = re.compile(r"\bby\b|(?:に|から)(?:よ|さ|買収|設立|創)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?\s|の")
_OF = re.compile(r"\s*(?:of|to)\s+(?:the\s+)?$", re.IGNORECASE)
_SUBJECT_JA = re.compile(r"さん?[はがも]|[はがも]")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was understood: the facts of `name`, with the `other` name if there is one, by one of the `relations`.

    `end` is which end of the facts the name is; None where the words do not tell.
    """

    aggregate: Aggregate
    name: Name | None
    other: Name | None
    relations: tuple[str, ...]
    end: End | None
    time: AskedTime | None

    @property
    def whole(self) -> bool:
        """Whether it can be looked up."""
        return self.name is not None and bool(self.relations)

    def holds_for(self, fact: Fact) -> bool:
        """Whether it is a fact of the other name and the time, by one of the relations."""
        if fact.relation not in self.relations or _never(fact):
            return False
        ends = {fact.subject_id, fact.object_id}
        if self.other is not None and not any(one.id in ends for one in self.other.bearers):
            return False
        return self.time is None or self.time.names(fact)

    @property
    def told(self) -> str:
        """In words, for a person to see what was understood."""
        parts = [self.aggregate.value]
        if self.name is not None:
            parts.append(f"of {self.name.bearers[0].name}")
        if self.other is not None:
            parts.append(f"with {self.other.bearers[0].name}")
        if self.relations:
            parts.append(f"by {' or '.join(self.relations)}")
        if self.time is not None:
            parts.append(f"in {', '.join(self.time.words)}")
        return " ".join(parts)


def typed(question: str, ontology: Ontology, graph: GraphStore, today: date) -> Typed:
    """Understand a question as far as rules do. One query, for the names."""
    names = names_in(question, graph)
    time = asked_time(question, today)
    timeless = question if time is None else _blanked(question, time.words)
    spoken = relations_in(timeless, ontology, [name.span for name in names])
    relations = tuple(dict.fromkeys(name for one in spoken for name in one.relations))
    first = names[0] if names else None
    return Typed(
        aggregate=_aggregate(timeless),
        name=first,
        other=names[1] if len(names) > 1 else None,
        relations=relations,
        end=_end(question, first, spoken) if first is not None else None,
        time=time,
    )


def _aggregate(question: str) -> Aggregate:
    return next((kind for kind, words in _AGGREGATES if words.search(question)), Aggregate.LIST)


def _blanked(question: str, words: Sequence[str]) -> str:
    """The question with the words of time blotted out, so that places in it stay: "last year" asks for no last fact."""
    for one in words:
        question = question.replace(one, " " * len(one))
    return question


def _end(question: str, name: Name, spoken: Sequence[Spoken]) -> End | None:
    """Which end of the facts a name is: by whose it is, else by what comes first (in Japanese by its particle)."""
    if not spoken:
        return None
    cue = spoken[0]
    between = _between(question, name.span, cue.span)
    if cue.possessor is not None and (
        (name.span.end <= cue.span.start and _POSSESSIVE.match(between))
        or (cue.span.end <= name.span.start and _OF.fullmatch(between))
    ):
        return cue.possessor
    if any("\u3040" <= char <= "\u30ff" for char in question[name.span.end : name.span.end + 3]):
        end = End.SUBJECT if _SUBJECT_JA.match(question, name.span.end) else End.OBJECT
    else:
        end = End.SUBJECT if name.span.start < cue.span.start else End.OBJECT
    return end.other if _BY.search(question) else end


def _between(question: str, one: Span, other: Span) -> str:
    first, second = sorted((one, other), key=lambda span: span.start)
    return question[first.end : second.start]


def _never(fact: Fact) -> bool:
    """Whether another fact has put it right."""
    return fact.held.start is not None and fact.held.start == fact.held.end
