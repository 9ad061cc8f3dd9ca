"""System-2: what a search by the walk answers, and what it says of how it came by that."""

from datetime import date

import pytest

from tests.fakes import MissingEmbedder, SteppingClock
from tests.search.hierarchies import Choosing, Lenient, Unavailable, fill, remember
from tsuzuri.core.models import ChatModel, Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy, TraceStep
from tsuzuri.core.values import Kind
from tsuzuri.search.selecting import Budget
from tsuzuri.search.system2 import Bounds, System2
from tsuzuri.search.walk import Sizes

FROM_THE_TOP = Bounds(Sizes(begin=2), Budget(beside=0))


def system2(
    backend: Backend, chat: ChatModel | None, embedder: Embedder | None = None, bounds: Bounds = FROM_THE_TOP
) -> System2:
    return System2(backend, embedder or Lenient(), chat, lambda: "id", SteppingClock(), bounds)


def titles(result: SearchResult, kind: Kind) -> set[str]:
    return {hit.title for hit in result.hits if hit.kind is kind}


def test_gives_entities_passages_and_the_categories_on_the_way(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, Choosing("Arts*")).search("Which instruments are there?")
    assert result.outcome is Outcome.FOUND
    assert result.strategy_used is Strategy.GLOBAL
    assert result.routes == (Route.SYSTEM2,)
    assert titles(result, Kind.ENTITY) == {"violin", "piano", "cello"}
    assert {hit.snippet.text for hit in result.hits if hit.kind is Kind.PASSAGE} == {
        f"The {name} of the town is old." for name in ("violin", "piano", "cello")
    }
    assert [(one.name, one.layer, one.summary, one.entities) for one in result.categories] == [
        ("Arts", 2, "All of Arts.", 3)
    ]
    assert result.message == ""


def test_tells_of_each_step_when_it_is_done_and_traces_all(backend: Backend) -> None:
    fill(backend)
    heard: list[TraceStep] = []
    result = system2(backend, Choosing("Living", "Dishes*, Places")).search("What is old?", on_step=heard.append)
    assert [(step.layer, step.chosen, step.whole) for step in heard] == [
        (2, ("Living",), ()),
        (1, ("Places",), ("Dishes",)),
    ]
    assert result.trace[:2] == tuple(map(str, heard))
    assert result.trace[0].startswith("layer 2: 1 of 2 by model (")
    assert result.trace[1].endswith(": Places, Dishes (all below)")
    assert result.trace[2] == "walk: 5 entity, 0 fact, 5 passage"


def test_limits_each_kind_by_its_share(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, Choosing("Arts, Living", "Instruments*, Dishes*, Places*")).search("What?", limit=4)
    assert len([hit for hit in result.hits if hit.kind is Kind.PASSAGE]) == 2
    assert len(result.categories) == 1
    assert len([hit for hit in result.hits if hit.kind is Kind.ENTITY]) == 3


def test_keeps_what_was_asked_for(backend: Backend) -> None:
    fill(backend)
    search = system2(backend, Choosing("Arts*", "Arts*", "Arts*"))
    assert {hit.kind for hit in search.search("type:passage What is there?").hits} == {Kind.PASSAGE}
    assert titles(search.search("What is there? -violin"), Kind.ENTITY) == {"piano", "cello"}
    assert not search.search("What is there?", as_of=date(2001, 1, 1)).hits


def test_without_a_model_walks_by_embeddings_and_says_so(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, None).search("Instruments violin piano cello")
    assert "piano" in titles(result, Kind.ENTITY)
    assert result.message == "walked by embeddings, without a chat model"
    assert "by embedding" in result.trace[0]


def test_whose_model_is_missing_says_so(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, Unavailable()).search("Instruments violin")
    assert result.hits
    assert result.message == "walked by embeddings: the chat model is not here"


def test_without_an_embedder_the_model_walks_alone(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, Choosing("Arts*"), MissingEmbedder()).search("What is played?")
    assert titles(result, Kind.ENTITY) == {"violin", "piano", "cello"}
    assert result.message == "searched without vectors: the embedder is not installed"


def test_with_neither_cannot_walk(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, None, MissingEmbedder()).search("What is played?")
    assert result.outcome is Outcome.MODEL_UNAVAILABLE
    assert "no chat model" in result.message


def test_whose_budget_is_spent_says_so(backend: Backend) -> None:
    fill(backend)
    bounds = Bounds(Sizes(begin=2), Budget(calls=1, beside=0))
    result = system2(backend, Choosing("Living"), bounds=bounds).search("What is old?")
    assert len(titles(result, Kind.ENTITY)) == 5
    assert result.message == "the walk ended early, for its budget of calls or tokens is spent"


def test_that_chooses_nothing_finds_nothing_and_says_so(backend: Backend) -> None:
    fill(backend)
    result = system2(backend, Choosing("0")).search("What is old?")
    assert result.outcome is Outcome.EMPTY
    assert result.message == "no category holds anything that may help"


def test_without_categories_says_how_to_make_them(backend: Backend) -> None:
    remember(backend, ["violin"])
    result = system2(backend, Choosing()).search("What is old?")
    assert result.outcome is Outcome.NOT_INDEXED
    assert "tsuzuri categories --build" in result.message


@pytest.mark.parametrize("text", ["", "  ", "?!"])
def test_without_words_asks_for_some(backend: Backend, text: str) -> None:
    result = system2(backend, Choosing()).search(text)
    assert result.outcome is Outcome.EMPTY
    assert result.message == "type some words to search for"


def test_of_an_empty_library_says_so(backend: Backend) -> None:
    result = system2(backend, Choosing()).search("What is old?")
    assert result.outcome is Outcome.NOT_INDEXED
    assert "tsuzuri add" in result.message
