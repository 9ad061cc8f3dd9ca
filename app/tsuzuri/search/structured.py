"""The strategy that looks facts up exactly: a typed query, the rows it names, their number and their dates."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy, Timing
from tsuzuri.core.values import EntityType, Fact, Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.hits import Presenter
from tsuzuri.search.named import Name
from tsuzuri.search.registry import OnStep, without_hits
from tsuzuri.search.relating import Relating
from tsuzuri.search.relation_cues import End
from tsuzuri.search.typed import Aggregate, Typed, typed
from tsuzuri.search.words import Words

_MOST_FACTS = 2000
_RELATIONS_TOLD = 12
_NOUNS = {
    EntityType.PERSON: ("person", "people"),
    EntityType.ORGANIZATION: ("organization", "organizations"),
    EntityType.PLACE: ("place", "places"),
    EntityType.EVENT: ("event", "events"),
}
_DOES_NOT_KNOW = "not understood as a query for exact facts"


class Structured:
    """Answers questions about one name and one relation: by rules, and where no word of a question is a relation's, by
    what `relating` takes it for, if that is there.
    """

    def __init__(
        self,
        backend: Backend,
        ontology: Ontology,
        new_id: Callable[[], str],
        clock: Clock,
        *,
        relating: Relating | None = None,
    ) -> None:
        self._backend = backend
        self._ontology = ontology
        self._new_id = new_id
        self._clock = clock
        self._relating = relating

    def understood(self, text: str) -> Typed:
        """What of a question rules understand."""
        return typed(text, self._ontology, self._backend.graph, self._clock().astimezone().date())

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,  # noqa: ARG002 (nothing walks)
    ) -> SearchResult:
        """The facts that the question names, in order of time, with their number and dates in the message.

        The first and the last are those with known dates. Where rules do not understand the question there is nothing,
        and the message says what of it was understood.
        """
        started = time.perf_counter()
        query = self.understood(text)
        if self._relating is not None and query.name is not None and not query.relations:
            relation = self._relating(text, self._held(query.name))
            query = replace(query, relations=(relation,) if relation else ())
        if not query.whole:
            why = f"{_DOES_NOT_KNOW}: {self._lack(query)}"
            return without_hits(Strategy.STRUCTURED, Outcome.EMPTY, why, self._new_id())
        facts = self._facts(query, as_of)
        timings = [Timing("exact facts", (time.perf_counter() - started) * 1000)]
        chosen = _aggregated(query.aggregate, facts)[:limit]
        found = [Fused(fact.id, 1.0 / rank, (Route.STRUCTURED,)) for rank, fact in enumerate(chosen, 1)]
        hits = Presenter(self._backend, Words(text), as_of).hits(Kind.FACT, found)
        told = self._told(query, facts) if facts else "there is no such fact"
        return SearchResult(
            outcome=Outcome.FOUND if hits else Outcome.EMPTY,
            hits=hits,
            routes=(Route.STRUCTURED,),
            strategy_used=Strategy.STRUCTURED,
            timings=tuple(timings),
            trace=(f"understood: {query.told}", f"facts: {len(facts)}"),
            diagnostic_id=self._new_id(),
            message=f"{query.told}: {told}",
        )

    def _facts(self, query: Typed, as_of: date | None) -> tuple[Fact, ...]:
        """Those that fit, by the start of when they held; by the likeliest relation that any of them has."""
        assert query.name is not None
        every = [
            (entity.id, fact)
            for entity in query.name.bearers
            for fact in self._backend.graph.facts_of(entity.id, as_of=as_of, limit=_MOST_FACTS)
            if query.holds_for(fact)
        ]
        relation = next((name for name in query.relations if any(fact.relation == name for _, fact in every)), "")
        fitting = [(of, fact) for of, fact in every if fact.relation == relation]
        ends = {_end_of(of, fact) for of, fact in fitting}
        if len(ends) > 1 and query.end is not None:  # the kinds of the ends have not settled which one was meant
            fitting = [(of, fact) for of, fact in fitting if _end_of(of, fact) is query.end]
        return tuple({fact.id: fact for _, fact in fitting}.values())

    def _told(self, query: Typed, facts: Sequence[Fact]) -> str:
        """How many different ones there are, and their first and last dates."""
        assert query.name is not None
        asked = {entity.id for entity in query.name.bearers}
        ends = {_far_end(fact, asked) for fact in facts}
        starts = sorted(fact.held.start for fact in facts if fact.held.start is not None)
        noun = self._noun([id_ for id_, _ in ends if id_ is not None], len(ends))
        dates = f"; first {starts[0]}, last {starts[-1]}" if len(starts) > 1 else "".join(f"; {one}" for one in starts)
        undated = len(facts) - len(starts)
        return f"{len(ends)} {noun}{dates}" + (f"; {undated} without a date" if undated and starts else "")

    def _noun(self, ids: Sequence[EntityId], count: int) -> str:
        """What the far ends are, in the number that there are of them."""
        types = {entity.type for entity in self._backend.graph.entities_by_id(ids)} if len(ids) == count else set()
        one, several = _NOUNS.get(next(iter(types)), ("thing", "things")) if len(types) == 1 else ("thing", "things")
        return one if count == 1 else several

    def _lack(self, query: Typed) -> str:
        if query.name is None:
            known = f", though it speaks of {' or '.join(query.relations)}" if query.relations else ""
            return f"it has no name that is in the library{known}"
        known = ", ".join(self._held(query.name)) or "none"
        return f"it asks about {query.name.bearers[0].name}, but for no relation; known of that: {known}"

    def _held(self, name: Name) -> tuple[str, ...]:
        """The first few relations that facts of the name have."""
        facts = (fact for entity in name.bearers for fact in self._backend.graph.facts_of(entity.id, limit=_MOST_FACTS))
        return tuple(islice(dict.fromkeys(fact.relation for fact in facts), _RELATIONS_TOLD))


def _aggregated(aggregate: Aggregate, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts to show: all, or the first or last with a known date."""
    dated = [fact for fact in facts if fact.held.start is not None]
    match aggregate:
        case Aggregate.FIRST if dated:
            return (min(dated, key=lambda fact: fact.held.start or date.max),)
        case Aggregate.LAST if dated:
            return (max(dated, key=lambda fact: fact.held.start or date.min),)
        case _:
            return tuple(facts)


def _end_of(entity_id: EntityId, fact: Fact) -> End:
    return End.SUBJECT if fact.subject_id == entity_id else End.OBJECT


def _far_end(fact: Fact, asked: set[EntityId]) -> tuple[EntityId | None, str]:
    """What stands at the other end of a fact: an entity, or a value by its normal form."""
    if fact.subject_id not in asked:
        return fact.subject_id, ""
    return fact.object_id, "" if fact.object_id is not None else (fact.form.norm if fact.form else fact.object_name)
