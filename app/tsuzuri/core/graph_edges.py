"""The graph as a search walks it: what each passage, entity and fact is joined to, read for many at a time.

Besides what was recorded, passages are joined by names alone: full text knows where a name stands, and the title of a
document is a name of what it is about. So there is a graph before any entity is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tsuzuri.core.ids import EntityId, FactId, PassageId


@dataclass(frozen=True, slots=True)
class PassageNode:
    """A passage with what it is joined to.

    `title` is that of its document, empty but for its first passage. `nearby` are the passages right before and after
    it and the first of its document. `entities` are those named in it, each with how often it is named anywhere.
    `facts` are those for which it holds evidence.
    """

    text: str
    title: str
    nearby: tuple[PassageId, ...]
    entities: tuple[tuple[EntityId, int], ...]
    facts: tuple[FactId, ...]


@dataclass(frozen=True, slots=True)
class EntityNode:
    """An entity: the passages that name it, latest said first, and the facts of which it is an end."""

    passages: tuple[PassageId, ...]
    facts: tuple[FactId, ...]


@dataclass(frozen=True, slots=True)
class FactNode:
    """A fact: the entities at its ends, and the passages that hold evidence for it."""

    ends: tuple[EntityId, ...]
    passages: tuple[PassageId, ...]


class GraphEdges(Protocol):
    """Reads the neighbours of many nodes in a few queries. Ids that are gone are absent; facts are those believed.

    Of each kind of neighbour a node has `limit` at most, the same ones each time.
    """

    def passages(self, ids: Sequence[PassageId], limit: int) -> Mapping[PassageId, PassageNode]:
        """Passages with what they are joined to."""

    def beginnings(self, ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """The first passage of the document of each."""

    def entities(self, ids: Sequence[EntityId], limit: int) -> Mapping[EntityId, EntityNode]:
        """Entities with what they are joined to."""

    def facts(self, ids: Sequence[FactId], limit: int) -> Mapping[FactId, FactNode]:
        """Facts with what they are joined to."""

    def standing(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """The passages in whose text each name stands, whatever its case, in order.

        A name that stands in more than `limit` passages tells little: it is absent, as is one that stands nowhere. A
        CJK name stands also where it is part of a longer word.
        """

    def titled(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """The first passages of the documents that have each name as their title; names without any are absent.

        A title may go on in brackets after the name ("Kestrel (drone)"), or have an English article before it.
        """
