"""What the lists of sources and of entities show of a library."""

from collections.abc import Sequence

from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.values import Entity, Page, Source
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.sorting import ENTITY_ORDERS, SOURCE_ORDERS
from tsuzuri.tui.widgets.ordered_rows import Listing


def sources_of(library: Library) -> Listing[Source, SourceOrder]:
    """Its sources."""

    def page(words: str, order: SourceOrder, after: str | None, limit: int) -> Page[Source]:
        return library.sources(contains=words, order=order, after=after, limit=limit)

    def left(sources: Sequence[Source]) -> Sequence[Source]:
        return library.sources_by_id([one.id for one in sources])

    return Listing(page, left, SOURCE_ORDERS)


def entities_of(library: Library) -> Listing[Entity, EntityOrder]:
    """Its entities."""

    def page(words: str, order: EntityOrder, after: str | None, limit: int) -> Page[Entity]:
        return library.entities(contains=words, order=order, after=after, limit=limit)

    def left(entities: Sequence[Entity]) -> Sequence[Entity]:
        return library.entities_by_id([one.id for one in entities])

    return Listing(page, left, ENTITY_ORDERS)
