"""Both routes at once: System-1 and the walk down the categories, their finds in one list of each kind."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import ChatModel, Reranker
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.ranking import shown
from tsuzuri.search.registry import OnStep
from tsuzuri.search.rerank import reranked
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.sought import Sought
from tsuzuri.search.system2 import NO_CATEGORIES, System2, Walked

_DEPTH = 80
"""So many hits of System-1 are merged: about 30 passages, as many facts, and 20 entities."""
_OFFSET, _SECOND = 10, 0.4
"""A find scores 1 / (10 + its rank) in System-1 and 0.4 times that in the walk, whose order is that of embeddings
alone: what only the walk found comes after the first fifteen of System-1. Chosen on the
sample's questions, where no list falls below System-1's so; at 0.5 that of passages did."""


class Dual:
    """The strategy `DUAL`: System-1 in the calling thread, the walk beside it. For one search at a time."""

    def __init__(
        self,
        searcher: Searcher,
        system2: System2,
        backend: Backend,
        chat: ChatModel | None,
        new_id: Callable[[], str],
        reranker: Reranker | None = None,
    ) -> None:
        self._searcher = searcher
        self._system2 = system2
        self._backend = backend
        self._chat = chat
        self._new_id = new_id
        self._reranker = reranker

    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        """Search by both routes; `limit` and `on_step` as for `System2.search`, the latter called in another thread.

        Without categories, or where the walk fails, it is System-1 alone, and the message says so.
        """
        want = self._system2.sought(text, as_of)
        with ThreadPoolExecutor(1, "walk") as threads:
            walking = threads.submit(self._walk, want, on_step)
            first = self._searcher.search(
                text, limit=_DEPTH, semantic=want.vector is not None, vector=want.vector, as_of=as_of
            )
            walked = walking.result()
        return self._result(first, walked, want, limit)

    def _walk(self, want: Sought, on_step: OnStep | None) -> Walked:
        if want.is_empty:
            return Walked({}, (), (), (), ())
        if not self._system2.is_ready:
            return Walked({}, (), (), (f"searched as system1 alone: {NO_CATEGORIES}",), ())
        try:
            return self._system2.walk(want, on_step)
        except ModelUnavailable as error:
            return Walked({}, (), (), (f"searched as system1 alone: {error.message}",), ())

    def _result(self, first: SearchResult, walked: Walked, want: Sought, limit: int) -> SearchResult:
        own = {kind: [Fused(hit.id, hit.score, hit.routes) for hit in first.hits if hit.kind is kind] for kind in Kind}
        found = {kind: merged(own[kind], walked.found.get(kind, ())) for kind in Kind}
        if not any(found.values()):
            unheard = (one for one in want.told if one not in first.message)
            return replace(first, strategy_used=Strategy.DUAL, message="; ".join((first.message, *unheard)))
        found, how = reranked(want.text, found, self._backend, self._chat, self._system2.speed, self._reranker)
        hits, categories = shown(found, walked.categories, want, self._backend, limit)
        told = (*want.told, *walked.told)
        return SearchResult(
            outcome=Outcome.FOUND if hits else Outcome.EMPTY,
            hits=hits,
            routes=(*first.routes, Route.SYSTEM2) if walked.steps else first.routes,
            strategy_used=Strategy.DUAL,
            timings=(*first.timings, *walked.timings),
            trace=(*first.trace, *walked.trace, how),
            diagnostic_id=self._new_id(),
            message="; ".join(filter(None, told)) or ("" if hits else "nothing in the library matches these words"),
            categories=categories,
        )


def merged(first: Sequence[Fused], second: Sequence[Fused]) -> tuple[Fused, ...]:
    """The union of System-1's finds and the walk's, each list best first; best first, ties by id. Routes are joined."""
    scores: dict[int, float] = {}
    routes: dict[int, tuple[Route, ...]] = {}
    for found, weight in ((first, 1.0), (second, _SECOND)):
        for rank, one in enumerate(found):
            scores[one.id] = scores.get(one.id, 0.0) + weight / (_OFFSET + rank)
            routes[one.id] = (*routes.get(one.id, ()), *one.routes)
    order = sorted(scores, key=lambda id_: (-scores[id_], id_))
    return tuple(Fused(id_, scores[id_], routes[id_]) for id_ in order)
