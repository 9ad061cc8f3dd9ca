"""Paging through sources and entities in each of their orders, in memory."""

from collections.abc import Iterable

from tsuzuri.core.ids import EntityId
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import EntityType, Page, Source
from tsuzuri.store.cursors import cut, pack_numbers, unpack_numbers
from tsuzuri.store.orders import FALLING, entity_place, entity_start

Place = tuple[EntityType, str, EntityId]
"""Type, key and id of an entity."""


def ordered(sources: Iterable[Source], order: SourceOrder, after: str | None, limit: int) -> Page[Source]:
    """A page of these sources; see `Catalog.sources`."""
    place = FALLING.get(order)
    if place is None:
        rising = sorted((one for one in sources if one.uri > (after or "")), key=lambda one: one.uri)
        return cut(rising[: limit + 1], limit, lambda one: one.uri)
    falling = sorted(sources, key=place, reverse=True)
    if after is not None and falling:
        start = unpack_numbers(after, len(place(falling[0])))
        falling = [one for one in falling if place(one) < start]
    return cut(falling[: limit + 1], limit, lambda one: pack_numbers(*place(one)))


def ordered_places(places: Iterable[Place], order: EntityOrder, after: str | None, limit: int) -> Page[Place]:
    """A page of these entities; see `GraphStore.entities`."""
    start = entity_start(order, after)
    match order:
        case EntityOrder.NAME:
            found = sorted((one for one in places if one[1:] > start[1:]), key=lambda one: one[1:])
        case EntityOrder.TYPE:
            found = sorted(one for one in places if one > start)
        case EntityOrder.NEWEST:
            found = sorted((one for one in places if one[2] < start[2]), key=lambda one: -one[2])
    return cut(found[: limit + 1], limit, lambda one: entity_place(order, *one))
