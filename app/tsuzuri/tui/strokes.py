"""The lines of a graph's picture, name by name and stroke by stroke. Pure; see `graph`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from tsuzuri.tui.graph import Node, Picture, relation
from tsuzuri.tui.present import fit, is_former, plain
from tsuzuri.tui.theme import FORMER, HEADING, QUIET, SELECTED, TITLE

if TYPE_CHECKING:
    from datetime import date

_STROKE = "─"
_TURNS = {
    (True, True, False, False): "│",
    (False, False, True, True): "─",
    (False, True, False, True): "┌",
    (False, True, True, False): "┐",
    (True, False, False, True): "└",
    (True, False, True, False): "┘",
    (True, True, False, True): "├",
    (True, True, True, False): "┤",
    (False, True, True, True): "┬",
    (True, False, True, True): "┴",
    (True, True, True, True): "┼",
}
"""The glyph that joins up, down, left and right."""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Draws a picture. What holds no longer by `today` is struck; None where all is as of a day."""

    picture: Picture
    today: "date | None"

    def line(self, row: int, selected: Node) -> Content:
        """One row, the selected node reversed, and underlined wherever else the same entity stands."""
        here = {node.column: node for node in self.picture.nodes if node.row == row}
        parts: list[Content] = []
        for column in self.picture.columns:
            if column > 0:
                parts.append(self._gap(column, row, here.get(column)))
            parts.append(self._name(column, here.get(column), selected))
            if column < 0:
                parts.append(self._gap(column, row, here.get(column)))
        return Content.assemble(*parts)

    def _name(self, column: int, node: Node | None, selected: Node) -> Content:
        """A column's name, at the side from which it is led to, and strokes on to what hangs on it."""
        width = self.picture.width_of(column)
        if node is None:
            return Content(" " * width)
        name = plain(node.label)
        name = (name if name.cell_length <= width else fit(name, width)).stylize(self._style(node, selected))
        left, right = self._leads_on(node, -1), self._leads_on(node, 1)
        room = width - name.cell_length
        before = room // 2 if column == 0 else room if column < 0 else 0
        return Content.assemble(
            ((_STROKE if left else " ") * before, QUIET), name, ((_STROKE if right else " ") * (room - before), QUIET)
        )

    def _style(self, node: Node, selected: Node) -> str:
        if node is selected:
            return SELECTED
        style = HEADING if node.column == 0 else TITLE if node.entity else "" if node.fact else QUIET
        if node.fact is not None and self.today is not None and is_former(node.fact, self.today):
            style = FORMER
        same = node.entity is not None and selected.entity is not None and node.entity.id == selected.entity.id
        return f"{style} underline".strip() if same else style

    def _leads_on(self, node: Node, side: int) -> bool:
        """Whether anything hangs on a node on that side."""
        outward = side if node.column == 0 else node.column + side
        if node.column * side < 0:
            return False
        return any(one.column == outward and one.parent == node.row for one in self.picture.nodes)

    def _gap(self, column: int, row: int, node: Node | None) -> Content:
        """What leads to a column from the one nearer to the centre, drawn from that one on."""
        width, right = self.picture.gap, column > 0
        groups = [one for one in self.picture.nodes if one.column == column]
        spans = {one.parent: [other.row for other in groups if other.parent == one.parent] for one in groups}
        around = (parent for parent, rows in spans.items() if min(*rows, parent) <= row <= max(*rows, parent))
        parent = next(around, None)
        if parent is None:
            return Content(" " * width)
        rows = (*spans[parent], parent)
        near, far = row == parent, node is not None
        ends = (near, far) if right else (far, near)
        turn = _TURNS[row > min(rows), row < max(rows), *ends]
        stem = _STROKE if near else " "
        reach = self._reach(node, width - 2, right)
        parts = ((stem + turn, QUIET), reach) if right else (reach, (turn + stem, QUIET))
        return Content.assemble(*parts)

    def _reach(self, node: Node | None, width: int, right: bool) -> Content:
        """The stroke to a name with its relation in it, and the head where the fact leads to."""
        if node is None:
            return Content(" " * width)
        words = relation(node)
        if not words:
            line = Content.styled(_STROKE * (width - 1), QUIET)
            return Content.assemble(line, " ") if right else Content.assemble(" ", line)
        inner = fit(plain(words), min(max(width - 6, 1), plain(words).cell_length))
        fill = width - 5 - inner.cell_length
        to_name = not node.inward
        head = (">" if right else "<") if to_name else ("<" if right else ">")
        near, far = (_STROKE, head) if to_name else (head, _STROKE)
        strokes = (f"{near} ", inner, f" {_STROKE * fill}{far} ")
        if not right:
            strokes = (f" {far}{_STROKE * fill} ", inner, f" {near}")
        return Content.assemble(*strokes).stylize(QUIET)
