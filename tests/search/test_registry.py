"""Strategies by their names."""

from datetime import date

import pytest

from tsuzuri.core.results import Outcome, SearchResult, Strategy, TraceStep
from tsuzuri.search.registry import Entry, OnStep, Registry, Unmet, without_hits


class Echo:
    """Answers by saying what it was asked."""

    def __init__(self, strategy: Strategy = Strategy.GLOBAL, outcome: Outcome = Outcome.EMPTY) -> None:
        self.strategy = strategy
        self.outcome = outcome

    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        if on_step is not None:
            on_step(TraceStep(1, 2, ("a",), (), "fake", 1.0))
        return without_hits(self.strategy, self.outcome, f"{text} {limit} {as_of}", "search 1")


def test_a_strategy_answers_by_its_name() -> None:
    registry = Registry(lambda: "search 0")
    registry.register(Strategy.GLOBAL, Entry(Echo))
    steps: list[TraceStep] = []
    result = registry.search("mill", strategy=Strategy.GLOBAL, limit=3, as_of=date(2024, 1, 1), on_step=steps.append)
    assert (result.strategy_used, result.message) == (Strategy.GLOBAL, "mill 3 2024-01-01")
    assert [step.chosen for step in steps] == [("a",)]
    assert registry.strategies == (Strategy.GLOBAL,)


def test_it_is_made_once_and_only_when_it_is_asked() -> None:
    made: list[Echo] = []

    def make() -> Echo:
        made.append(Echo())
        return made[-1]

    registry = Registry(lambda: "search 0")
    registry.register(Strategy.GLOBAL, Entry(make))
    assert made == []
    registry.search("a", strategy=Strategy.GLOBAL)
    registry.search("b", strategy=Strategy.GLOBAL)
    assert len(made) == 1


def test_one_that_cannot_answer_says_why_and_is_not_even_made() -> None:
    def make() -> Echo:
        raise AssertionError

    registry = Registry(lambda: "search 7")
    registry.register(Strategy.GLOBAL, Entry(make, lambda: Unmet(Outcome.NOT_INDEXED, "build it first")))
    result = registry.search("a", strategy=Strategy.GLOBAL)
    assert (result.outcome, result.strategy_used, result.hits) == (Outcome.NOT_INDEXED, Strategy.GLOBAL, ())
    assert (result.message, result.diagnostic_id) == ("build it first", "search 7")


@pytest.mark.parametrize("strategy", list(Strategy))
def test_every_strategy_is_described_in_a_line(strategy: Strategy) -> None:
    assert 10 < len(strategy.description) < 90
