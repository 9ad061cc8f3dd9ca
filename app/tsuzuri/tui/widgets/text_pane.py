"""A text to read, scrolled to the line that matters."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tsuzuri.tui.wrapping import breaks, broken, line_of

_LINES_ABOVE = 3


class TextPane(VerticalScroll, can_focus=True):
    """A head that stays and a text below it that scrolls."""

    DEFAULT_CSS = """
    TextPane {
        padding: 0 1;
        scrollbar-size-vertical: 1;
        & > .text-pane--head { width: 100%; height: auto; padding-bottom: 1; dock: top; background: $background; }
        & > .text-pane--text { width: 100%; height: auto; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._character = 0
        self._content = Content()

    def compose(self) -> ComposeResult:
        """Head and text."""
        yield Static(classes="text-pane--head", markup=False)
        yield Static(classes="text-pane--text", markup=False)

    def show(self, head: Content, text: Content, offset: int = 0) -> None:
        """Show a text, the character at `offset` a few lines below the top."""
        self.query_one(".text-pane--head", Static).update(head)
        self._content, self._character = text, offset
        self.call_after_refresh(self._lay)

    def on_resize(self, _event: events.Resize) -> None:
        """Break lines anew and keep the character in sight."""
        self._lay()

    def _lay(self) -> None:
        body = self.query_one(".text-pane--text", Static)
        width = self.scrollable_content_region.width
        if width < 1:
            return
        cuts = breaks(self._content.plain, width)
        body.update(broken(self._content, cuts))
        line = line_of(cuts, self._character)
        self.call_after_refresh(self.scroll_to, y=max(0, line - _LINES_ABOVE), animate=False, force=True)
