"""How long searches take, by library, strategy, kind of words and step."""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.bench.directions import SPACE, direction
from tests.bench.figures import Figure, spread
from tests.bench.library import SORTS, Bench
from tests.bench.queries import Query, keypresses
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, SearchResult, Strategy
from tsuzuri.core.values import EmbeddingSpace, Nearness
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.strategies import PLANS

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

TARGET_MS = 50.0
"""What 95 of 100 System-1 searches must stay under, the query's embedding apart."""

_WARM_UP = 20


class NoEmbedder:
    """Names the space of the vectors that are given, and embeds nothing."""

    @property
    def space(self) -> EmbeddingSpace:
        return SPACE

    @property
    def near(self) -> Nearness:
        return Nearness(description=0.8, words=0.8, short=0.0)

    def passages(self, texts: Sequence[str]) -> "Vectors":
        raise AssertionError("a bench embeds nothing")

    def query(self, text: str) -> "Vector":
        raise AssertionError("a bench embeds nothing")

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        raise AssertionError("a bench embeds nothing")

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A search that was made, and its wall time."""

    query: Query
    ms: float
    result: SearchResult


def system1(bench: Bench) -> Iterator[Figure]:
    """System-1 as a person asks it, in both libraries; then by kind of words and by step, in the encrypted one."""
    for sort in SORTS:
        with bench.opened(sort) as backend:
            made = search_all(backend, bench.queries)
        yield _spread(f"System-1, {sort}", made, p95_below=TARGET_MS)
    for kind in sorted({query.kind for query in bench.queries}):
        yield _spread(f"  {kind}", [timed for timed in made if timed.query.kind == kind])
    yield from steps(made)


def typing(bench: Bench) -> Iterator[Figure]:
    """What each keypress costs while a search is typed: full text only, the last word open."""
    asked = keypresses(bench.queries)
    for sort in SORTS:
        with bench.opened(sort) as backend:
            made = search_all(backend, asked, semantic=False, typing=True)
        yield _spread(f"per keypress, {sort}", made, p95_below=TARGET_MS)


def strategies(bench: Bench) -> Iterator[Figure]:
    """Every strategy, in the encrypted library."""
    with bench.opened("encrypted") as backend:
        for strategy in PLANS:
            yield _spread(f"strategy {strategy}", search_all(backend, bench.queries, strategy=strategy))


def search_all(
    backend: Backend,
    asked: Sequence[Query],
    *,
    strategy: Strategy = Strategy.SYSTEM1,
    semantic: bool = True,
    typing: bool = False,
) -> list[Timed]:
    """Every search once, after a few that warm the caches; each has a vector of its own, made beforehand."""
    searcher = Searcher(backend, NoEmbedder(), lambda: "bench")
    vectors = [direction(seed) for seed in range(len(asked))]

    def search(i: int) -> Timed:
        started = time.perf_counter()
        result = searcher.search(
            asked[i].text, strategy=strategy, semantic=semantic, typing=typing, vector=vectors[i] if semantic else None
        )
        return Timed(asked[i], (time.perf_counter() - started) * 1000, result)

    for i in range(min(_WARM_UP, len(asked))):
        search(len(asked) - 1 - i)
    return [search(i) for i in range(len(asked))]


def steps(made: Sequence[Timed]) -> Iterator[Figure]:
    """The mean share of each step in the wall time of all searches."""
    spent: dict[str, float] = defaultdict(float)
    for timed in made:
        for timing in timed.result.timings:
            spent[timing.step] += timing.ms
    total = sum(timed.ms for timed in made)
    for step, ms in sorted(spent.items(), key=lambda entry: -entry[1]):
        yield Figure(f"  step: {step}", {"share": 100 * ms / total, "mean": ms / len(made)}, "%, ms")


def _spread(name: str, made: Sequence[Timed], *, p95_below: float | None = None) -> Figure:
    """The usual figure, with the share of searches that found something."""
    figure = spread(name, [timed.ms for timed in made], p95_below=p95_below)
    found = sum(timed.result.outcome is Outcome.FOUND for timed in made) / len(made)
    return replace(figure, values={**figure.values, "found": found})
