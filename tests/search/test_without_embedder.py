"""Every route where the embedder is missing, and the library has neither vectors nor categories."""

import pytest

from tests.fakes import MissingEmbedder, SteppingClock
from tests.search.libraries import fill
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.search.merge import Dual
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.strategies import PLANS
from tsuzuri.search.summaries import GraphSummarised, Summarised
from tsuzuri.search.system2 import System2

TEXT = "Who bought the old mill?"


def searcher(backend: Backend) -> Searcher:
    return Searcher(backend, MissingEmbedder(), lambda: "1", SteppingClock())


@pytest.mark.parametrize("strategy", list(PLANS))
def test_a_plan_answers_or_says_why(backend: Backend, strategy: Strategy) -> None:
    fill(backend, understood=False)
    result = searcher(backend).search(TEXT, strategy=strategy)
    assert result.hits or result.message


def test_what_is_made_of_plans_answers_or_says_why(backend: Backend) -> None:
    fill(backend, understood=False)
    for one in (Summarised(backend, searcher(backend)), GraphSummarised(backend, searcher(backend))):
        result = one.search(TEXT)
        assert result.hits or result.message


def test_both_routes_are_full_text_alone_and_say_so(backend: Backend) -> None:
    fill(backend, understood=False)
    walk = System2(backend, MissingEmbedder(), None, lambda: "2", SteppingClock())
    assert walk.search(TEXT).outcome is not Outcome.FOUND
    result = Dual(searcher(backend), walk, backend, None, lambda: "3").search(TEXT)
    assert result.outcome is Outcome.FOUND
    assert "without vectors" in result.message
    unfound = Dual(searcher(backend), walk, backend, None, lambda: "4").search("zebra")
    assert (unfound.hits, "without vectors" in unfound.message) == ((), True)
