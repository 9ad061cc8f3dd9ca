"""Nearness to a question: of cards, each embedded once, and of what has a vector in the store."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeEmbedder
from tests.search.hierarchies import remember
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.cards import Card
from tsuzuri.search.near import UNKNOWN, CardVectors, Near
from tsuzuri.store.memory.backend import MemoryBackend

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors


class Counting(FakeEmbedder):
    """Notes what it has embedded."""

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def passages(self, texts: Sequence[str]) -> "Vectors":
        self.embedded += texts
        return super().passages(texts)


def near(backend: Backend, embedder: FakeEmbedder, question: str) -> Near:
    return Near(backend, embedder, CardVectors(embedder), embedder.query(question))


def test_a_card_is_embedded_once() -> None:
    embedder = Counting()
    one = near(MemoryBackend(), embedder, "violin")
    first = one.of_cards([Card(1, "violin"), Card(2, "soup")])
    again = one.of_cards([Card(2, "soup"), Card(3, "soup"), Card(4, "mill")])
    assert embedder.embedded == ["violin", "soup", "mill"]
    assert first[1] == pytest.approx(1.0)
    assert first[2] == again[2] == again[3] < first[1]


def test_many_cards_do_not_stay() -> None:
    embedder = Counting()
    cards = CardVectors(embedder)
    cards.of([f"card {number}" for number in range(4000)])
    assert set(cards.of([f"card {number}" for number in range(3990, 4100)])) == {
        f"card {number}" for number in range(3990, 4100)
    }


def test_what_is_stored_has_a_score_and_what_is_not_has_none(backend: Backend) -> None:
    ids = remember(backend, ["violin", "piano"])
    one = near(backend, FakeEmbedder(), "violin")
    scores = one.of(Kind.ENTITY, [*ids.values(), 999])
    assert scores[ids["violin"]] == pytest.approx(1.0)
    assert scores[999] == UNKNOWN
    assert one.nearest(Kind.ENTITY, 1) == (ids["violin"],)


def test_before_anything_is_embedded_nothing_is_near() -> None:
    one = near(MemoryBackend(), FakeEmbedder(), "violin")
    assert one.of(Kind.ENTITY, [1]) == {1: UNKNOWN}
    assert one.nearest(Kind.ENTITY, 5) == ()
