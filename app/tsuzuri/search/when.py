"""What of the finds belongs to a time: a day of which one asks what was true, or a span that a question names."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tsuzuri.core.document import Said
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Fact, Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.text.dates import resolve
from tsuzuri.text.time_words import time_words

MENTIONS_LOOKED_AT = 50
"""How many of an entity's latest mentions are looked at for one that was said by a day."""


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The time that a question names: its words, what they mean, and the question without them."""

    words: tuple[str, ...]
    intervals: tuple[Interval, ...]
    rest: str

    @property
    def told(self) -> str:
        """Which words were taken for which days, in a sentence's piece."""
        pairs = zip(self.words, self.intervals, strict=True)
        return "time in the question: " + ", ".join(f'"{words}" ({_days(interval)})' for words, interval in pairs)

    def names(self, fact: Fact) -> bool:
        """Whether the fact held at that time, as far as its dates tell; an undated one does not."""
        held = fact.held
        return (held.start is not None or held.end is not None) and any(map(held.overlaps, self.intervals))

    def covers(self, said: Said | None) -> bool:
        """Whether something was said at that time."""
        return said is not None and any(interval.holds_on(said.at.date()) for interval in self.intervals)


def asked_time(question: str, today: date) -> AskedTime | None:
    """The time words of a question, counted from today; None where there are none.

    "before March" and "after March" mean the latest March that has begun: a memory is asked about what was.
    """
    spans, rest, at = time_words(question, today), "", 0
    words, intervals = [], []
    for span in spans:
        found = resolve(span.of(question), today, asked=True)
        if found is None:
            continue
        words.append(span.of(question))
        intervals.append(found.interval)
        rest += question[at : span.start]
        at = span.end
    return AskedTime(tuple(words), tuple(intervals), rest + question[at:]) if words else None


def said_by(said: Said | None, day: date) -> bool:
    """Whether something may have been said by the end of that day; an unknown day excludes nothing."""
    return said is None or said.at.date() <= day


class Sieve:
    """Keeps the finds that belong to a time, in their order. A few queries a kind, however many finds."""

    def __init__(
        self, backend: Backend, fact_belongs: Callable[[Fact], bool], said_belongs: Callable[[Said | None], bool]
    ) -> None:
        self._backend = backend
        self._fact_belongs = fact_belongs
        self._said_belongs = said_belongs

    @classmethod
    def as_of(cls, backend: Backend, day: date) -> "Sieve":
        """Facts that held on that day, passages that may have been said by then, entities that one of those names."""
        return cls(backend, lambda fact: fact.held.holds_on(day), lambda said: said_by(said, day))

    @classmethod
    def at(cls, backend: Backend, asked: AskedTime) -> "Sieve":
        """Facts that are known to have held at that time, passages that were said then."""
        return cls(backend, asked.names, asked.covers)

    def keep(self, kind: Kind, found: Sequence[Fused]) -> tuple[Fused, ...]:
        """Those that belong to the time."""
        match kind:
            case Kind.FACT:
                facts = self._backend.graph.facts([FactId(one.id) for one in found])
                kept = {int(fact.id) for fact in facts if self._fact_belongs(fact)}
            case Kind.PASSAGE:
                kept = {int(id_) for id_ in self._said([PassageId(one.id) for one in found])}
            case Kind.ENTITY:
                kept = self._named([EntityId(one.id) for one in found])
        return tuple(one for one in found if one.id in kept)

    def _said(self, ids: Sequence[PassageId]) -> set[PassageId]:
        passages = self._backend.catalog.passages(list(dict.fromkeys(ids)))
        return {passage.id for passage in passages if self._said_belongs(passage.said)}

    def _named(self, ids: Sequence[EntityId]) -> set[int]:
        mentions = self._backend.graph.mentions_of(ids, limit_each=MENTIONS_LOOKED_AT)
        said = self._said([mention.passage_id for of_one in mentions.values() for mention in of_one])
        return {int(id_) for id_, of_one in mentions.items() if any(one.passage_id in said for one in of_one)}


def by_time(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """In order of time: facts by their start (an unknown one first), passages by the day on which they were said."""
    return tuple(sorted(hits, key=_day))


def _day(hit: Hit) -> date:
    if hit.valid is not None:
        return hit.valid.start or date.min
    return hit.said.at.date() if hit.said else date.max


def _days(interval: Interval) -> str:
    last = None if interval.end is None else interval.end - timedelta(days=1)
    if interval.start is None:
        return f"up to {last}"
    if last is None:
        return f"from {interval.start} on"
    return str(last) if last <= interval.start else f"{interval.start} to {last}"
