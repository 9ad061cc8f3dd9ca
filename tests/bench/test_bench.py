"""A small library goes the whole way of a large one: generated, built, searched, browsed."""

from collections.abc import Callable, Iterator

import pytest

from tests.bench.browsing import browsing
from tests.bench.corpus import FACTS_EACH, Corpus
from tests.bench.figures import Figure
from tests.bench.identity import identifying
from tests.bench.ingesting import ingesting
from tests.bench.library import Bench
from tests.bench.mentions import mentioning
from tests.bench.searching import strategies, system1, typing
from tsuzuri.core.values import Counts

SIZE = 200


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    made = Bench(tmp_path_factory.mktemp("bench"), SIZE, searches=12)
    built = made.ensure()
    assert {sort: one.passages for sort, one in built.items()} == {"plain": SIZE, "encrypted": SIZE}
    return made


def test_a_library_that_is_there_is_not_built_again(bench: Bench) -> None:
    assert bench.ensure() == {}


def test_both_libraries_hold_what_the_corpus_says(bench: Bench) -> None:
    held: list[Counts] = []
    for sort in ("plain", "encrypted"):
        with bench.opened(sort) as backend:
            held.append(backend.catalog.counts())
            assert backend.check() == ()
    assert held[0] == held[1]
    assert (held[0].passages, held[0].facts, held[0].pending) == (SIZE, SIZE * FACTS_EACH, 0)
    assert held[0].vectors == held[0].passages + held[0].entities + held[0].facts


@pytest.mark.parametrize("measure", [system1, typing, strategies, browsing, ingesting, mentioning, identifying])
def test_every_measurement_gives_figures(bench: Bench, measure: Callable[[Bench], Iterator[Figure]]) -> None:
    figures = list(measure(bench))
    assert figures
    assert all(figure.values and figure.line() for figure in figures)


def test_facts_are_stated_where_the_corpus_says() -> None:
    corpus = Corpus(SIZE)
    for number in range(corpus.papers):
        for passage in corpus.paper(number).passages:
            for fact in passage.facts:
                assert fact.subject_span.of(passage.text) == fact.subject.name
                assert fact.object_span.of(passage.text) == fact.object.name
                assert str(fact.valid.start and fact.valid.start.year) in fact.time_span.of(passage.text)
                assert fact.statement.contains(fact.time_span)


def test_the_corpus_is_always_the_same() -> None:
    assert Corpus(SIZE).paper(3) == Corpus(SIZE).paper(3)
    assert len(Corpus(SIZE).paper(3).passages[0].text) in range(340, 500)
