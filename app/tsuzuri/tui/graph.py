"""A neighbourhood as a graph in cells: who leads to the entity on its left, what it leads to on its right. Pure.

A butterfly: five columns at most, the entity in the middle, on either side what is one fact away and beyond that what
is two facts away. Each stands beside what it hangs on, so no two lines cross and no two names overlap; the same
neighbourhood in the same width is the same picture. What is reached in two ways stands in two places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len

from tsuzuri.core.values import Entity, Fact
from tsuzuri.tui.present import one_line

if TYPE_CHECKING:
    from tsuzuri.library.neighbourhood import Branch, Neighbourhood

_ROWS = 20
"""Rows of a side; what there is no room for is counted."""
_STROKES = 8
"""Cells between two columns that are not the name of a relation."""
_SIZES = ((28, 18), (24, 14), (20, 12), (18, 10), (16, 8))
"""How many cells a name and a relation may take, the widest first."""
_NARROW = (*_SIZES, (12, 6), (8, 2))


@dataclass(frozen=True, slots=True)
class Node:
    """A name in the picture, in a column from -2 to 2, 0 for the centre.

    `fact` leads to it from the node in row `parent` of the column nearer to the centre; `inward` where that node is
    the fact's object. `entity` is what it is, if that is one. One without a fact, but the centre, only counts.
    """

    column: int
    row: int
    label: str
    parent: int
    fact: Fact | None = None
    entity: Entity | None = None
    inward: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes in their places. `name_width` and `relation_width` are the cells that a name and a relation may take."""

    nodes: tuple[Node, ...]
    height: int
    name_width: int
    relation_width: int

    @property
    def columns(self) -> tuple[int, ...]:
        """Those that have something in them, from left to right."""
        return tuple(sorted({node.column for node in self.nodes}))

    @property
    def gap(self) -> int:
        """Cells between two columns."""
        return _STROKES + min(self.relation_width, max((_relation_len(node) for node in self.nodes), default=0))

    @property
    def width(self) -> int:
        """Cells of the whole."""
        return sum(map(self.width_of, self.columns)) + self.gap * (len(self.columns) - 1)

    def width_of(self, column: int) -> int:
        """Cells of a column: as many as its longest name takes, if it may."""
        return min(self.name_width, max(cell_len(node.label) for node in self.nodes if node.column == column))

    def left_of(self, column: int) -> int:
        """The first cell of a column."""
        before = [one for one in self.columns if one < column]
        return sum(map(self.width_of, before)) + self.gap * len(before)

    def at(self, x: int, row: int) -> Node | None:
        """The node at a cell."""
        here = (node for node in self.nodes if node.row == row)
        return next((node for node in here if 0 <= x - self.left_of(node.column) < self.width_of(node.column)), None)

    def beside(self, node: Node, columns: int, rows: int) -> Node:
        """The nearest node in a direction, itself where there is none: in the next column, or in the same one."""
        if columns:
            there = [one for one in self.nodes if one.column == node.column + columns]
        else:
            there = [one for one in self.nodes if one.column == node.column and (one.row - node.row) * rows > 0]
        return min(there, key=lambda one: (abs(one.row - node.row), one.row), default=node)


def picture(found: "Neighbourhood", width: int) -> Picture:
    """The picture of a neighbourhood: two facts away where the width allows for names of 16 cells, else one."""
    for hops, sizes in ((2, _SIZES), (1, _NARROW)):
        nodes, height = _nodes(found, hops)
        for names, relations in sizes:
            drawn = Picture(nodes, height, names, relations)
            if drawn.width <= width:
                return drawn
    return drawn


def _nodes(found: "Neighbourhood", hops: int) -> tuple[tuple[Node, ...], int]:
    left = tuple(_side([one for one in found.branches if one.inward], 0, -1, hops))
    right = tuple(_side([one for one in found.branches if not one.inward], found.more, 1, hops))
    height = max((node.row + 1 for node in (*left, *right)), default=1)
    middle = (height - 1) // 2
    placed = [Node(0, middle, _label(found.centre.name), middle, None, found.centre)]
    for side in (left, right):
        down = (height - max((node.row + 1 for node in side), default=0)) // 2
        placed += [_lowered(node, down, middle) for node in side]
    return tuple(placed), height


def _lowered(node: Node, rows: int, middle: int) -> Node:
    parent = middle if abs(node.column) == 1 else node.parent + rows
    return Node(node.column, node.row + rows, node.label, parent, node.fact, node.entity, node.inward)


def _side(branches: "Sequence[Branch]", more: int, side: int, hops: int) -> "Iterator[Node]":
    """The nodes of a side, from its first row; a branch stands in the middle of what hangs on it."""
    row = 0
    for number, branch in enumerate(branches):
        if row >= _ROWS:
            more += len(branches) - number
            break
        size = len(branch.below) + bool(branch.more)
        if hops < 2 or row + size > _ROWS:
            size = 0
        hidden = 0 if size else len(branch.below) + branch.more
        parent = row + max(size - 1, 0) // 2
        yield _node(branch, side, parent, 0, f" +{hidden}" if hidden else "")
        if size:
            yield from (_node(below, 2 * side, row + at, parent) for at, below in enumerate(branch.below))
        if size and branch.more:
            yield Node(2 * side, row + size - 1, f"{branch.more} more", parent)
        row += max(size, 1)
    if more:
        yield Node(side, row, f"{more} more", 0)


def _node(branch: "Branch", column: int, row: int, parent: int, suffix: str = "") -> Node:
    return Node(column, row, _label(branch.name) + suffix, parent, branch.fact, branch.entity, branch.inward)


def _label(name: str) -> str:
    return one_line(name) or "?"


def relation(node: Node) -> str:
    """What leads to a node, in words."""
    return one_line(node.fact.relation.replace("_", " ")) if node.fact else ""


def _relation_len(node: Node) -> int:
    return cell_len(relation(node))
