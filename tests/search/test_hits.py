from dataclasses import replace

import pytest

from tests.search.libraries import CAT, MILL, fill
from tests.stages import SAID
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.hits import Presenter
from tsuzuri.search.words import Words


def found(*ids: int) -> list[Fused]:
    return [Fused(id_, 10.0 - id_, (Route.LEXICAL,)) for id_ in ids]


@pytest.fixture(autouse=True)
def filled(backend: Backend) -> None:
    fill(backend)


def presenter(backend: Backend, words: str) -> Presenter:
    return Presenter(backend, Words(words))


def test_a_passage_shows_its_text_and_where_it_stands(backend: Backend) -> None:
    (hit,) = presenter(backend, "mill").hits(Kind.PASSAGE, found(1))
    assert (hit.kind, hit.id, hit.score, hit.routes) == (Kind.PASSAGE, 1, 9.0, (Route.LEXICAL,))
    assert (hit.title, hit.snippet.text, hit.passage_id) == ("Mill", MILL, 1)
    assert (hit.source_uri, hit.locator, hit.said, hit.valid) == ("/notes/mill.md", "line 1", SAID, None)
    assert [mark.of(hit.snippet.text) for mark in hit.snippet.marks] == ["mill"]


def test_a_fact_is_a_sentence_with_the_words_that_prove_it(backend: Backend) -> None:
    (hit,) = presenter(backend, "hoshi").hits(Kind.FACT, found(1))
    assert (hit.kind, hit.title) == (Kind.FACT, "Mariko Hoshi owns old mill")
    assert (hit.snippet.text, hit.passage_id, hit.valid) == (MILL, 1, UNDATED)
    assert [mark.of(hit.snippet.text) for mark in hit.snippet.marks] == ["Hoshi"]


def test_an_entity_shows_where_it_was_last_named_and_marks_the_name(backend: Backend) -> None:
    (entity,) = backend.graph.entities_by_key(["星真理子"])["星真理子"]
    (hit,) = presenter(backend, "nothing of it").hits(Kind.ENTITY, found(entity.id))
    assert (hit.kind, hit.title, hit.snippet.text) == (Kind.ENTITY, "星 真理子", CAT)
    assert [mark.of(CAT) for mark in hit.snippet.marks] == ["星", "真理子"]


@pytest.mark.parametrize("kind", list(Kind))
def test_the_order_is_kept_and_what_is_gone_is_left_out(backend: Backend, kind: Kind) -> None:
    hits = presenter(backend, "mill").hits(kind, found(2, 99, 1))
    assert [hit.id for hit in hits] == [2, 1]


@pytest.mark.parametrize("kind", list(Kind))
def test_nothing_found_shows_nothing(backend: Backend, kind: Kind) -> None:
    assert presenter(backend, "mill").hits(kind, ()) == ()


def test_scores_are_those_given(backend: Backend) -> None:
    one = replace(found(1)[0], score=0.25)
    assert presenter(backend, "mill").hits(Kind.PASSAGE, [one])[0].score == 0.25
