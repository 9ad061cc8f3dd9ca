"""The category hierarchy in memory. Entities that are united count as their root (see `core.identity`)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.categories import Build, Category, CategoryDraft
from tsuzuri.core.ids import BuildId, CategoryId, EntityId
from tsuzuri.core.values import Entity
from tsuzuri.store.memory.category_rows import BuildRow, CategoryRow, without_bare
from tsuzuri.store.memory.graph import MemoryGraph
from tsuzuri.store.memory.state import Box, State


class MemoryCategories:
    """The `Categories` over a `Box`. It raises what `SqliteCategories` raises."""

    def __init__(self, box: Box, graph: MemoryGraph) -> None:
        self._box = box
        self._graph = graph

    def current(self) -> Build | None:
        """See `Categories.current`."""
        return _build(self._box.read(), "current")

    def unfinished(self) -> Build | None:
        """See `Categories.unfinished`."""
        return _build(self._box.read(), "unfinished")

    def begin(self, by: str, now: datetime) -> BuildId:
        """See `Categories.begin`."""
        state = self._box.write()
        _drop(state, "unfinished")
        id_ = BuildId(state.next_id("build"))
        state.builds["unfinished"] = BuildRow(id_, by, now, None)
        return id_

    def add(self, build: BuildId, drafts: Sequence[CategoryDraft]) -> tuple[CategoryId, ...]:
        """See `Categories.add`."""
        state = self._box.write()
        _require_unfinished(state, build)
        ids = tuple(_add(state, build, draft) for draft in drafts)
        state.categories = without_bare(state.categories)
        return ids

    def layer(self, build: BuildId, layer: int) -> tuple[Category, ...]:
        """See `Categories.layer`."""
        state = self._box.read()
        return tuple(_category(state, id_) for id_ in _of_layer(state, build, layer))

    def publish(self, build: BuildId, now: datetime) -> None:
        """See `Categories.publish`."""
        state = self._box.write()
        _require_unfinished(state, build)
        _drop(state, "former")
        if "current" in state.builds:
            state.builds["former"] = state.builds.pop("current")
        state.builds["current"] = replace(state.builds.pop("unfinished"), finished_at=now)

    def revert(self) -> bool:
        """See `Categories.revert`."""
        state = self._box.write()
        if "former" not in state.builds:
            return False
        _drop(state, "current")
        state.builds["current"] = state.builds.pop("former")
        return True

    def top(self) -> tuple[Category, ...]:
        """See `Categories.top`."""
        state = self._box.read()
        if "current" not in state.builds:
            return ()
        build = state.builds["current"].id
        highest = max((row.layer for row in state.categories.values() if row.build == build), default=0)
        return tuple(sorted((_category(state, id_) for id_ in _of_layer(state, build, highest)), key=_by_size))

    def categories(self, ids: Sequence[CategoryId]) -> tuple[Category, ...]:
        """See `Categories.categories`."""
        state = self._box.read()
        return tuple(_category(state, id_) for id_ in ids if id_ in state.categories)

    def children(self, ids: Sequence[CategoryId]) -> Mapping[CategoryId, tuple[Category, ...]]:
        """See `Categories.children`."""
        state = self._box.read()
        found = {}
        for id_ in ids:
            if id_ in state.categories and state.categories[id_].layer > 1:
                of = (_category(state, CategoryId(child)) for child in state.categories[id_].children)
                found[id_] = tuple(sorted(of, key=_by_size))
        return found

    def entities(self, ids: Sequence[CategoryId], *, limit_each: int = 1000) -> Mapping[CategoryId, tuple[Entity, ...]]:
        """See `Categories.entities`."""
        state = self._box.read()
        of_entities = [id_ for id_ in ids if id_ in state.categories and state.categories[id_].layer == 1]
        return {id_: self._most_mentioned(_roots(state, id_))[:limit_each] for id_ in of_entities}

    def below(self, ids: Sequence[CategoryId], *, limit: int = 10_000) -> tuple[EntityId, ...]:
        """See `Categories.below`."""
        state = self._box.read()
        roots = {root for id_ in ids if id_ in state.categories for root in _roots(state, id_)}
        return tuple(entity.id for entity in self._most_mentioned(roots)[:limit])

    def parents(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Category, ...]]:
        """See `Categories.parents`."""
        state = self._box.read()
        found = {}
        for id_ in entity_ids:
            if id_ in state.entities:
                of = [one for one in _current_first(state) if state.root(id_) in _roots(state, one)]
                if of:
                    found[id_] = tuple(_category(state, one) for one in of)
        return found

    def uncategorised(self, limit: int) -> tuple[EntityId, ...]:
        """See `Categories.uncategorised`."""
        state = self._box.read()
        held = {root for id_ in _current_first(state) for root in _roots(state, id_)}
        return tuple(id_ for id_ in sorted(state.entities) if state.root(id_) == id_ and id_ not in held)[:limit]

    def attach(self, pairs: Collection[tuple[EntityId, CategoryId]]) -> None:
        """See `Categories.attach`."""
        state = self._box.write()
        known = set(_current_first(state))
        for entity, category in pairs:
            if entity in state.entities and category in known:
                _put(state, category, [entity], attached=True)

    def set_aside(self, entity_ids: Collection[EntityId], name: str) -> None:
        """See `Categories.set_aside`."""
        state = self._box.write()
        there = [id_ for id_ in entity_ids if id_ in state.entities]
        if "current" not in state.builds or not there:
            return
        build = state.builds["current"].id
        children: list[int] = list(there)
        for layer in range(
            1, 1 + max((row.layer for row in state.categories.values() if row.build == build), default=0)
        ):
            id_ = _named(state, build, layer, name)
            if id_ is None:
                id_ = _insert(state, build, CategoryDraft(layer, name, (0,), promoted=True))
            _put(state, id_, children, attached=layer == 1)
            children = [id_]

    def _most_mentioned(self, ids: Iterable[EntityId]) -> tuple[Entity, ...]:
        return tuple(sorted(self._graph.entities_by_id(sorted(ids)), key=lambda entity: (-entity.mentions, entity.id)))


def _build(state: State, which: str) -> Build | None:
    row = state.builds.get(which)
    if row is None:
        return None
    layers = sorted({one.layer for one in state.categories.values() if one.build == row.id})
    attached = {child for one in state.categories.values() if one.build == row.id for child in one.attached}
    sizes = tuple(len(_of_layer(state, row.id, layer)) for layer in layers)
    return Build(row.id, row.by, row.started_at, row.finished_at, sizes, len(attached))


def _drop(state: State, which: str) -> None:
    if (row := state.builds.pop(which, None)) is not None:
        state.categories = {id_: one for id_, one in state.categories.items() if one.build != row.id}


def _require_unfinished(state: State, build: BuildId) -> None:
    if "unfinished" not in state.builds or state.builds["unfinished"].id != build:
        raise ValueError(f"build {build} is not being made")


def _add(state: State, build: BuildId, draft: CategoryDraft) -> CategoryId:
    if draft.layer > 1:
        there = [state.categories[CategoryId(id_)] for id_ in draft.children if id_ in state.categories]
        if any(row.build != build or row.layer != draft.layer - 1 for row in there):
            raise ValueError(f"a child of {draft.name!r} is not in the layer below")
        children = [id_ for id_ in draft.children if id_ in state.categories]
    else:
        children = [id_ for id_ in draft.children if id_ in state.entities]
    known = _named(state, build, draft.layer, draft.name)
    id_ = _insert(state, build, draft) if known is None else known
    _put(state, id_, children)
    state.categories[id_] = replace(
        state.categories[id_], summary=draft.summary, tags=draft.tags, promoted=draft.promoted
    )
    return id_


def _insert(state: State, build: BuildId, draft: CategoryDraft) -> CategoryId:
    id_ = CategoryId(state.next_id("category"))
    state.categories[id_] = CategoryRow(build, draft.layer, draft.name, draft.summary, draft.tags, draft.promoted)
    return id_


def _put(state: State, id_: CategoryId, children: Iterable[int], *, attached: bool = False) -> None:
    row = state.categories[id_]
    new = [child for child in children if child not in row.children]
    state.categories[id_] = replace(
        row, children=row.children | set(new), attached=row.attached | (set(new) if attached else set())
    )


def _named(state: State, build: BuildId, layer: int, name: str) -> CategoryId | None:
    return next((id_ for id_ in _of_layer(state, build, layer) if state.categories[id_].name == name), None)


def _of_layer(state: State, build: BuildId, layer: int) -> list[CategoryId]:
    return sorted(id_ for id_, row in state.categories.items() if (row.build, row.layer) == (build, layer))


def _current_first(state: State) -> list[CategoryId]:
    """The categories of layer 1 of the current build."""
    return _of_layer(state, state.builds["current"].id, 1) if "current" in state.builds else []


def _roots(state: State, id_: CategoryId) -> set[EntityId]:
    """The different entities anywhere below."""
    row = state.categories[id_]
    if row.layer == 1:
        return {state.root(EntityId(child)) for child in row.children}
    return set().union(*(_roots(state, CategoryId(child)) for child in row.children))


def _root(state: State, id_: EntityId) -> EntityId:
    return state.root(id_)


def _category(state: State, id_: CategoryId) -> Category:
    row = state.categories[id_]
    entities = len(_roots(state, id_))
    children = entities if row.layer == 1 else len(row.children)
    return Category(id_, row.layer, row.name, row.summary, row.tags, children, entities, row.promoted)


def _by_size(category: Category) -> tuple[int, CategoryId]:
    return -category.entities, category.id
