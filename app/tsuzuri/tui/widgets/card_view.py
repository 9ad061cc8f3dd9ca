"""An entity's card: who it is, what is said of it, where it is named."""

from datetime import date
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tsuzuri.tui.detail import entity_head
from tsuzuri.tui.drawing import CardLine, CardShape, card_lines
from tsuzuri.tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from tsuzuri.library.views import EntityCard


class CardView(Vertical):
    """A head and the list of facts and mentions."""

    DEFAULT_CSS = """
    CardView {
        & > .card--head { width: 100%; height: auto; padding: 0 1; margin-bottom: 1; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: RowsView[CardLine] = RowsView(CardShape("", None), id="card-lines")

    def compose(self) -> ComposeResult:
        """Head and list."""
        yield Static(classes="card--head", markup=False)
        yield self.lines

    def show(self, card: "EntityCard", today: date | None) -> None:
        """Show a card; the selected line stays selected when it is still there. For `today` see `CardShape`."""
        self.query_one(".card--head", Static).update(entity_head(card.entity))
        self.lines.shape = CardShape(card.entity.name, today)
        self.lines.hold(card_lines(card, today))
