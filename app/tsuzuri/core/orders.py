"""The orders in which what there is can be paged through; each is one that a store has an index for."""

from enum import StrEnum


class SourceOrder(StrEnum):
    """An order of sources."""

    PLACE = "place"
    """By uri."""
    CHANGED = "changed"
    """The file that was changed last first."""
    ADDED = "added"
    """The one that was taken in last first."""
    SIZE = "size"
    """The largest first."""


class EntityOrder(StrEnum):
    """An order of entities."""

    NAME = "name"
    """By name key."""
    TYPE = "type"
    """By type, then by name key."""
    NEWEST = "newest"
    """The one that was written last first."""
