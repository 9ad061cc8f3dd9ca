"""What the place of categories asks the library, and what it has it do. Asked in threads."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from tsuzuri.core.categories import Category
from tsuzuri.core.ids import CategoryId, EntityId
from tsuzuri.core.values import Entity
from tsuzuri.tui.bridge import Answer, Library
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.outline import LEAVES
from tsuzuri.tui.present import amount, one_line

if TYPE_CHECKING:
    from tsuzuri.library.hierarchy import HierarchyStatus
    from tsuzuri.library.step import OnProgress
    from tsuzuri.library.walks import Walk

Inside = Mapping[CategoryId, tuple[Category | Entity, ...]]


class Change(StrEnum):
    """What can be done with the hierarchy."""

    WITH_MODEL = "with model"
    WITHOUT_MODEL = "without model"
    REVERT = "revert"


BUILDING = (
    Choice(Change.WITH_MODEL, "Build anew with the model", "It names the categories. This can take long."),
    Choice(Change.WITHOUT_MODEL, "Build anew without a model", "Quick; categories are called after what is in them."),
)
REVERTING = (Choice(Change.REVERT, "Read the build before again", "The one that is read now is dropped for good."),)


class TreeCame(Answer):
    """The top of the tree for the words that were looked for, and what is in the open categories."""

    def __init__(self, status: "HierarchyStatus", top: tuple[Category, ...], inside: Inside) -> None:
        super().__init__()
        self.status = status
        self.top = top
        self.inside = inside


class InsideCame(Answer):
    """What is in a category."""

    def __init__(self, inside: Inside) -> None:
        super().__init__()
        self.inside = inside


class ParentsCame(Answer):
    """The names of the categories that each category is in."""

    def __init__(self, parents: Mapping[CategoryId, tuple[str, ...]]) -> None:
        super().__init__()
        self.parents = parents


class HomesCame(Answer):
    """The names of the categories that an entity is in."""

    def __init__(self, entity_id: EntityId, names: tuple[str, ...]) -> None:
        super().__init__()
        self.entity_id = entity_id
        self.names = names


class Progressed(Answer):
    """How far a build is."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share


class WalkCame(Answer):
    """The last walk of a search, None where there was none."""

    def __init__(self, walk: "Walk | None") -> None:
        super().__init__()
        self.walk = walk


def tree(library: Library, words: str, opened: Sequence[CategoryId], of: EntityId | None = None) -> TreeCame:
    """The top, or the categories whose names contain the words, or those `of` an entity; and what is in open ones."""
    hierarchy = library.hierarchy
    top = hierarchy.named(words) if words else hierarchy.top() if of is None else hierarchy.of_entity(of)
    return TreeCame(hierarchy.status(), top, inside(library, opened))


def inside(library: Library, ids: Sequence[CategoryId]) -> Inside:
    """What is directly in each of them: categories, or the first entities."""
    if not ids:
        return {}
    children = library.hierarchy.children(ids)
    entities = library.hierarchy.entities(ids, limit_each=LEAVES)
    return {id_: (*children.get(id_, ()), *entities.get(id_, ())) for id_ in ids}


def parents(library: Library) -> ParentsCame:
    """What every category is in: a query for each layer but the lowest."""
    found: dict[CategoryId, list[str]] = {}
    level = library.hierarchy.top()
    while level and level[0].layer > 1:
        below = library.hierarchy.children([one.id for one in level])
        following: dict[CategoryId, Category] = {}
        for parent in level:
            for child in below.get(parent.id, ()):
                found.setdefault(child.id, []).append(parent.name)
                following[child.id] = child
        level = tuple(following.values())
    return ParentsCame({id_: tuple(names) for id_, names in found.items()})


def walk(library: Library) -> WalkCame:
    """The last walk of a search."""
    return WalkCame(library.walks.last)


def homes(library: Library, entity_id: EntityId) -> HomesCame:
    """What an entity is in."""
    return HomesCame(entity_id, tuple(one.name for one in library.hierarchy.of_entity(entity_id)))


def change(library: Library, wanted: Change, on_progress: "OnProgress | None" = None) -> str:
    """Build the hierarchy anew, or read the build before again; tells what came of it."""
    if wanted is Change.REVERT:
        is_done = library.hierarchy.revert()
        return "The build before is read again." if is_done else "There is no build before this one."
    built = library.hierarchy.build(model=wanted is Change.WITH_MODEL, on_progress=on_progress)
    if built.ended:
        return f"The build is not done: {one_line(built.ended)}. It goes on from there next time."
    asked = amount(built.asked, "question") if built.asked else "no question"
    return f"Built anew: {amount(built.entities, 'entity', 'entities')}, {asked} to a model."
