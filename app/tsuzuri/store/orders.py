"""Where an item stands in each order, as numbers or as a cursor: the same for every store."""

from collections.abc import Callable, Mapping

from tsuzuri.core.clock import to_micros
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import Source
from tsuzuri.store.cursors import pack, pack_named, pack_numbers, unpack, unpack_named, unpack_numbers

FALLING: Mapping[SourceOrder, Callable[[Source], tuple[int, ...]]] = {
    SourceOrder.CHANGED: lambda source: (to_micros(source.modified), source.id),
    SourceOrder.SIZE: lambda source: (source.size, source.id),
    SourceOrder.ADDED: lambda source: (source.id,),
}
"""The orders of sources by numbers, of which the highest come first."""

_LAST = 2**63 - 1


def entity_place(order: EntityOrder, type_: str, key: str, id_: int) -> str:
    """The cursor of an entity in an order."""
    match order:
        case EntityOrder.NAME:
            return pack(key, id_)
        case EntityOrder.TYPE:
            return pack_named(type_, key, id_)
        case EntityOrder.NEWEST:
            return pack_numbers(id_)


def entity_start(order: EntityOrder, after: str | None) -> tuple[str, str, float]:
    """The type, key and id after which a page begins, as far as they count in that order.

    Raises:
        ValueError: `after` is no cursor of that order.
    """
    match order:
        case EntityOrder.NAME:
            return ("", *(("", 0) if after is None else unpack(after)))
        case EntityOrder.TYPE:
            return ("", "", 0) if after is None else unpack_named(after)
        case EntityOrder.NEWEST:
            return "", "", _LAST if after is None else unpack_numbers(after, 1)[0]
