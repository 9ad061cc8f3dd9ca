"""Hits of all kinds in one list, each kind within its share, and categories in the places of entities."""

from datetime import date

from tests.fakes import FakeEmbedder
from tests.search.hierarchies import remember
from tsuzuri.core.ids import CategoryId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import CategoryHit
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.ranking import shown
from tsuzuri.search.sought import sought

CATEGORIES = [CategoryHit(CategoryId(number), 1, number / 10, f"category {number}", "", (), 3) for number in range(9)]


def test_shares_and_order(backend: Backend) -> None:
    ids = remember(backend, [f"tool {number}" for number in range(20)], owner="Mariko Hoshi")
    want = sought("Which tools?", date(2025, 6, 1), None, backend, FakeEmbedder())
    facts = [Fused(fact.id, 0.0, ()) for fact in backend.graph.all_facts().items]
    found = {Kind.ENTITY: [Fused(id_, 0.0, ()) for id_ in ids.values()], Kind.FACT: facts, Kind.PASSAGE: ()}
    hits, categories = shown(found, CATEGORIES, want, backend, 8)
    assert [one.id for one in categories] == [8, 7]
    assert [hit.id for hit in hits if hit.kind is Kind.FACT] == [one.id for one in facts[:8]]
    assert [hit.id for hit in hits if hit.kind is Kind.ENTITY] == list(ids.values())[:6]
    assert [hit.kind for hit in hits[:3]] == [Kind.FACT, Kind.ENTITY, Kind.FACT]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
