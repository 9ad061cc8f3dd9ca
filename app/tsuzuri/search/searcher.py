"""System-1: hybrid search over passages, entities and facts, at once and without a chat model."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from tsuzuri.core.clock import Clock, system_clock
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import EntityId
from tsuzuri.core.lexical import Term
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit, Outcome, Route, SearchResult, Strategy, Timing
from tsuzuri.core.values import Kind, Scored
from tsuzuri.search.asked import Asked, asked
from tsuzuri.search.beside import with_neighbours
from tsuzuri.search.fuse import Fused, fuse
from tsuzuri.search.graph import around
from tsuzuri.search.graph_tuning import TUNED, Tuning
from tsuzuri.search.hits import Presenter
from tsuzuri.search.narrow import Narrow
from tsuzuri.search.sentence import found_by_words
from tsuzuri.search.spread import spread
from tsuzuri.search.strategies import PLANS, Plan
from tsuzuri.search.when import AskedTime, Sieve, asked_time, by_time
from tsuzuri.search.words import Words
from tsuzuri.text.normalise import is_cjk, key
from tsuzuri.text.query import phrase

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector

_DEPTH = 60
_SIEVED_DEPTH = 240
"""Of what belongs to a time, much is found that does not."""
_QUESTION_WEIGHT = {True: 0.8, False: 0.6}
"""Weight of full text against vectors for a question, by whether it is written in CJK: the most with which no set falls
below its better list. Found by `tests/eval/fusion.py` on jsquad, niilc, jemhopqa; locomo, twowiki101, hotpot100."""
_WORDS_WEIGHT = 1.2
_NAMED = 1.5


@dataclass(slots=True)
class _Trail:
    """What a search notes while it runs."""

    timings: list[Timing] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    @property
    def message(self) -> str:
        return "; ".join(self.told)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.timings.append(Timing(name, (time.perf_counter() - started) * 1000))


@dataclass(frozen=True, slots=True)
class _Query:
    """What is looked for, by which routes, and what of the finds is kept."""

    words: Words
    routes: tuple[Route, ...]
    vector: "Vector | None"
    sieves: tuple[Sieve | Narrow, ...]
    as_of: date | None


class Searcher:
    """Answers searches over one dataset.

    `new_id` gives each its diagnostic id, `clock` says when "last year" was, `tuning` how the graph is walked.
    """

    def __init__(
        self,
        backend: Backend,
        embedder: Embedder,
        new_id: Callable[[], str],
        clock: Clock = system_clock,
        tuning: Tuning = TUNED,
    ) -> None:
        self._backend = backend
        self._embedder = embedder
        self._new_id = new_id
        self._clock = clock
        self._tuning = tuning

    def search(
        self,
        text: str,
        *,
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 20,
        semantic: bool = True,
        typing: bool = False,
        vector: "Vector | None" = None,
        as_of: date | None = None,
    ) -> SearchResult:
        """Search by a strategy.

        `semantic=False` leaves vectors out (for each keypress), `typing` lets the last word go on; `vector` is the
        query's embedding if the caller has it already. With `as_of`, facts that did not hold on that day are left out,
        and what was said after it.

        `TEMPORAL` takes the time out of the question and gives, in order of time, the facts that held then and the
        passages that were said then; its message tells which time. A question without one is searched as `SYSTEM1`.

        `GRAPH` ranks by the graph what is found, and adds what that leads to by names and facts; so does `SYSTEM1` for
        a question (see `strategies.Walks`), but not while `typing`. The trace tells how far it went.
        """
        trail = _Trail()
        wanted = asked(text, self._today())
        trail.told += wanted.told
        text, time_asked = wanted.text, None
        if strategy is Strategy.TEMPORAL:
            if (time_asked := self._time(text, trail)) is None:
                strategy = Strategy.SYSTEM1
            elif key(time_asked.rest):
                text = time_asked.rest
        words = Words(text, typing, _terms(wanted.phrases), _terms(wanted.without))
        sieves = self._sieves(as_of, time_asked, wanted, words)
        plan = PLANS[strategy].of(wanted.kinds)
        routes = tuple(route for route in plan.routes if semantic or route is Route.LEXICAL)
        if not plan.kinds:
            why = f"the strategy {strategy} finds nothing of that type"
            return self._result((), routes, strategy, trail, Outcome.EMPTY, why)
        if not routes:
            why = f"the strategy {strategy} searches by vectors alone, and they were left out"
            return self._result((), routes, strategy, trail, Outcome.EMPTY, why)
        if not key(text):
            return self._result((), routes, strategy, trail, Outcome.EMPTY, "type some words to search for")
        if not words.query.terms and not words.tokens:
            return self._result((), routes, strategy, trail, Outcome.EMPTY, "there is no letter or digit to search for")
        query = _Query(words, routes, vector, sieves, as_of)
        found, routes = self._find(plan.kinds, query, trail)
        if not routes:
            return self._result((), routes, strategy, trail, Outcome.MODEL_UNAVAILABLE, trail.message)
        if plan.walks_for(text) and not typing:
            found, routes = self._walk(plan, query, found, trail), (*routes, Route.GRAPH)
        with trail.step("show"):
            if Kind.PASSAGE in found:
                found[Kind.PASSAGE] = spread(found[Kind.PASSAGE], self._backend)
            hits = self._merge(plan, query, found, limit)
            hits = by_time(hits) if time_asked else hits
        if hits:
            return self._result(hits, routes, strategy, trail, Outcome.FOUND, trail.message)
        return self._nothing(routes, strategy, trail, sieved=bool(sieves))

    def _today(self) -> date:
        return self._clock().astimezone().date()

    def _time(self, text: str, trail: _Trail) -> AskedTime | None:
        found = asked_time(text, self._today())
        trail.told.append(found.told if found else "no time in the question: searched as system1")
        return found

    def _sieves(
        self, as_of: date | None, time_asked: AskedTime | None, wanted: Asked, words: Words
    ) -> tuple[Sieve | Narrow, ...]:
        sieves: list[Sieve | Narrow] = []
        if as_of is not None:
            sieves.append(Sieve.as_of(self._backend, as_of))
        if time_asked is not None:
            sieves.append(Sieve.at(self._backend, time_asked))
        if wanted.narrows:
            sieves.append(Narrow(self._backend, wanted, words.within, words.without))
        return tuple(sieves)

    def _find(
        self, kinds: Iterable[Kind], query: _Query, trail: _Trail
    ) -> tuple[dict[Kind, tuple[Fused, ...]], tuple[Route, ...]]:
        """What each kind has, and by which routes. Each of both has a thread, and so a core and a reader of the store:
        the model embeds the question while full text is read.
        """
        kinds, routes = tuple(kinds), query.routes
        lists = {kind: dict[Route, Sequence[Scored]]() for kind in kinds}
        depth = _SIEVED_DEPTH if query.sieves else _DEPTH
        beside = _Trail()
        with ThreadPoolExecutor(1, "vectors") as pool:
            coming = pool.submit(self._nearest, kinds, query, depth, beside) if Route.SEMANTIC in routes else None
            if Route.LEXICAL in routes:
                for kind in kinds:
                    with trail.step(f"full text, {kind}"):
                        lists[kind][Route.LEXICAL] = found_by_words(query.words, kind, self._backend, depth)
        if coming is not None and (near := coming.result()) is not None:
            for kind in kinds:
                lists[kind][Route.SEMANTIC] = near[kind]
        else:
            routes = tuple(route for route in routes if route is not Route.SEMANTIC)
        trail.timings += beside.timings
        trail.told += beside.told
        weights = {Route.SEMANTIC: 1.0, Route.LEXICAL: _lexical_weight(query.words)}
        found: dict[Kind, tuple[Fused, ...]] = {}
        for kind, of_kind in lists.items():
            trail.trace.append(f"{kind}: " + ", ".join(f"{len(ones)} by {route}" for route, ones in of_kind.items()))
            with trail.step(f"beside, {kind}"):
                found[kind] = with_neighbours(kind, fuse(of_kind, weights), self._backend)
            for sieve in query.sieves:
                with trail.step(f"filters, {kind}"):
                    found[kind] = sieve.keep(kind, found[kind])
        return found, routes

    def _nearest(
        self, kinds: Sequence[Kind], query: _Query, depth: int, trail: _Trail
    ) -> dict[Kind, Sequence[Scored]] | None:
        """Of each kind what is nearest to the question, and near enough; None where it cannot be embedded."""
        vector, vectors = query.vector, self._backend.vectors
        if vector is None:
            try:
                with trail.step("embed query"):
                    vector = self._embedder.query(query.words.text)
            except ModelUnavailable as error:
                trail.told.append(f"searched without vectors: {error.message}")
                return None
        found: dict[Kind, Sequence[Scored]] = {}
        space = vectors.find_space(self._embedder.space)
        for kind in kinds:
            with trail.step(f"vectors, {kind}"):
                near = () if space is None else vectors.nearest(space, kind, vector, depth)
                least = self._least_cosine(query.words, kind)
                found[kind] = [scored for scored in near if scored.score >= least]
        return found

    def _walk(
        self, plan: Plan, query: _Query, found: Mapping[Kind, tuple[Fused, ...]], trail: _Trail
    ) -> dict[Kind, tuple[Fused, ...]]:
        """What was found with what the graph leads to from there, ranked by it."""
        with trail.step("graph"):
            reached = around(query.words.text, found, self._backend, self._tuning)
            trail.trace.append(reached.told)
            kept = {kind: reached.found[kind] for kind in plan.kinds}
            for sieve in query.sieves:
                kept = {kind: sieve.keep(kind, ones) for kind, ones in kept.items()}
        return kept

    def _least_cosine(self, words: Words, kind: Kind) -> float:
        """From which cosine on a vector's owner is a hit."""
        near = self._embedder.near
        return (near.description if words.descriptive else near.words) + (near.short if kind is Kind.ENTITY else 0.0)

    def _merge(self, plan: Plan, query: _Query, found: dict[Kind, tuple[Fused, ...]], limit: int) -> tuple[Hit, ...]:
        """One list: by rank within a kind, weighed by the kind's share; an entity named outright comes first."""
        folded = key(query.words.text)
        named: set[int] = set()
        if Kind.ENTITY in plan.kinds:
            named = {entity.id for entity in self._backend.graph.entities_by_key([folded]).get(folded, ())}
            listed = {one.id: one for one in found[Kind.ENTITY]}
            first = tuple(listed.get(id_, Fused(id_, 0.0, (Route.LEXICAL,))) for id_ in sorted(named))
            rest = tuple(one for one in found[Kind.ENTITY] if one.id not in named)
            found = {**found, Kind.ENTITY: (*first, *rest)}
        ranked: list[tuple[float, Kind, Fused]] = []
        for kind, ones in found.items():
            for rank, one in enumerate(ones[:limit]):
                bonus = _NAMED if kind is Kind.ENTITY and EntityId(one.id) in named else 0.0
                ranked.append((plan.share[kind] / (rank + 1) + bonus, kind, one))
        ranked.sort(key=lambda entry: (-entry[0], entry[1], entry[2].id))
        presenter = Presenter(self._backend, query.words, query.as_of)
        chosen = ranked[:limit]
        shown: dict[tuple[Kind, int], Hit] = {}
        for kind in plan.kinds:
            of_kind = [replace(one, score=score) for score, k, one in chosen if k is kind]
            shown |= {(kind, hit.id): hit for hit in presenter.hits(kind, of_kind)}
        return tuple(shown[kind, one.id] for _, kind, one in chosen if (kind, one.id) in shown)

    def _nothing(self, routes: tuple[Route, ...], strategy: Strategy, trail: _Trail, *, sieved: bool) -> SearchResult:
        counts = self._backend.catalog.counts()
        if counts.passages == 0:
            why = "nothing is indexed yet; add files with: tsuzuri add PATH"
            return self._result((), routes, strategy, trail, Outcome.NOT_INDEXED, why)
        if strategy is Strategy.FACTS and counts.facts == 0 and counts.pending:
            why = f"no facts yet: {counts.pending} passages wait for the model; let it read them with: tsuzuri add"
            return self._result((), routes, strategy, trail, Outcome.NOT_INDEXED, why)
        if sieved:
            trail.told.insert(0, "nothing that matches these words fits the filters or belongs to that time")
        why = trail.message or "nothing in the library matches these words"
        return self._result((), routes, strategy, trail, Outcome.EMPTY, why)

    def _result(
        self,
        hits: tuple[Hit, ...],
        routes: tuple[Route, ...],
        strategy: Strategy,
        trail: _Trail,
        outcome: Outcome,
        message: str,
    ) -> SearchResult:
        return SearchResult(
            outcome=outcome,
            hits=hits,
            routes=routes,
            strategy_used=strategy,
            timings=tuple(trail.timings),
            trace=tuple(trail.trace),
            diagnostic_id=self._new_id(),
            message=message,
        )


def _terms(phrases: Iterable[str]) -> tuple[Term, ...]:
    return tuple(term for words in phrases for term in phrase(words))


def _lexical_weight(words: Words) -> float:
    return _QUESTION_WEIGHT[any(is_cjk(char) for char in words.text)] if words.question else _WORDS_WEIGHT
