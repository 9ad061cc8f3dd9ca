"""When a graph holds a fact of an essay."""

import pytest

from tests.eval.mine import Triple, around, held, holds, stems
from tests.fakes import FakeEmbedder

GRAPH = (
    Triple("moth", "lays", "eggs"),
    Triple("eggs", "hatch_into", "larvae"),
    Triple("larvae", "eat", "leaves"),
    Triple("owl", "hunts", "mice"),
)


def test_stems_are_content_words_without_endings() -> None:
    assert stems("The moths were laying their eggs") == {"moth", "lay", "egg"}
    assert stems("it is in the") == frozenset()


@pytest.mark.parametrize(
    ("context", "enough"),
    [("moth lay egg leaf", True), ("moth lays eggs", True), ("moth lays", False), ("", False)],
)
def test_three_stems_of_five_are_enough(context: str, enough: bool) -> None:
    assert holds("Moths lay eggs under green", context) is enough


def test_only_the_first_three_hundred_words_count() -> None:
    assert not holds("moths", "word " * 300 + "moth")


def test_a_fact_without_content_is_held() -> None:
    assert holds("It is what it is", "")


def test_the_triples_of_the_seeds_come_first_then_those_of_their_neighbours() -> None:
    assert around(["moth"], GRAPH) == "moth lays eggs. eggs hatch into larvae"
    assert around(["eggs", "owl"], GRAPH).startswith("moth lays eggs. eggs hatch into larvae. owl hunts mice")


def test_nodes_near_the_fact_lead_to_what_holds_it() -> None:
    assert held(["The moth lays eggs.", "Whales sing songs."], GRAPH, FakeEmbedder()) == (True, False)


def test_an_empty_graph_holds_nothing() -> None:
    assert held(["The moth lays eggs."], (), FakeEmbedder()) == (False,)
