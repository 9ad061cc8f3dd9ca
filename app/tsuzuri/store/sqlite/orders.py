"""Paging through sources and entities in each of their orders: from a cursor on, by an index."""

from collections.abc import Mapping

from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import Page, Source
from tsuzuri.store.cursors import cut, pack_numbers, unpack_numbers
from tsuzuri.store.folding import fold
from tsuzuri.store.orders import FALLING, entity_start
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_COLUMNS: Mapping[SourceOrder, tuple[str, ...]] = {
    SourceOrder.CHANGED: ("s.modified_at", "s.id"),
    SourceOrder.SIZE: ("s.size", "s.id"),
    SourceOrder.ADDED: ("s.id",),
}
_LAST = 2**63 - 1

ENTITIES: Mapping[EntityOrder, tuple[str, str]] = {
    EntityOrder.NAME: ("(e.key, e.id) > (:key, :id)", "e.key, e.id"),
    EntityOrder.TYPE: ("(e.type, e.key, e.id) > (:first, :key, :id)", "e.type, e.key, e.id"),
    EntityOrder.NEWEST: ("e.id < :id", "e.id DESC"),
}
"""Of the orders of entities: what comes after a cursor, and by which columns."""


def entities_from(order: EntityOrder, after: str | None) -> Mapping[str, str | float]:
    """The values that `ENTITIES` names, for a page after a cursor.

    Raises:
        ValueError: `after` is no cursor of that order.
    """
    return dict(zip(("first", "key", "id"), entity_start(order, after), strict=True))


def sources_page(session: Session, contains: str, order: SourceOrder, after: str | None, limit: int) -> Page[Source]:
    """See `Catalog.sources`.

    Raises:
        ValueError: `after` is not a page's cursor.
    """
    piece, place = fold(contains), FALLING.get(order)
    values: list[str | float]
    if place is None:
        where, by, values = "s.uri > ?", "s.uri", [after or ""]
    else:
        columns = _COLUMNS[order]
        where = f"({', '.join(columns)}) < ({', '.join('?' * len(columns))})"
        by = ", ".join(f"{column} DESC" for column in columns)
        values = [_LAST] * len(columns) if after is None else [*unpack_numbers(after, len(columns))]
    with session.reading() as connection:
        found = rows.fetch(
            connection,
            f"""{rows.SOURCE_SELECT}
            WHERE {where} AND (instr(s.uri_folded, ?) > 0 OR instr(c.title_folded, ?) > 0) ORDER BY {by} LIMIT ?
            """,
            (*values, piece, piece, limit + 1),
        )
    return cut(
        [rows.source(row) for row in found],
        limit,
        lambda source: source.uri if place is None else pack_numbers(*place(source)),
    )
