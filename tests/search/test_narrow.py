"""Filters beside words: a small library, asked with operators."""

from collections.abc import Iterable

import pytest

from tests.fakes import FakeEmbedder
from tests.search.libraries import CAT, HARBOUR, MILL, fill
from tests.stages import SAID
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit, Outcome, SearchResult, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.search.searcher import Searcher


@pytest.fixture
def filled(backend: Backend) -> Backend:
    fill(backend)
    return backend


def search(backend: Backend, words: str, strategy: Strategy = Strategy.CHUNKS_LEXICAL) -> SearchResult:
    return Searcher(backend, FakeEmbedder(), lambda: "search").search(words, strategy=strategy)


def texts(hits: Iterable[Hit]) -> set[str]:
    return {hit.snippet.text for hit in hits}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("harbour", {MILL, HARBOUR}),
        ("harbour -bought", {HARBOUR}),
        ("harbour -mill", set()),
        ("harbour -quiet -bought", set()),
        ('"the harbour was"', {HARBOUR}),
        ('harbour "old mill"', {MILL}),
        ('harbour "mill old"', set()),
        ("harbour in:mill", {MILL, HARBOUR}),
        ("harbour in:猫", set()),
        ("harbour in:/NOTES/", {MILL, HARBOUR}),
        ("harbour with:Mariko", {MILL}),
        ('harbour with:"Mariko Hoshi"', {MILL}),
        ("猫 with：東京", {CAT}),
        ("harbour with:quiet", {HARBOUR}),
        (f"harbour before:{SAID.at.year + 1}", {MILL, HARBOUR}),
        (f"harbour before:{SAID.at.year}", set()),
        (f"harbour after:{SAID.at.year - 1}", {MILL, HARBOUR}),
        (f"harbour after:{SAID.at.year}", set()),
    ],
)
def test_passages_fit(filled: Backend, words: str, found: set[str]) -> None:
    result = search(filled, words)
    assert texts(result.hits) == found
    assert result.outcome is (Outcome.FOUND if found else Outcome.EMPTY)
    assert found or result.message


def test_vectors_are_filtered_too(filled: Backend) -> None:
    found = search(filled, "harbour -bought", Strategy.CHUNKS_SEMANTIC)
    assert MILL not in texts(found.hits)


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("mill in:mill", {"Mariko Hoshi owns old mill"}),
        ("mill in:猫", set()),
        ("mill -mariko", set()),
        (f"mill after:{SAID.at.year}", set()),
    ],
)
def test_facts_fit(filled: Backend, words: str, titles: set[str]) -> None:
    assert {hit.title for hit in search(filled, words, Strategy.FACTS).hits} == titles


def test_a_type_leaves_other_kinds_out(filled: Backend) -> None:
    found = search(filled, "mill type:entity", Strategy.SYSTEM1)
    assert {hit.kind for hit in found.hits} == {Kind.ENTITY}


def test_a_type_of_entity_leaves_others_out(filled: Backend) -> None:
    found = search(filled, "mill type:person", Strategy.SYSTEM1)
    assert "old mill" not in {hit.title for hit in found.hits}


def test_a_type_that_a_strategy_does_not_find_is_told(filled: Backend) -> None:
    found = search(filled, "mill type:fact", Strategy.CHUNKS)
    assert found.outcome is Outcome.EMPTY
    assert "type" in found.message


def test_what_was_taken_for_words_is_told(filled: Backend) -> None:
    assert '"before:xyz" was taken as words' in search(filled, "harbour before:xyz").message
