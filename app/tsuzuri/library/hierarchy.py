"""The category hierarchy as the library's users have it: to look at, to build, to take back."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.categories import Build, Category
from tsuzuri.core.ids import CategoryId, EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity
from tsuzuri.library.step import OnProgress, Step
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.enrich.build import Built as Built
    from tsuzuri.enrich.categorise import Categorising, Kept

_STEP = "sorting entities into categories"
_UNCATEGORISED = 1_000_000


@dataclass(frozen=True, slots=True)
class HierarchyStatus:
    """How the hierarchy stands.

    `build` is the one that is read, None before the first. `uncategorised` entities are in none of its categories yet.
    `due` says why it will be built anew, empty if it will not; `unfinished` is a build that goes on then.
    """

    build: Build | None
    uncategorised: int
    due: str
    unfinished: Build | None

    @property
    def is_extractive(self) -> bool:
        """Whether no model named the categories: their names stand in those of their children."""
        from tsuzuri.enrich.build import EXTRACTIVE

        return self.build is not None and self.build.by == EXTRACTIVE


@dataclass(frozen=True, slots=True)
class CategoryView:
    """A category with what is directly in it: categories, or entities in layer 1."""

    category: Category
    children: tuple[Category, ...]
    entities: tuple[Entity, ...]


class Hierarchy:
    """One library's hierarchy. Safe to call from any thread."""

    def __init__(
        self,
        backend: Backend,
        categorising: "Callable[[], Categorising]",
        sorting: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._categories = backend.categories
        self._backend = backend
        self._categorising = categorising
        self._sorting = sorting

    def status(self) -> HierarchyStatus:
        """How it stands."""
        return HierarchyStatus(
            build=self._categories.current(),
            uncategorised=len(self._categories.uncategorised(_UNCATEGORISED)),
            due=self._categorising().due(),
            unfinished=self._categories.unfinished(),
        )

    def top(self) -> tuple[Category, ...]:
        """The topmost categories, those with most entities first; see `Categories.top`."""
        return self._categories.top()

    def children(self, ids: Sequence[CategoryId]) -> Mapping[CategoryId, tuple[Category, ...]]:
        """The categories in each; see `Categories.children`."""
        return self._categories.children(ids)

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> Mapping[CategoryId, tuple[Entity, ...]]:
        """The entities directly in each category of layer 1; see `Categories.entities`."""
        return self._categories.entities(ids, limit_each=limit_each)

    def of_entity(self, entity_id: EntityId) -> tuple[Category, ...]:
        """The categories of layer 1 that an entity is in."""
        return self._categories.parents([entity_id]).get(entity_id, ())

    def views(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> tuple[CategoryView, ...]:
        """Categories with what is directly in each, in the order asked; those that are gone are left out."""
        found = self._categories.categories(ids)
        children, entities = self.children(ids), self.entities(ids, limit_each=limit_each)
        return tuple(CategoryView(one, children.get(one.id, ()), entities.get(one.id, ())) for one in found)

    def named(self, name: str) -> tuple[Category, ...]:
        """The categories of exactly that name, else those whose names contain it; higher layers first."""
        build, folded = self._categories.current(), key(name)
        if build is None or not folded:
            return ()
        layers = range(len(build.sizes), 0, -1)
        known = [one for layer in layers for one in self._categories.layer(build.id, layer)]
        exact = tuple(one for one in known if key(one.name) == folded)
        return exact or tuple(one for one in known if folded in key(one.name))

    def build(self, *, model: bool = True, on_progress: OnProgress | None = None) -> "Built":
        """Build it anew, now; what is read changes at once when it is done.

        Raises:
            LibraryBusy: another process keeps the library, and builds it when it is due; or it is being built here.
            ModelUnavailable: the chat model that is here cannot run.
        """
        with self._sorting():
            return self._categorising().build(model=model, on_progress=_Told(on_progress))

    def keep_up(self, *, model: bool = True, on_progress: OnProgress | None = None) -> "Kept":
        """Give new entities their place, and build anew if that is due. Raises what `build` raises."""
        with self._sorting():
            return self._categorising().keep_up(model=model, on_progress=_Told(on_progress))

    def revert(self) -> bool:
        """Read the build before this one again; False if there is none."""
        with self._backend.transaction():
            return self._categories.revert()


class _Told:
    """Tells of a build's progress as of a step, which begins with the first count."""

    def __init__(self, on_progress: OnProgress | None) -> None:
        self._on_progress = on_progress
        self._step: Step | None = None

    def __call__(self, done: int, total: int) -> None:
        self._step = self._step or Step(_STEP, total, self._on_progress)
        self._step.reach(done)
