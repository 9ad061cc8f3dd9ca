"""The category hierarchy above entities: the values and the protocol a store implements.

A category of layer 1 holds entities, one of layer n > 1 categories of layer n - 1 (Mnemis, arXiv 2602.15313, section
2.2). A node may have several parents. Categories belong to a *build*: one complete generation, made unseen beside the
one that is read and swapped in at once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.core.values import Entity


@dataclass(frozen=True, slots=True)
class CategoryDraft:
    """A category to be written. `children` are entities in layer 1, else categories of the layer below.

    `promoted` says that it only stands for its one child, which fitted nowhere. `tags` are five short descriptors at
    most. Raises ValueError where the layer is below 1 or there is no child.
    """

    layer: int
    name: str
    children: tuple[int, ...]
    summary: str = ""
    tags: tuple[str, ...] = ()
    promoted: bool = False

    def __post_init__(self) -> None:
        if self.layer < 1 or not self.children:
            raise ValueError("a category has a layer from 1 up, and a child")


@dataclass(frozen=True, slots=True)
class Category:
    """A stored category. `children` counts its direct children, `entities` the different entities below it."""

    id: CategoryId
    layer: int
    name: str
    summary: str
    tags: tuple[str, ...]
    children: int
    entities: int
    promoted: bool = False


@dataclass(frozen=True, slots=True)
class Build:
    """One generation. `sizes[i]` is how many categories layer i + 1 has. `by` is the model or rule that made it.

    `attached` counts the entities that came after it, and were put into its categories one by one.
    """

    id: BuildId
    by: str
    started_at: datetime
    finished_at: datetime | None
    sizes: tuple[int, ...]
    attached: int = 0


class Categories(Protocol):
    """The builds. What is read is the current one, but where a build is named; before the first there is nothing."""

    def current(self) -> Build | None:
        """The build that is read."""

    def unfinished(self) -> Build | None:
        """The build that is being made, or was when its maker was broken off: at most one."""

    def begin(self, by: str, now: datetime) -> BuildId:
        """Begin a build; one that was unfinished is thrown away."""

    def add(self, build: BuildId, drafts: Sequence[CategoryDraft]) -> tuple[CategoryId, ...]:
        """Write categories of an unfinished build, lower layers first; children that are gone are left out.

        One that has the name of another in its layer is that other, which gets the children too, and summary, tags and
        `promoted` of the draft. One of which every child is gone has an id, and is gone.

        Raises:
            ValueError: the build is not unfinished, or a child is not in the layer below.
        """

    def layer(self, build: BuildId, layer: int) -> tuple[Category, ...]:
        """The categories of one layer of any build, in order of id."""

    def publish(self, build: BuildId, now: datetime) -> None:
        """Let a build be read from now on, at once. The one read before stays for `revert`, older ones go."""

    def revert(self) -> bool:
        """Read the build before this one again, and drop this one; False if there is none."""

    def top(self) -> tuple[Category, ...]:
        """The categories of the topmost layer, those with most entities first."""

    def categories(self, ids: Sequence[CategoryId]) -> tuple[Category, ...]:
        """Those categories in the order asked; ids that are gone are left out."""

    def children(self, ids: Sequence[CategoryId]) -> Mapping[CategoryId, tuple[Category, ...]]:
        """The categories in each, by number of entities; those of layer 1 are absent. One query."""

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> Mapping[CategoryId, tuple[Entity, ...]]:
        """The entities directly in each category of layer 1, most mentioned first. One query."""

    def below(self, ids: Sequence[CategoryId], *, limit: int = 10_000) -> tuple[EntityId, ...]:
        """The different entities anywhere below, most mentioned first. One recursive query, which always ends."""

    def parents(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Category, ...]]:
        """The categories of layer 1 that each entity is in; entities in none are absent. One query."""

    def uncategorised(self, limit: int) -> tuple[EntityId, ...]:
        """Entities in no category of the current build, oldest first."""

    def attach(self, pairs: Collection[tuple[EntityId, CategoryId]]) -> None:
        """Put entities into categories of layer 1 of the current build; pairs with what is gone are passed over."""

    def set_aside(self, entity_ids: Collection[EntityId], name: str) -> None:
        """Put entities that fit nowhere into the category of that name of the current build.

        Where it is not there, it is made, with one of the same name in each layer above it.
        """
