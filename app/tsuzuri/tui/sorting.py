"""The orders of lists, as they are offered. Pure."""

from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.tui.choices import Choice

SOURCE_ORDERS = (
    Choice(SourceOrder.PLACE, "By path", "Folder by folder"),
    Choice(SourceOrder.CHANGED, "Latest changed", "The file that was changed last comes first"),
    Choice(SourceOrder.ADDED, "Latest taken in", "What the library met last comes first"),
    Choice(SourceOrder.SIZE, "Largest", "The largest file comes first"),
)
"""Of sources. The state of one follows from its document, so no index is in order of it."""

ENTITY_ORDERS = (
    Choice(EntityOrder.NAME, "By name", "In order of the characters"),
    Choice(EntityOrder.TYPE, "By type", "Type by type, each by name"),
    Choice(EntityOrder.NEWEST, "Newest", "What the library met last comes first"),
)
"""Of entities. What several that are one have is counted as it is read, so no index is in order of it."""
