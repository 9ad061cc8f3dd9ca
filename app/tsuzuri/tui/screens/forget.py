"""The window in which sources are forgotten: first what would go with it, then what went."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tsuzuri.core.values import Source
from tsuzuri.tui.bridge import Answer, Failed, Library, ask
from tsuzuri.tui.present import amount, file_name, folder, one_line
from tsuzuri.tui.receipt import receipt_text
from tsuzuri.tui.theme import HEADING, QUIET, TROUBLE
from tsuzuri.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from tsuzuri.library.forgetting import Receipt

_GROUP = "forgetting"
_NAMED = 3


class _Step(Enum):
    LOOKING = auto()
    ASKING = auto()
    FORGETTING = auto()
    DONE = auto()


_KEYS = {
    _Step.LOOKING: "looking at what goes with it; esc keeps it",
    _Step.ASKING: "enter forgets it for good, esc keeps it",
    _Step.FORGETTING: "forgetting; this goes on when the window is closed",
    _Step.DONE: "esc closes",
}


class ReceiptCame(Answer):
    """What goes, or has gone."""

    def __init__(self, receipt: "Receipt") -> None:
        super().__init__()
        self.receipt = receipt


class ForgetScreen(ModalScreen[None]):
    """Shows all that goes with sources, forgets them on enter, and shows what went."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "forget", "Forget"),
        Binding("escape,q", "close", "Close", key_display="esc"),
    ]

    def __init__(self, library: Library, sources: Sequence[Source]) -> None:
        super().__init__()
        self._library = library
        self._sources = sources
        self._step = _Step.LOOKING
        self._text = Content()
        self._pane = TextPane()

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield self._pane

    def on_mount(self) -> None:
        """Ask what would go."""
        self._ask(dry_run=True)
        self._pane.focus()

    def action_forget(self) -> None:
        """Forget it, once it was shown what goes."""
        if self._step is _Step.ASKING:
            self._ask(dry_run=False)
        elif self._step is _Step.DONE:
            self.dismiss()

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss()

    def _ask(self, *, dry_run: bool) -> None:
        ids = [source.id for source in self._sources]
        self._step = _Step.LOOKING if dry_run else _Step.FORGETTING
        self._draw()
        ask(self, _GROUP, lambda: ReceiptCame(self._library.forget(ids, dry_run=dry_run)))

    @on(ReceiptCame)
    def _on_receipt(self, came: ReceiptCame) -> None:
        self._step = _Step.ASKING if came.receipt.dry_run else _Step.DONE
        self._text = receipt_text(came.receipt)
        self._draw()

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        """Say why not; what was about to be forgotten may be tried again."""
        error = failed.error
        hint = f" ({one_line(error.hint)})" if error.hint else ""
        self._step = _Step.ASKING if self._step is _Step.FORGETTING else _Step.DONE
        self._draw(Content.styled(f"{error.title}: {one_line(error.message)}{hint}", TROUBLE))

    def _draw(self, trouble: Content | None = None) -> None:
        done = self._step is _Step.DONE and trouble is None
        name, where = _called(self._sources)
        head = [
            Content.styled(f"Forgotten: {name}" if done else f"Forget {name}?", HEADING),
            Content.styled(where, QUIET),
            Content.styled(_KEYS[self._step], QUIET),
            *([trouble] if trouble else []),
        ]
        self._pane.show(Content("\n").join(head), self._text)


def _called(sources: Sequence[Source]) -> tuple[str, str]:
    """What these are called, and where they lie: of several, the first few by name."""
    first = sources[0]
    if len(sources) == 1:
        return file_name(first.uri), folder(first.uri) or one_line(first.title)
    more = f" and {len(sources) - _NAMED} more" if len(sources) > _NAMED else ""
    return amount(len(sources), "source"), ", ".join(file_name(one.uri) for one in sources[:_NAMED]) + more
