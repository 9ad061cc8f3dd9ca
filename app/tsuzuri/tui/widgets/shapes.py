"""How the items of a list are drawn: as a row of columns, or as a block of lines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.strip import Strip

from tsuzuri.tui.present import fit
from tsuzuri.tui.theme import HEADING, QUIET

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)

_GAP = 2


class Shape(Protocol[T_contra]):
    """How each item of a list is drawn, in `height` lines."""

    @property
    def height(self) -> int:
        """Lines of one item."""

    def heading(self, width: int, /) -> Content | None:
        """The line that stays above the rows, or None for a list without one."""

    def lines(self, item: T_contra, width: int) -> tuple[Content, ...]:
        """The item's lines, each at most `width` cells."""

    def key(self, item: T_contra) -> object:
        """What stays the same when the item is read again."""


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column. It is at least `least` cells wide and takes `share` parts of the room that is left.

    A list narrower than `from_width` leaves it out. `right` sets it flush right.
    """

    title: str
    cell: Callable[[T], Content]
    least: int
    share: int = 0
    right: bool = False
    from_width: int = 0


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """Items as rows of columns; see `Shape`."""

    columns: tuple[Column[T], ...]
    identity: Callable[[T], object]
    height: int = 1

    def heading(self, width: int, /) -> Content | None:
        """The titles of the columns."""
        return _row([(Content.styled(column.title, QUIET), size, column.right) for column, size in self.sizes(width)])

    def lines(self, item: T, width: int) -> tuple[Content, ...]:
        """The item's cells, each cut to its column."""
        return (_row([(column.cell(item), size, column.right) for column, size in self.sizes(width)]),)

    def key(self, item: T) -> object:
        """The item's identity."""
        return self.identity(item)

    def sizes(self, width: int) -> list[tuple[Column[T], int]]:
        """The columns shown in a list of `width` cells, with the width of each."""
        columns = [column for column in self.columns if width >= column.from_width]
        shares = sum(column.share for column in columns)
        left = max(0, width - sum(column.least for column in columns) - _GAP * (len(columns) - 1))
        sizes = []
        for column in columns:
            extra = left * column.share // shares if column.share else 0
            left, shares = left - extra, shares - column.share
            sizes.append((column, column.least + extra))
        return sizes


class Drawn(Generic[T]):
    """The lines of the rows that were drawn, so that none is laid out twice."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, int], tuple[Content, ...]] = {}

    def lines(self, shape: Shape[T], row: int, item: T, width: int) -> tuple[Content, ...]:
        """The lines of the item at a row."""
        lines = self._lines.get((row, width))
        if lines is None:
            lines = self._lines[row, width] = shape.lines(item, width)
        return lines

    def clear(self) -> None:
        """Other items are at the rows, or they take another shape."""
        self._lines.clear()


def strip(gutter: str, content: Content, style: Style, width: int) -> Strip:
    """A line with its gutter, as it is drawn on so many cells of a ground."""
    whole = Content.styled(gutter, HEADING).append(content)
    segments = [Segment(text, style + own if own else style) for text, own, _ in whole.render_segments()]
    return Strip(segments).adjust_cell_length(width, style)


def _row(cells: list[tuple[Content, int, bool]]) -> Content:
    parts: list[Content | str] = []
    for content, size, right in cells:
        padding = " " * max(0, size - content.cell_length) if right else ""
        parts += [" " * _GAP if parts else "", fit(Content.assemble(padding, content), size)]
    return Content.assemble(*parts)
