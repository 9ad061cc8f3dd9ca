"""A list of so many rows on a terminal: `python -m tests.bench.rows 1000000`; `o` opens it, `q` ends."""

import sys
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.content import Content

from tsuzuri.core.values import Page
from tsuzuri.tui.theme import DARK
from tsuzuri.tui.widgets.rows_view import RowsView
from tsuzuri.tui.widgets.shapes import Column, Table

SHAPE: Table[str] = Table((Column("name", Content, 10, share=1),), lambda item: item)


class Rows(App[None]):
    """An empty list, and one of `many` rows once it is opened."""

    BINDINGS: ClassVar[list[BindingType]] = [("o", "open", "Open"), ("q", "quit", "Quit")]

    def __init__(self, many: int) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self._many = many
        self._view: RowsView[str] = RowsView(SHAPE)

    def compose(self) -> ComposeResult:
        """The list."""
        yield self._view

    def on_mount(self) -> None:
        """Begin in it."""
        self._view.focus()

    def action_open(self) -> None:
        """Show the rows."""
        self._view.show(self._page)

    def _page(self, after: str | None, limit: int) -> Page[str]:
        first = int(after or 0)
        stop = min(first + limit, self._many)
        return Page(tuple(f"row {n}" for n in range(first, stop)), str(stop) if stop < self._many else None)


if __name__ == "__main__":
    Rows(int(sys.argv[1])).run()
