"""Both routes at once: their union, each hit with the routes that found it, and what is said where one is missing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import MissingEmbedder, SteppingClock
from tests.search.hierarchies import Choosing, Lenient, fill, remember
from tsuzuri.core.models import ChatModel, Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, Strategy, TraceStep
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.merge import Dual, merged
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.selecting import Budget
from tsuzuri.search.system2 import Bounds, System2
from tsuzuri.search.walk import Sizes


def dual(backend: Backend, chat: ChatModel | None, embedder: Embedder | None = None) -> Dual:
    embedder = embedder or Lenient()
    searcher = Searcher(backend, embedder, lambda: "first", SteppingClock())
    system2 = System2(
        backend, embedder, chat, lambda: "second", SteppingClock(), Bounds(Sizes(begin=2), Budget(beside=0))
    )
    return Dual(searcher, system2, backend, chat, lambda: "both")


def test_has_what_either_route_finds_each_with_its_routes(backend: Backend) -> None:
    fill(backend)
    result = dual(backend, Choosing("Living, Arts*", "Dishes*"), MissingEmbedder()).search("pasta")
    routes = {hit.title: hit.routes for hit in result.hits if hit.kind is Kind.ENTITY}
    assert routes["pasta"] == (Route.LEXICAL, Route.SYSTEM2)
    assert routes["soup"] == (Route.SYSTEM2,)
    assert result.outcome is Outcome.FOUND
    assert result.strategy_used is Strategy.DUAL
    assert result.routes == (Route.LEXICAL, Route.SYSTEM2)
    assert {one.name for one in result.categories} == {"Living", "Arts", "Dishes"}
    assert result.diagnostic_id == "both"


def test_tells_each_step_of_the_walk(backend: Backend) -> None:
    fill(backend)
    heard: list[TraceStep] = []
    result = dual(backend, Choosing("Living", "Dishes*")).search("pasta", on_step=heard.append)
    assert [step.layer for step in heard] == [2, 1]
    assert set(map(str, heard)) <= set(result.trace)
    assert {"walk", "expand"} <= {timing.step for timing in result.timings}


def test_without_categories_is_the_first_route_alone_and_says_so(backend: Backend) -> None:
    remember(backend, ["pasta"])
    result = dual(backend, Choosing()).search("pasta")
    assert "pasta" in {hit.title for hit in result.hits}
    assert Route.SYSTEM2 not in result.routes
    assert result.message.startswith("searched as system1 alone: there are no categories yet")


def test_what_only_the_walk_finds_is_found(backend: Backend) -> None:
    fill(backend)
    result = dual(backend, Choosing("Arts*"), MissingEmbedder()).search("Zzyzx?")
    assert {hit.title for hit in result.hits if hit.kind is Kind.ENTITY} == {"violin", "piano", "cello"}


def test_nothing_is_told_as_by_the_first_route(backend: Backend) -> None:
    assert dual(backend, Choosing()).search("pasta").outcome is Outcome.NOT_INDEXED
    fill(backend)
    result = dual(backend, Choosing()).search("")
    assert (result.outcome, result.message) == (Outcome.EMPTY, "type some words to search for")
    assert result.strategy_used is Strategy.DUAL


def test_ranks_by_the_model_where_it_is_fast(backend: Backend) -> None:
    fill(backend)
    chat = Choosing("Arts*, Living*", yes=lambda text: 0.9 if "cello" in text else 0.1)
    result = dual(backend, chat).search("What is old?")
    assert next(hit for hit in result.hits if hit.kind is Kind.PASSAGE).snippet.text.startswith("The cello")
    assert result.trace[-1] == "ranked by the model: 8 finds judged"


@settings(max_examples=100)
@given(st.lists(st.integers(1, 40), unique=True, max_size=20), st.lists(st.integers(1, 40), unique=True, max_size=20))
def test_the_union_has_each_once_and_keeps_the_first_of_the_first_list_in_front(
    first: list[int], second: list[int]
) -> None:
    both = merged(
        [Fused(id_, 1.0, (Route.LEXICAL,)) for id_ in first], [Fused(id_, 1.0, (Route.SYSTEM2,)) for id_ in second]
    )
    ids = [one.id for one in both]
    assert sorted(ids) == sorted({*first, *second})
    for one in both:
        assert (Route.LEXICAL in one.routes, Route.SYSTEM2 in one.routes) == (one.id in first, one.id in second)
        if one.id not in first:
            assert all(ids.index(id_) < ids.index(one.id) for id_ in first[:15])
