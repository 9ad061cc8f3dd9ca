from itertools import count

import pytest

from tests.fakes import FakeEmbedder, MissingEmbedder
from tests.search.libraries import CAT, HARBOUR, MILL, fill
from tests.stages import store_text
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Route, SearchResult, Strategy
from tsuzuri.core.values import EmbeddingSpace, Kind
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.strategies import PLANS

AWKWARD = [
    "東京",
    "会議",
    "猫",
    "ＡＰＩ",
    '"[/"',
    "NEAR(",
    "a AND",
    "",
    " \t\n",
    "!?。、…",
    "'; DROP TABLE passage; --",
    "*",
    '"',
    "title:mill",
    "-mill",
    "mill*",
    "\x00",
    "\ud800",
    "x" * 10_000,
    "猫" * 10_000,
    "mill " * 2_000,
    "👩‍👩‍👧‍👦",
    "e\u0301",
]


class NewerEmbedder(FakeEmbedder):
    """One whose space nothing has been stored in yet."""

    @property
    def space(self) -> EmbeddingSpace:
        return EmbeddingSpace("fake", "2", 64, "", "")


def searcher(backend: Backend, embedder: Embedder | None = None) -> Searcher:
    numbers = count(1)
    return Searcher(backend, embedder or FakeEmbedder(), lambda: f"search {next(numbers)}")


@pytest.fixture
def filled(backend: Backend) -> Backend:
    fill(backend)
    return backend


def kinds(result: SearchResult) -> set[Kind]:
    return {hit.kind for hit in result.hits}


class TestStrategies:
    @pytest.mark.parametrize(
        ("strategy", "routes", "found"),
        [
            (Strategy.CHUNKS, (Route.LEXICAL, Route.SEMANTIC), {Kind.PASSAGE}),
            (Strategy.CHUNKS_LEXICAL, (Route.LEXICAL,), {Kind.PASSAGE}),
            (Strategy.CHUNKS_SEMANTIC, (Route.SEMANTIC,), {Kind.PASSAGE}),
            (Strategy.FACTS, (Route.LEXICAL, Route.SEMANTIC), {Kind.FACT}),
            (Strategy.SYSTEM1, (Route.LEXICAL, Route.SEMANTIC), {Kind.PASSAGE, Kind.FACT, Kind.ENTITY}),
        ],
    )
    def test_each_searches_its_kinds_by_its_routes(
        self, filled: Backend, strategy: Strategy, routes: tuple[Route, ...], found: set[Kind]
    ) -> None:
        result = searcher(filled).search(MILL, strategy=strategy)
        assert (result.outcome, result.routes, result.strategy_used) == (Outcome.FOUND, routes, strategy)
        assert kinds(result) <= found
        assert result.hits[0].snippet.text == MILL
        assert {route for hit in result.hits for route in hit.routes} <= {*routes}

    def test_all_kinds_are_found_at_once(self, filled: Backend) -> None:
        assert kinds(searcher(filled).search("hoshi mill")) == {*Kind}

    def test_what_both_routes_find_names_both(self, filled: Backend) -> None:
        hit = searcher(filled).search(HARBOUR, strategy=Strategy.CHUNKS).hits[0]
        assert (hit.snippet.text, hit.routes) == (HARBOUR, (Route.LEXICAL, Route.SEMANTIC))

    def test_the_best_comes_first(self, filled: Backend) -> None:
        result = searcher(filled).search("mill harbour")
        scores = [hit.score for hit in result.hits]
        assert scores == sorted(scores, reverse=True)

    @pytest.mark.parametrize("limit", [1, 2, 3])
    def test_no_more_hits_than_asked_for(self, filled: Backend, limit: int) -> None:
        assert len(searcher(filled).search("hoshi mill harbour", limit=limit).hits) == limit

    def test_the_same_search_gives_the_same_hits(self, filled: Backend) -> None:
        search = searcher(filled)
        assert search.search("hoshi mill").hits == search.search("hoshi mill").hits


class TestVectors:
    def test_may_be_left_out(self, filled: Backend) -> None:
        result = searcher(filled, MissingEmbedder()).search("mill", semantic=False)
        assert (result.outcome, result.routes, result.message) == (Outcome.FOUND, (Route.LEXICAL,), "")

    def test_left_out_of_a_strategy_that_has_nothing_else_is_told(self, filled: Backend) -> None:
        result = searcher(filled).search("mill", strategy=Strategy.CHUNKS_SEMANTIC, semantic=False)
        assert result.outcome is Outcome.EMPTY
        assert "vectors" in result.message

    def test_may_be_given(self, filled: Backend) -> None:
        vector = FakeEmbedder().query(CAT)
        result = searcher(filled, MissingEmbedder()).search(
            "zeppelin", strategy=Strategy.CHUNKS_SEMANTIC, vector=vector
        )
        assert [hit.snippet.text for hit in result.hits] == [CAT]

    def test_far_away_is_not_found(self, filled: Backend) -> None:
        result = searcher(filled).search("zeppelin", strategy=Strategy.CHUNKS_SEMANTIC)
        assert result.outcome is Outcome.EMPTY

    def test_of_another_space_are_as_if_there_were_none(self, filled: Backend) -> None:
        result = searcher(filled, NewerEmbedder()).search("mill")
        assert result.outcome is Outcome.FOUND
        assert {route for hit in result.hits for route in hit.routes} == {Route.LEXICAL}


class TestTyping:
    def test_the_last_word_may_go_on(self, filled: Backend) -> None:
        search = searcher(filled)
        assert search.search("harb", semantic=False).outcome is Outcome.EMPTY
        hits = search.search("harb", semantic=False, typing=True).hits
        assert {hit.snippet.text for hit in hits if hit.kind is Kind.PASSAGE} == {MILL, HARBOUR}


class TestNamed:
    @pytest.mark.parametrize("name", ["Mariko Hoshi", " mariko  HOSHI ", "星 真理子", "星真理子", "old mill"])
    def test_an_entity_named_outright_comes_first(self, filled: Backend, name: str) -> None:
        hit = searcher(filled).search(name).hits[0]
        assert hit.kind is Kind.ENTITY
        assert hit.title.replace(" ", "") in name.title().replace(" ", "") + name.replace(" ", "")

    def test_it_does_so_however_many_are_like_it(self, filled: Backend) -> None:
        result = searcher(filled).search("Mariko Hoshi", limit=1)
        assert [(hit.kind, hit.title) for hit in result.hits] == [(Kind.ENTITY, "Mariko Hoshi")]

    def test_only_where_entities_are_asked_for(self, filled: Backend) -> None:
        assert kinds(searcher(filled).search("Mariko Hoshi", strategy=Strategy.CHUNKS)) == {Kind.PASSAGE}


class TestAwkward:
    @pytest.mark.parametrize("words", AWKWARD, ids=lambda words: ascii(words[:12]))
    @pytest.mark.parametrize("strategy", PLANS)
    def test_no_words_are_an_error(self, filled: Backend, words: str, strategy: Strategy) -> None:
        search = searcher(filled)
        for typing in (False, True):
            result = search.search(words, strategy=strategy, typing=typing, semantic=not typing)
            assert result.outcome in (Outcome.FOUND, Outcome.EMPTY)
            assert result.outcome is Outcome.FOUND or result.message

    @pytest.mark.parametrize(
        ("words", "mark"), [("東京", "東京"), ("会議", "会議"), ("猫", "猫"), ("ＡＰＩ", "ＡＰＩ"), ("api", "ＡＰＩ")]
    )
    def test_words_of_any_script_are_found_and_marked(self, filled: Backend, words: str, mark: str) -> None:
        result = searcher(filled).search(words, strategy=Strategy.CHUNKS_LEXICAL)
        (hit,) = result.hits
        assert [span.of(hit.snippet.text) for span in hit.snippet.marks] == [mark]

    def test_operators_are_words(self, filled: Backend) -> None:
        store_text(filled, "/notes/near.md", ["Near and far AND wide."])
        found = searcher(filled).search("NEAR(", strategy=Strategy.CHUNKS_LEXICAL)
        assert [hit.snippet.text for hit in found.hits] == ["Near and far AND wide."]


class TestOutcome:
    def test_no_words_say_so(self, filled: Backend) -> None:
        result = searcher(filled).search("  ")
        assert (result.outcome, result.message) == (Outcome.EMPTY, "type some words to search for")

    def test_nothing_to_look_for_says_so(self, filled: Backend) -> None:
        result = searcher(filled).search("!? …")
        assert (result.outcome, result.message) == (Outcome.EMPTY, "there is no letter or digit to search for")

    def test_no_match_is_empty_with_a_reason(self, filled: Backend) -> None:
        result = searcher(filled).search("zeppelin")
        assert (result.outcome, result.hits) == (Outcome.EMPTY, ())
        assert result.message == "nothing in the library matches these words"

    @pytest.mark.parametrize("strategy", PLANS)
    def test_an_empty_library_is_not_indexed(self, backend: Backend, strategy: Strategy) -> None:
        result = searcher(backend).search("mill", strategy=strategy)
        assert result.outcome is Outcome.NOT_INDEXED
        assert "tsuzuri add" in result.message

    def test_facts_that_wait_for_the_model_are_not_indexed(self, backend: Backend) -> None:
        fill(backend, understood=False)
        result = searcher(backend).search("mill", strategy=Strategy.FACTS)
        assert result.outcome is Outcome.NOT_INDEXED
        assert "3 passages wait" in result.message

    def test_facts_that_there_are_none_of_are_empty(self, filled: Backend) -> None:
        assert searcher(filled).search("quiet", strategy=Strategy.FACTS).outcome is Outcome.EMPTY

    def test_without_its_only_route_the_model_is_unavailable(self, filled: Backend) -> None:
        result = searcher(filled, MissingEmbedder()).search("mill", strategy=Strategy.CHUNKS_SEMANTIC)
        assert (result.outcome, result.hits) == (Outcome.MODEL_UNAVAILABLE, ())
        assert "the embedder is not installed" in result.message

    @pytest.mark.parametrize("words", ["mill", "zeppelin"])
    def test_a_missing_embedder_is_told_whatever_else_was_found(self, filled: Backend, words: str) -> None:
        result = searcher(filled, MissingEmbedder()).search(words)
        assert result.outcome is (Outcome.FOUND if words == "mill" else Outcome.EMPTY)
        assert result.routes == (Route.LEXICAL,)
        assert result.message == "searched without vectors: the embedder is not installed"


class TestDiagnosis:
    def test_each_search_has_an_id(self, filled: Backend) -> None:
        search = searcher(filled)
        assert [search.search(words).diagnostic_id for words in ("mill", "")] == ["search 1", "search 2"]

    def test_steps_are_timed_and_counted(self, filled: Backend) -> None:
        result = searcher(filled).search("mill", strategy=Strategy.CHUNKS)
        assert [timing.step for timing in result.timings] == [
            "full text, passage",
            "embed query",
            "vectors, passage",
            "beside, passage",
            "show",
        ]
        assert all(timing.ms >= 0 for timing in result.timings)
        assert result.trace == ("passage: 2 by lexical, 0 by semantic",)
