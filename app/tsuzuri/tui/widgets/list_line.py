"""The line above a list: how many of its rows are marked, and its order where that is not the usual one."""

from typing import Any

from textual.content import Content
from textual.widgets import Static

from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.widgets.marking_rows import MarkingRows
from tsuzuri.tui.widgets.ordered_rows import OrderedRows


class ListLine(Static):
    """The line of one list; not there while there is nothing to tell."""

    DEFAULT_CSS = """
    ListLine { display: none; height: 1; padding-left: 2; }
    """

    def __init__(self, rows: MarkingRows[Any]) -> None:
        super().__init__(markup=False)
        self._rows = rows

    def on_mount(self) -> None:
        """Tell of the order in which the list begins."""
        self.draw()

    def draw(self) -> None:
        """Tell how many are marked, and the order."""
        marked, order = len(self._rows.marked), ""
        if isinstance(self._rows, OrderedRows):
            order = self._rows.order_title
        told = [Content.assemble((f"{marked:,} marked", HEADING), (", esc unmarks", QUIET))] if marked else []
        if order:
            told.append(Content.styled(f"in order: {order.lower()}", QUIET))
        self.update(Content("   ").join(told))
        self.display = bool(told)
