"""A text to read, scrolled to the line that matters."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class TextPane(VerticalScroll, can_focus=True):
    """A head that stays and a text below it that scrolls."""

    DEFAULT_CSS = """
    TextPane {
        padding: 0 1;
        scrollbar-size-vertical: 1;
        & > .text-pane--head { width: 100%; height: auto; margin-bottom: 1; dock: top; background: $background; }
        & > .text-pane--text { width: 100%; height: auto; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._offset = 0
        self._content = Content()

    def compose(self) -> ComposeResult:
        """Head and text."""
        yield Static(classes="text-pane--head", markup=False)
        yield Static(classes="text-pane--text", markup=False)

    def show(self, head: Content, text: Content, offset: int = 0) -> None:
        """Show a text, the character at `offset` a few lines below the top."""
        self.query_one(".text-pane--head", Static).update(head)
        self.query_one(".text-pane--text", Static).update(text)
        self._content, self._offset = text, offset
        self.call_after_refresh(self._to_offset)

    def on_resize(self, _event: events.Resize) -> None:
        """Keep the character in sight when lines break anew."""
        self._to_offset()

    def _to_offset(self) -> None:
        width = self.scrollable_content_region.width
        if width < 1:
            return
        line = len(self._content[: self._offset].wrap(width)) - 1 if self._offset else 0
        self.scroll_to(y=max(0, line - 3), animate=False, force=True)
