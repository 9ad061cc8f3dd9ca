from datetime import date

import pytest

from tests.fakes import FakeEmbedder
from tests.search.libraries import MILL, fill
from tests.stages import store_text
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.graph import around
from tsuzuri.search.searcher import Searcher

FILM = "It is a silent film that was directed by Aldo Ferrant for Harbour Pictures."
DIRECTOR = "He was born in a village by the sea and painted boats."
OTHERS = ("A book on tides.", "The price of nets rose.", "A lamp was lit.")


def films(backend: Backend) -> tuple[PassageId, PassageId]:
    """Two documents, of which the second's title stands in the first; and some that have to do with neither."""
    (film,) = store_text(backend, "/film.md", [FILM], title="Ostra Nights (film)")
    (director,) = store_text(backend, "/director.md", [DIRECTOR], title="Aldo Ferrant")
    for number, text in enumerate(OTHERS):
        store_text(backend, f"/other{number}.md", [text], title=f"Other {number}")
    return film, director


def found(*ids: int) -> dict[Kind, list[Fused]]:
    return {Kind.PASSAGE: [Fused(id_, -float(place), (Route.LEXICAL,)) for place, id_ in enumerate(ids)]}


def search(backend: Backend, text: str, strategy: Strategy = Strategy.GRAPH, as_of: date | None = None) -> SearchResult:
    return Searcher(backend, FakeEmbedder(), lambda: "id").search(text, strategy=strategy, as_of=as_of)


class TestAround:
    def test_a_title_that_stands_in_a_find_leads_to_its_document(self, backend: Backend) -> None:
        film, director = films(backend)
        reached = around("a silent film", found(film, film + 2, film + 3), backend)
        assert [one.id for one in reached.found[Kind.PASSAGE][:2]] == [film, director]
        assert reached.found[Kind.PASSAGE][0].routes == (Route.LEXICAL, Route.GRAPH)
        assert reached.found[Kind.PASSAGE][1].routes == (Route.GRAPH,)

    @pytest.mark.parametrize("question", ["who made ostra nights?", "Ostra Nights"])
    def test_a_title_in_the_question_is_where_it_begins(self, backend: Backend, question: str) -> None:
        film, director = films(backend)
        reached = around(question, {}, backend)
        assert [one.id for one in reached.found[Kind.PASSAGE][:2]] == [film, director]

    def test_it_leads_from_a_document_to_where_its_title_stands(self, backend: Backend) -> None:
        film, director = films(backend)
        reached = around("boats", found(director), backend)
        assert film in {one.id for one in reached.found[Kind.PASSAGE]}

    def test_names_that_few_share_join_them(self, backend: Backend) -> None:
        (one,) = store_text(backend, "/a.md", ["They met Ada Quill."], title="A")
        (two,) = store_text(backend, "/b.md", ["A letter from Ada Quill came."], title="B")
        store_text(backend, "/c.md", ["Nothing of note."], title="C")
        reached = around("they met", found(one), backend)
        assert {ranked.id for ranked in reached.found[Kind.PASSAGE]} == {one, two}

    def test_an_entity_leads_to_its_facts_and_passages(self, backend: Backend) -> None:
        fill(backend)
        reached = around("Mariko Hoshi", {}, backend)
        assert all(reached.found[kind] for kind in Kind)

    def test_with_nowhere_to_begin_all_stays(self, backend: Backend) -> None:
        reached = around("xyz", {}, backend)
        assert (set(reached.found.values()), reached.told) == ({()}, "graph: nowhere to begin")

    def test_the_same_question_gives_the_same(self, backend: Backend) -> None:
        film, _ = films(backend)
        assert around("a film", found(film), backend) == around("a film", found(film), backend)


class TestStrategy:
    def test_gives_passages_entities_and_facts_and_tells_how_far_it_went(self, backend: Backend) -> None:
        fill(backend)
        result = search(backend, "What does Mariko Hoshi own?")
        assert (result.outcome, result.strategy_used) == (Outcome.FOUND, Strategy.GRAPH)
        assert {hit.kind for hit in result.hits} == set(Kind)
        assert Route.GRAPH in result.routes
        assert any(Route.GRAPH in hit.routes for hit in result.hits)
        assert result.trace[-1].startswith("graph: ")
        assert result.hits[0].snippet.text in MILL or result.hits[0].title == "Mariko Hoshi"

    def test_finds_what_no_word_of_the_question_leads_to(self, backend: Backend) -> None:
        _, director = films(backend)
        hits = search(backend, "silent film directed").hits
        assert director in [hit.id for hit in hits[:2]]

    def test_keeps_to_a_day(self, backend: Backend) -> None:
        films(backend)
        assert search(backend, "silent film directed", as_of=date(1990, 1, 1)).hits == ()


class TestSystem1:
    def test_walks_for_a_question(self, backend: Backend) -> None:
        films(backend)
        assert Route.GRAPH in search(backend, "Who is the father of the director?", Strategy.SYSTEM1).routes

    @pytest.mark.parametrize("words", ["silent film", "監督の父は誰？"])
    def test_does_not_for_plain_words_and_in_japanese(self, backend: Backend, words: str) -> None:
        films(backend)
        assert Route.GRAPH not in search(backend, words, Strategy.SYSTEM1).routes

    def test_does_not_while_one_types(self, backend: Backend) -> None:
        films(backend)
        searcher = Searcher(backend, FakeEmbedder(), lambda: "id")
        assert Route.GRAPH not in searcher.search("Who is the father of the director?", typing=True).routes
