"""The window with the last walk down the categories."""

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tsuzuri.tui.theme import HEADING
from tsuzuri.tui.walking import NO_WALK, walk_head, walk_text
from tsuzuri.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tsuzuri.library.walks import Walk


class WalkScreen(ModalScreen[None]):
    """What a walk was offered, what it chose, and what that cost; None says how to come to one."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,w,q,enter", "dismiss", "Close", key_display="esc")]

    def __init__(self, walk: "Walk | None") -> None:
        super().__init__()
        self._walk = walk

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield TextPane()

    def on_mount(self) -> None:
        """Fill it."""
        pane, walk = self.query_one(TextPane), self._walk
        if walk is None:
            pane.show(Content.styled("The last walk", HEADING), Content(NO_WALK))
        else:
            pane.show(walk_head(walk), walk_text(walk))
        pane.focus()
