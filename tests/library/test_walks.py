"""The last walk down the categories, as it is kept to be looked at."""

from datetime import UTC, date, datetime
from pathlib import Path

from tests.library.test_hierarchy import write_staff
from tests.library.worlds import installed_at
from tsuzuri.core.results import Outcome, SearchResult, Strategy, TraceStep
from tsuzuri.library.walks import Walks
from tsuzuri.search.registry import Entry, OnStep, Registry, without_hits

NOW = datetime(2025, 9, 12, tzinfo=UTC)
STEPS = (
    TraceStep(2, 3, ("Science",), ("Places",), "model", 40.0, 310, ("Science", "Places", "Food")),
    TraceStep(1, 2, ("Lens makers",), (), "embedding", 2.0, 0, ("Lens makers", "Lens types")),
)


class Walking:
    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        assert on_step is not None
        for step in STEPS:
            on_step(step)
        return without_hits(Strategy.GLOBAL, Outcome.EMPTY, f"{text}: nothing", "search 1")


class Still:
    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        return without_hits(Strategy.STRUCTURED, Outcome.EMPTY, "nothing", "search 2")


def walks() -> Walks:
    registry = Registry(lambda: "search 0")
    registry.register(Strategy.GLOBAL, Entry(Walking))
    registry.register(Strategy.STRUCTURED, Entry(Still))
    return Walks(registry, lambda: NOW)


def test_none_is_known_before_anything_walked() -> None:
    searching = walks()
    searching.search("lens", strategy=Strategy.STRUCTURED, limit=5, as_of=None, on_step=None)
    assert searching.last is None


def test_the_last_is_kept_whether_or_not_anybody_listened_and_its_cost_is_summed_up() -> None:
    searching, heard = walks(), list[TraceStep]()
    searching.search("lens", strategy=Strategy.GLOBAL, limit=5, as_of=None, on_step=None)
    result = searching.search("mill", strategy=Strategy.GLOBAL, limit=5, as_of=date(2024, 1, 1), on_step=heard.append)
    searching.search("lens", strategy=Strategy.STRUCTURED, limit=5, as_of=None, on_step=None)
    last = searching.last
    assert last is not None
    assert (last.question, last.as_of, last.at, last.steps, last.result) == (
        "mill",
        date(2024, 1, 1),
        NOW,
        STEPS,
        result,
    )
    assert (last.calls, last.tokens, last.ms) == (1, 310, 42.0)
    assert tuple(heard) == STEPS


def test_a_search_in_a_library_says_what_it_was_offered(tmp_path: Path) -> None:
    with installed_at(tmp_path / "home", chat_installed=True).open() as library:
        library.add([write_staff(tmp_path / "notes")])
        library.hierarchy.build(model=False)
        result = library.search("Who joined Alder Foundry?", strategy=Strategy.DUAL)
        last = library.walks.last
        assert last is not None
        assert (last.question, last.result) == ("Who joined Alder Foundry?", result)
        for step in last.steps:
            assert len(step.offered) == step.shown
            assert {*step.chosen, *step.whole} <= {*step.offered}
