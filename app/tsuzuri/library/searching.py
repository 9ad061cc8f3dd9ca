"""The library's strategies, put together: what each is made of, and what must be there before it can answer."""

import threading
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

from tsuzuri.core.models import ChatModel
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.library.stages import Stages
from tsuzuri.search.registry import Entry, Planned, Registry, Searching, Unmet, always
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.strategies import PLANS

if TYPE_CHECKING:
    from tsuzuri.search.structured import Structured
    from tsuzuri.search.system2 import System2

# What a strategy is made of is imported on first use: those who only search by System-1 need none of it.


def strategies(stages: Stages, searcher: Searcher, new_id: Callable[[], str], chat: ChatModel | None) -> Registry:
    """Every strategy over one library; `chat` is None where no model runs here.

    Those that walk the categories take turns: they share what the model knows.
    """
    backend, models = stages.backend, stages.models
    walking = threading.Lock()
    registry = Registry(new_id)

    @cache
    def walk() -> "System2":
        from tsuzuri.search.system2 import System2

        return System2(backend, models.embedder, chat, new_id, stages.clock)

    @cache
    def structured() -> "Structured":
        from tsuzuri.search.relating import RelationAdvisor
        from tsuzuri.search.structured import Structured

        relating = None if chat is None else RelationAdvisor(chat, backend, models.budget, stages.clock)
        return Structured(backend, stages.ontology, new_id, stages.clock, relating=relating)

    def dual() -> Searching:
        from tsuzuri.search.merge import Dual

        return Dual(searcher, walk(), backend, chat, new_id, models.reranker)

    def summaries() -> Searching:
        from tsuzuri.search.summaries import Summarised

        return Summarised(backend, searcher)

    def graph_summary() -> Searching:
        from tsuzuri.search.summaries import GraphSummarised

        return GraphSummarised(backend, searcher)

    def query() -> Searching:
        from tsuzuri.search.query import Queried

        return Queried(backend, new_id)

    def auto() -> Searching:
        from tsuzuri.search.advising import Advisor
        from tsuzuri.search.auto import Auto

        advice = None if chat is None else Advisor(chat, backend, models.budget, stages.clock)
        return Auto(registry, structured(), stages.clock, advice=advice)

    def no_summaries() -> Unmet | None:
        from tsuzuri.search.summaries import no_summaries

        return no_summaries(backend)

    def no_facts() -> Unmet | None:
        counts = backend.catalog.counts()
        if counts.facts:
            return None
        waiting = f": {counts.pending} passages wait for the model; let it read them with: tsuzuri add"
        return Unmet(Outcome.NOT_INDEXED, f"there are no facts yet{waiting if counts.pending else ''}")

    def not_allowed() -> Unmet | None:
        from tsuzuri.search.query import REFUSED

        return None if stages.allow_query else REFUSED

    for strategy in PLANS:
        registry.register(strategy, Entry(partial(Planned, searcher, strategy)))
    registry.register(Strategy.GRAPH_SUMMARY, Entry(graph_summary))
    registry.register(Strategy.SUMMARIES, Entry(summaries, no_summaries))
    registry.register(Strategy.STRUCTURED, Entry(structured, no_facts))
    registry.register(Strategy.QUERY, Entry(query, not_allowed))
    registry.register(Strategy.GLOBAL, Entry(walk, always, walking))
    registry.register(Strategy.DUAL, Entry(dual, always, walking))
    registry.register(Strategy.AUTO, Entry(auto))
    return registry
