"""The window with what can be done with a watched folder."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tsuzuri.tui.folders import Choice, ChoiceShape, Deed, choices
from tsuzuri.tui.present import one_line
from tsuzuri.tui.theme import HEADING, QUIET
from tsuzuri.tui.widgets.rows_messages import Chosen
from tsuzuri.tui.widgets.rows_view import RowsView

if TYPE_CHECKING:
    from tsuzuri.library.folders import FolderView


class FolderScreen(ModalScreen[Deed | None]):
    """Offers the deeds and ends with the one that is chosen, None for none."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "Close", key_display="esc")]

    def __init__(self, view: "FolderView") -> None:
        super().__init__()
        self._view = view
        self._choices: RowsView[Choice] = RowsView(ChoiceShape(), id="choices")

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield Static(Content.styled(one_line(self._view.root.path), HEADING), markup=False)
            yield self._choices
            yield Static(Content.styled("enter does it, esc closes", QUIET), markup=False)

    def on_mount(self) -> None:
        """Offer what this folder allows."""
        offered = choices(self._view)
        self._choices.styles.height = len(offered) * self._choices.shape.height
        self._choices.hold(offered)
        self._choices.focus()

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss(None)

    @on(Chosen, "#choices")
    def _on_chosen(self) -> None:
        choice = self._choices.current
        self.dismiss(choice.deed if choice else None)
