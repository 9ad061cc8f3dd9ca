"""An error that nobody foresaw."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tsuzuri.tui.present import one_line
from tsuzuri.tui.theme import TROUBLE
from tsuzuri.tui.widgets.text_pane import TextPane


class ProblemScreen(ModalScreen[None]):
    """Says what happened and that the work can go on; the traceback is in the log."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss", "Close", key_display="esc")]

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield TextPane()

    def on_mount(self) -> None:
        """Fill it."""
        name = type(self._error).__name__
        pane = self.query_one(TextPane)
        pane.show(
            Content.styled("Unexpected error", TROUBLE),
            Content(
                f"{name}: {one_line(str(self._error)) or 'no more is known'}\n\n"
                "Your library is unharmed: nothing was being written from here. The log has the details. "
                "Press esc to go on."
            ),
        )
        pane.focus()
