"""The tree of categories as far as it was opened, and how its rows look. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.core.categories import Category
from tsuzuri.core.ids import CategoryId
from tsuzuri.core.values import Entity
from tsuzuri.tui.detail import Detail
from tsuzuri.tui.present import amount, day, fit, one_line, plain, spread
from tsuzuri.tui.theme import HEADING, QUIET, TITLE

if TYPE_CHECKING:
    from tsuzuri.library.hierarchy import HierarchyStatus

Path = tuple[CategoryId, ...]
"""A category in the tree: those above it from the top, and itself. Under several parents it has several."""

LEAVES = 50
"""Entities of a category that are listed; of more, only the number is told."""
_INDENT = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a category, an entity in the category that is last in `path`, or how many more entities are there."""

    path: Path
    category: Category | None = None
    entity: Entity | None = None
    more: int = 0
    is_open: bool = False

    @property
    def depth(self) -> int:
        """How far it is indented."""
        return len(self.path) - (self.category is not None)


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of the tree: its top, what is in the categories that were looked into, and which are open."""

    top: tuple[Category, ...] = ()
    inside: Mapping[CategoryId, tuple[Category | Entity, ...]] = field(default_factory=dict)
    opened: frozenset[Path] = frozenset()

    def opening(self, path: Path) -> "Outline":
        """With that one open."""
        return replace(self, opened=self.opened | {path})

    def closing(self, path: Path) -> "Outline":
        """With that one closed."""
        return replace(self, opened=self.opened - {path})

    def knowing(self, inside: Mapping[CategoryId, tuple[Category | Entity, ...]]) -> "Outline":
        """With what is in some categories."""
        return replace(self, inside={**self.inside, **inside})

    def rows(self) -> tuple[Row, ...]:
        """All that is in sight, in order."""
        return tuple(row for category in self.top for row in self._under(category, ()))

    def _under(self, category: Category, above: Path) -> Iterator[Row]:
        path = (*above, category.id)
        is_open = path in self.opened
        yield Row(path, category=category, is_open=is_open)
        if not is_open:
            return
        for child in self.inside.get(category.id, ()):
            if isinstance(child, Category):
                yield from self._under(child, path)
            else:
                yield Row(path, entity=child)
        if category.layer == 1 and category.id in self.inside and category.children > len(self.inside[category.id]):
            yield Row(path, more=category.children - len(self.inside[category.id]))


@dataclass(frozen=True, slots=True)
class RowShape:
    """A row of the tree: "+" can be opened, "-" is open; see `widgets.shapes.Shape`."""

    height: int = 1

    def heading(self, _width: int, /) -> None:
        """None: the line above says what this is."""
        return

    def lines(self, item: Row, width: int) -> tuple[Content, ...]:
        """Name, and how many entities there are."""
        indent = " " * (_INDENT * item.depth)
        if item.category is not None:
            mark = "- " if item.is_open else "+ "
            named = Content.assemble(indent, (mark, QUIET), plain(item.category.name, TITLE))
            return (spread(named, Content.styled(f"{item.category.entities:,}", QUIET), width),)
        if item.entity is not None:
            named = Content.assemble(indent, "  ", plain(item.entity.name))
            return (spread(named, Content.styled(item.entity.type.value, QUIET), width),)
        return (fit(Content.assemble(indent, "  ", (f"and {item.more:,} more", QUIET)), width),)

    def key(self, item: Row) -> object:
        """Where it is in the tree."""
        return item.path, item.entity.id if item.entity is not None else None, bool(item.more)


def category_detail(category: Category, parents: tuple[str, ...]) -> Detail:
    """What is known of a category; `parents` are the names of all that it is in."""
    inside = amount(category.children, "category", "categories") if category.layer > 1 else ""
    counts = ", ".join(part for part in (inside, amount(category.entities, "entity", "entities")) if part)
    head = [plain(category.name, TITLE), Content.styled(f"layer {category.layer}, {counts}", QUIET)]
    if parents:
        head.append(Content.assemble(("in ", QUIET), plain(", ".join(parents))))
    if category.promoted:
        head.append(Content.styled("It stands for the only one in it, which fits nowhere else.", QUIET))
    text = [plain(category.summary)] if category.summary else []
    if category.tags:
        text.append(plain(", ".join(category.tags), HEADING))
    copied = "\n".join(one_line(part) for part in (category.name, category.summary) if part)
    return Detail(Content("\n").join(head), Content("\n\n").join(text), 0, copied, "")


def about(status: "HierarchyStatus") -> Content:
    """How the hierarchy stands."""
    if status.build is None:
        return Content.styled("There are no categories yet. Press b to build them.", QUIET)
    build = status.build
    sizes = " + ".join(f"{size:,}" for size in reversed(build.sizes))
    by = "a rule, without a model" if status.is_extractive else one_line(build.by)
    lines = [Content.styled(f"{sizes} categories by layer, built on {day(build.finished_at)} by {by}", QUIET)]
    if status.is_extractive:
        lines.append(Content.styled("No model named these: they are called after what is in them.", HEADING))
    open_ends = [f"{amount(status.uncategorised, 'entity', 'entities')} in none yet"] if status.uncategorised else []
    open_ends += [f"a rebuild is due: {one_line(status.due)}"] if status.due else []
    return Content("\n").join([*lines, *([Content.styled(", ".join(open_ends), QUIET)] if open_ends else [])])
