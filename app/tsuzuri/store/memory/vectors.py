"""Embeddings in memory: every nearest is found by comparing all."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tsuzuri.core.ids import SpaceId
from tsuzuri.core.values import EmbeddingSpace, Kind, Scored
from tsuzuri.store.directions import require_directions
from tsuzuri.store.memory import reading
from tsuzuri.store.memory.state import Box, State

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors


class MemoryVectors:
    """The `VectorIndex` over a `Box`. It raises what `SqliteVectors` raises."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def find_space(self, spec: EmbeddingSpace) -> SpaceId | None:
        """See `VectorIndex.find_space`."""
        return next((id_ for id_, known in self._box.read().spaces.items() if known == spec), None)

    def space(self, spec: EmbeddingSpace) -> SpaceId:
        """See `VectorIndex.space`."""
        if (known := self.find_space(spec)) is not None:
            return known
        state = self._box.write()
        new = SpaceId(state.next_id("space"))
        state.spaces[new] = spec
        return new

    def keep_only(self, space: SpaceId) -> None:
        """See `VectorIndex.keep_only`."""
        state = self._box.write()
        state.spaces = {id_: spec for id_, spec in state.spaces.items() if id_ == space}
        state.vectors = {place: vector for place, vector in state.vectors.items() if place[0] == space}

    def put(self, space: SpaceId, kind: Kind, ids: Sequence[int], vectors: "Vectors") -> None:
        """See `VectorIndex.put`. A vector whose passage, entity or fact is gone is left out."""
        state = self._box.write()
        require_directions(vectors, (len(ids), state.spaces[space].dimension))
        owners = state.owners(kind)
        state.vectors |= {
            (space, kind, id_): vector.copy() for id_, vector in zip(ids, vectors, strict=True) if id_ in owners
        }

    def missing(self, space: SpaceId, kind: Kind, limit: int) -> tuple[int, ...]:
        """See `VectorIndex.missing`."""
        state = self._box.read()
        return tuple(sorted(id_ for id_ in state.owners(kind) if (space, kind, id_) not in state.vectors)[:limit])

    def vectors(self, space: SpaceId, kind: Kind, ids: Sequence[int]) -> "Mapping[int, Vector]":
        """See `VectorIndex.vectors`."""
        stored = self._box.read().vectors
        return {id_: stored[space, kind, id_] for id_ in ids if (space, kind, id_) in stored}

    def nearest(self, space: SpaceId, kind: Kind, query: "Vector", k: int) -> tuple[Scored, ...]:
        """See `VectorIndex.nearest`."""
        state = self._box.read()
        require_directions(query, (state.spaces[space].dimension,))
        found = [Scored(id_, _cosine(vector, query)) for id_, vector in _of(state, space, kind)]
        return reading.shown(state, kind, found, k)

    def rebuild(self) -> None:
        """See `VectorIndex.rebuild`. Nothing here is derived."""
        self._box.write()


def _of(state: State, space: SpaceId, kind: Kind) -> "list[tuple[int, Vector]]":
    return [(id_, vector) for (of, what, id_), vector in state.vectors.items() if (of, what) == (space, kind)]


def _cosine(one: "Vector", other: "Vector") -> float:
    return float(one @ other) / float((one @ one) ** 0.5 * (other @ other) ** 0.5)
