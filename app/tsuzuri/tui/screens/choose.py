"""The window in which one of a few things to do is chosen."""

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tsuzuri.tui.choices import Choice, ChoiceShape
from tsuzuri.tui.present import one_line
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.widgets.rows_messages import Chosen
from tsuzuri.tui.widgets.rows_view import RowsView

T = TypeVar("T")


class ChooseScreen(ModalScreen[T | None], Generic[T]):
    """Offers the deeds, at first the `chosen` one, and ends with the one that is chosen, None for none."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close", key_display="esc")]

    def __init__(self, title: str, choices: Sequence[Choice[T]], chosen: T | None = None) -> None:
        super().__init__()
        self._chosen = chosen
        self._title = one_line(title)
        self._offered = choices
        self._choices: RowsView[Choice[T]] = RowsView(ChoiceShape(), id="choices")

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield Static(Content.styled(self._title, HEADING), markup=False)
            yield self._choices
            yield Static(Content.styled("enter does it, esc closes", QUIET), markup=False)

    def on_mount(self) -> None:
        """Offer them."""
        self._choices.styles.height = len(self._offered) * self._choices.shape.height
        self._choices.hold(self._offered)
        if self._chosen is not None:
            self._choices.select(lambda choice: choice.deed == self._chosen)
        self._choices.focus()

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss(None)

    @on(Chosen, "#choices")
    def _on_chosen(self) -> None:
        choice = self._choices.current
        self.dismiss(choice.deed if choice else None)
