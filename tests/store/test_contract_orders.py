"""What every backend does: pages of sources and entities, in each of their orders."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import pytest

from tests.store.samples import NOW, name, source_draft
from tsuzuri.core.ids import EntityId, SourceId
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType, Page, Source

T = TypeVar("T")


def every(fetch: Callable[[str | None], Page[T]]) -> list[T]:
    """The items of all pages."""
    page = fetch(None)
    found = [*page.items]
    while page.after is not None:
        page = fetch(page.after)
        found += page.items
    return found


@pytest.fixture
def files(backend: Backend) -> Backend:
    with backend.transaction():
        backend.catalog.put_sources(
            [
                replace(source_draft(f"/{uri}.txt"), size=size, modified=NOW - timedelta(days=days))
                for uri, size, days in (("b", 5, 3), ("深", 9, 1), ("a", 5, 2), ("c", 1, 2))
            ],
            NOW,
        )
    return backend


@pytest.mark.parametrize(
    ("order", "names"),
    [
        (SourceOrder.PLACE, "abc深"),
        (SourceOrder.CHANGED, "深cab"),
        (SourceOrder.SIZE, "深abc"),
        (SourceOrder.ADDED, "ca深b"),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 3, 9])
def test_sources_in_order(files: Backend, order: SourceOrder, names: str, limit: int) -> None:
    def page(after: str | None) -> Page[Source]:
        return files.catalog.sources(order=order, after=after, limit=limit)

    assert "".join(one.uri[1] for one in every(page)) == names


@pytest.mark.parametrize("order", SourceOrder)
def test_sources_in_order_are_filtered(files: Backend, order: SourceOrder) -> None:
    assert [one.uri for one in files.catalog.sources(contains="深", order=order).items] == ["/深.txt"]


def test_sources_by_id_come_as_asked_without_those_that_are_gone(files: Backend) -> None:
    first, second, *_ = files.catalog.sources().items
    assert files.catalog.sources_by_id([second.id, SourceId(9999), first.id]) == (second, first)
    assert files.catalog.sources_by_id([]) == ()


@pytest.fixture
def people(backend: Backend) -> Backend:
    with backend.transaction():
        for words, kind in (
            ("Ben", EntityType.PERSON),
            ("Kobe", EntityType.PLACE),
            ("Ada", EntityType.PERSON),
            ("Lumen", EntityType.ORGANIZATION),
            ("Ben", EntityType.PERSON),
        ):
            name(backend, words, kind)
    return backend


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        (EntityOrder.NAME, [3, 1, 5, 2, 4]),
        (EntityOrder.TYPE, [4, 3, 1, 5, 2]),
        (EntityOrder.NEWEST, [5, 4, 3, 2, 1]),
    ],
)
@pytest.mark.parametrize("limit", [1, 2, 9])
def test_entities_in_order(people: Backend, order: EntityOrder, ids: list[int], limit: int) -> None:
    def page(after: str | None) -> Page[Entity]:
        return people.graph.entities(order=order, after=after, limit=limit)

    assert [one.id for one in every(page)] == ids


@pytest.mark.parametrize("order", EntityOrder)
def test_of_those_that_are_one_only_the_root_is_among_them(people: Backend, order: EntityOrder) -> None:
    with people.transaction():
        people.identities.unite(EntityId(3), EntityId(4))
    found = people.graph.entities(order=order).items
    assert {one.id for one in found} == {1, 2, 3, 5}
    assert [one.id for one in people.graph.entities(order=order, contains="lumen").items] == [3]


@pytest.mark.parametrize("cursor", ["", "[]", '["a"]', '["a", "b", "c"]', "a"])
def test_what_is_no_cursor_is_refused(files: Backend, people: Backend, cursor: str) -> None:
    for source_order in (SourceOrder.CHANGED, SourceOrder.SIZE, SourceOrder.ADDED):
        with pytest.raises(ValueError, match=r"cursor|Expecting"):
            files.catalog.sources(order=source_order, after=cursor)
    for entity_order in EntityOrder:
        with pytest.raises(ValueError, match=r"cursor|Expecting"):
            people.graph.entities(order=entity_order, after=cursor)
