"""Documents by their summaries, and what the graph finds with them."""

from itertools import count

import pytest

from tests.fakes import FAKE_SPACE, FakeEmbedder
from tests.search.known import fill
from tests.stages import NOW, store_text
from tsuzuri.core.categories import CategoryDraft
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.enrich.summaries import Summarising
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.summaries import GraphSummarised, Summarised, no_summaries

KILN = ["The kiln was lit on Monday.", "The kiln needs new bricks.", "A swallow crossed the yard."]


@pytest.fixture
def searcher(backend: Backend) -> Searcher:
    numbers = count(1)
    return Searcher(backend, FakeEmbedder(), lambda: f"search {next(numbers)}")


def test_a_document_is_found_once_and_shown_by_its_summary(backend: Backend, searcher: Searcher) -> None:
    fill(backend)
    store_text(backend, "/notes/works.md", KILN, title="Works")
    Summarising(backend, FAKE_SPACE).run()
    result = Summarised(backend, searcher).search("kiln bricks")
    assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.SUMMARIES)
    hit = result.hits[0]
    assert (hit.kind, hit.title, hit.source_uri) == (Kind.PASSAGE, "Works", "/notes/works.md")
    assert hit.snippet.text.startswith("The kiln was lit on Monday. … The kiln needs new bricks.")
    assert [one.source_uri for one in result.hits].count("/notes/works.md") == 1


def test_a_summary_names_who_is_named_in_it(backend: Backend, searcher: Searcher) -> None:
    fill(backend)
    Summarising(backend, FAKE_SPACE).run()
    (hit, *_) = Summarised(backend, searcher).search("Alder Foundry").hits
    assert "Alder Foundry" in hit.snippet.text.rpartition("(")[2]


def test_a_document_without_one_is_shown_by_its_passage_and_told_of(backend: Backend, searcher: Searcher) -> None:
    fill(backend)
    Summarising(backend, FAKE_SPACE).run()
    store_text(backend, "/notes/new.md", ["The kiln is cold again."], title="New")
    result = Summarised(backend, searcher).search("cold kiln")
    assert result.hits[0].snippet.text == "The kiln is cold again."
    assert "1 of them have no summary yet" in result.message


def test_nothing_found_is_told_as_by_passages(backend: Backend, searcher: Searcher) -> None:
    fill(backend)
    Summarising(backend, FAKE_SPACE).run()
    result = Summarised(backend, searcher).search("zebra")
    assert (result.outcome, result.hits, result.strategy_used) == (Outcome.EMPTY, (), Strategy.SUMMARIES)


def test_before_there_are_any_it_says_how_to_have_them(backend: Backend) -> None:
    unmet = no_summaries(backend)
    assert unmet is not None
    assert "tsuzuri add" in unmet.message
    fill(backend)
    unmet = no_summaries(backend)
    assert unmet is not None
    assert (unmet.outcome, "tsuzuri enrich" in unmet.message) == (Outcome.NOT_INDEXED, True)
    Summarising(backend, FAKE_SPACE).run()
    assert no_summaries(backend) is None


def test_the_graph_brings_the_documents_it_touches_and_their_categories(backend: Backend, searcher: Searcher) -> None:
    known = fill(backend)
    Summarising(backend, FAKE_SPACE).run()
    with backend.transaction():
        build = backend.categories.begin("fake", NOW)
        people = [known.ids["Rina Hayami"], known.ids["Sora Brook"]]
        backend.categories.add(build, [CategoryDraft(1, "People", tuple(people), "those who work here")])
        backend.categories.publish(build, NOW)
    result = GraphSummarised(backend, searcher).search("Who does Rina Hayami report to?", limit=8)
    assert result.strategy_used is Strategy.GRAPH_SUMMARY
    assert [category.name for category in result.categories] == ["People"]
    assert len(result.hits) <= 8
    assert " … " in result.hits[-1].snippet.text
    assert result.trace[-1] == "beside: 1 documents, 1 categories"
