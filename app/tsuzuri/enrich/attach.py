"""New entities get their place at once, in the categories that are there: they must not wait for the next build."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.categories import Build, Category
from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EmbeddingSpace, Entity, EntityType
from tsuzuri.enrich.clustering import mean_direction, without_mean
from tsuzuri.enrich.heads import heads
from tsuzuri.enrich.material import vectors_of
from tsuzuri.enrich.naming import UNSORTED, language_of
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

NEAR = 0.55
"""From which cosine on, of centred vectors, a new entity is put into a category."""
MOST = 3
"""It is put into so many at most."""
_BATCH = 500


@dataclass(frozen=True, slots=True)
class _Shelves:
    """The categories of layer 1 of a build: their names folded, their mean directions, and the mean of all entities."""

    build: BuildId
    categories: tuple[Category, ...]
    by_key: dict[str, CategoryId]
    directions: "Vectors"
    mean: "Vector"
    unsorted: str


class Attaching:
    """Puts entities that are in no category into those of the current build. Remembers what it read of a build."""

    def __init__(self, backend: Backend, space: EmbeddingSpace) -> None:
        self._backend = backend
        self._space = space
        self._shelves: _Shelves | None = None

    def run(self) -> int:
        """Attach every entity that has a vector, or a name that says enough; tells how many.

        One is put into the category that is the head of its name, and into those nearest to it; where there is none,
        it is set aside among what is unsorted. Before the first build there is nothing to attach to.
        """
        build = self._backend.categories.current()
        if build is None or not build.sizes:
            return 0
        waiting = self._backend.categories.uncategorised(1_000_000)
        done = 0
        for at in range(0, len(waiting), _BATCH):
            done += self._attach(build, waiting[at : at + _BATCH])
        return done

    def _attach(self, build: Build, ids: Sequence[EntityId]) -> int:
        known = self._backend.graph.entities_by_id(ids)
        shelves = self._of(build)
        stored = vectors_of(self._backend, self._space, [entity.id for entity in known])
        nearness = without_mean(stored, shelves.mean) @ shelves.directions.T
        pairs: list[tuple[EntityId, CategoryId]] = []
        nowhere: list[EntityId] = []
        for entity, near, vector in zip(known, nearness, stored, strict=True):
            found = _places(entity, near, shelves)
            pairs += [(entity.id, category) for category in found]
            if not found and vector.any():
                nowhere.append(entity.id)
        with self._backend.transaction():
            self._backend.categories.attach(pairs)
            self._backend.categories.set_aside(nowhere, shelves.unsorted)
        return len({entity for entity, _ in pairs}) + len(nowhere)

    def _of(self, build: Build) -> _Shelves:
        if self._shelves is None or self._shelves.build != build.id:
            self._shelves = self._read(build)
        return self._shelves

    def _read(self, build: Build) -> _Shelves:
        categories = self._backend.categories.layer(build.id, 1)
        held = self._backend.categories.entities([one.id for one in categories], limit_each=1_000_000)
        places: dict[EntityId, int] = {}
        rows = [[places.setdefault(one.id, len(places)) for one in held[category.id]] for category in categories]
        stored = vectors_of(self._backend, self._space, list(places))
        given = stored[stored.any(axis=1)]
        mean = given.mean(axis=0) if len(given) else np.zeros(self._space.dimension, np.float32)
        unsorted = UNSORTED[language_of(one.name for category in categories for one in held[category.id])]
        return _Shelves(
            build=build.id,
            categories=categories,
            by_key={key(one.name): one.id for one in categories if not one.promoted and one.name != unsorted},
            directions=mean_direction(without_mean(stored, mean), rows),
            mean=mean,
            unsorted=unsorted,
        )


def _places(entity: Entity, nearness: "Vector", shelves: _Shelves) -> list[CategoryId]:
    """Where an entity belongs, surest first."""
    folded = key(entity.name)
    named = () if entity.type is EntityType.PERSON else (folded, *heads(folded))
    found = [shelves.by_key[head] for head in named if head in shelves.by_key][:1]
    for at in np.argsort(-nearness, kind="stable")[:MOST]:
        category = shelves.categories[int(at)]
        if nearness[at] >= NEAR and category.name != shelves.unsorted:
            found.append(category.id)
    return list(dict.fromkeys(found))[:MOST]
