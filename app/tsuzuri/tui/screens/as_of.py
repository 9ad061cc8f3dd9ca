"""The window in which a day is named, as of which everything is shown."""

from datetime import date
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tsuzuri.tui.theme import HEADING, QUIET, TROUBLE

_HOW = "2024-05-06, 2024-05, 2024, May 2024, 令和6年5月; its first day counts."


class AsOfScreen(ModalScreen[date | None]):
    """Asks for a day, and ends with it, None for none. `today` is what "last May" is told from."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", key_display="esc")]

    def __init__(self, today: date, offered: date | None) -> None:
        super().__init__()
        self._today = today
        self._line = Input(str(offered or ""), placeholder="a day, a month or a year", id="day", compact=True)
        self._line.cursor_blink = False

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield Static(Content.styled("See all as of", HEADING), markup=False)
            yield self._line
            yield Static(Content.styled(_HOW, QUIET), id="told", markup=False)
            yield Static(
                Content.styled("enter shows it, esc closes, D elsewhere goes back to now", QUIET), markup=False
            )

    def on_mount(self) -> None:
        """To the line."""
        self._line.focus()

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss(None)

    @on(Input.Changed, "#day")
    def _on_typed(self) -> None:
        day = day_named(self._line.value, self._today)
        told = Content(f"as of {day}") if day else Content.styled(_HOW, QUIET)
        self.query_one("#told", Static).update(told)

    @on(Input.Submitted, "#day")
    def _on_entered(self) -> None:
        day = day_named(self._line.value, self._today)
        if day is not None:
            self.dismiss(day)
        else:
            self.query_one("#told", Static).update(Content.styled(f"That is no day. {_HOW}", TROUBLE))


def day_named(words: str, today: date) -> date | None:
    """The first day of what the words name, None where they name no time."""
    from tsuzuri.text.dates import resolve, validity  # its grammars are not needed for the first frame

    if not words.strip():
        return None
    found = resolve(words.strip(), today)
    return validity(found, lasting=False).start if found is not None else None
