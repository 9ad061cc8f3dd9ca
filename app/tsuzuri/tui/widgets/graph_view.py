"""A neighbourhood drawn in cells, in which one walks with the arrows."""

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.graph import Node, Picture, picture
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.strokes import Strokes
from tsuzuri.tui.widgets.rows_messages import Chosen, Moved

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.library.neighbourhood import Neighbourhood


class GraphView(ScrollView, can_focus=True):
    """The graph around an entity. `today` is None where all is as of a day: then nothing is struck as former."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.GRAPH)
    DEFAULT_CSS = """
    GraphView { height: 1fr; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
    """

    def __init__(self, today: "date | None", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._today = today
        self._found: Neighbourhood | None = None
        self._picture: Picture | None = None
        self._selected: Node | None = None

    @property
    def selected(self) -> Node | None:
        """The selected node, None before there is anything."""
        return self._selected

    def show(self, found: "Neighbourhood") -> None:
        """Draw a neighbourhood, its centre selected."""
        self._found, self._selected = found, None
        self._draw()

    def action_go(self, columns: int, rows: int) -> None:
        """To the nearest node in a direction."""
        if self._picture is not None and self._selected is not None:
            self._select(self._picture.beside(self._selected, columns, rows))

    def action_choose(self) -> None:
        """Go to the selected node."""
        self.post_message(Chosen(self))

    def on_resize(self) -> None:
        """Draw for the new width."""
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Select the node; a double click goes there."""
        offset = event.get_content_offset(self)
        if offset is None or self._picture is None:
            return
        x, y = round(self.scroll_x) + offset.x - self._left, round(self.scroll_y) + offset.y
        if (node := self._picture.at(x, y - self._top)) is not None:
            self._select(node)
            if event.chain == 2:
                self.action_choose()

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        width, ground = self.scrollable_content_region.width, self.rich_style
        row = round(self.scroll_y) + y - self._top
        drawn, selected = self._picture, self._selected
        if drawn is None or selected is None or not 0 <= row < drawn.height:
            return Strip.blank(width, ground)
        line = Strokes(drawn, self._today).line(row, selected)
        segments = [Segment(text, ground + own if own else ground) for text, own, _ in line.render_segments()]
        strip = Strip([Segment(" " * self._left, ground), *segments])
        start = round(self.scroll_x)
        return strip.crop_extend(start, start + width, ground)

    @property
    def _left(self) -> int:
        """Cells left of the picture, so that it stands in the middle."""
        return max(0, (self.scrollable_content_region.width - self._picture.width) // 2) if self._picture else 0

    @property
    def _top(self) -> int:
        return max(0, (self.scrollable_content_region.height - self._picture.height) // 2) if self._picture else 0

    def _draw(self) -> None:
        width = self.scrollable_content_region.width
        if self._found is None or width <= 0:
            return
        before = self._selected
        self._picture = drawn = picture(self._found, width)
        self.virtual_size = Size(max(drawn.width, 1), drawn.height)
        kept = (node for node in drawn.nodes if before is not None and _same(node, before))
        self._select(next(kept, drawn.nodes[0]))

    def _select(self, node: Node) -> None:
        self._selected = node
        if (drawn := self._picture) is not None:
            left = self._left + drawn.left_of(node.column)
            place = Region(left, self._top + node.row, drawn.width_of(node.column), 1)
            self.scroll_to_region(place, animate=False, force=True, immediate=True)
        self.refresh()
        self.post_message(Moved(self))


def _same(node: Node, other: Node) -> bool:
    """Whether one fact leads to both in the same way, in pictures of one neighbourhood."""
    return (node.fact, node.column, node.label if node.fact is None else "") == (
        other.fact,
        other.column,
        other.label if other.fact is None else "",
    )
