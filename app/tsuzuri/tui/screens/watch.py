"""The window in which a folder to watch is named."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tsuzuri.core.roots import Root
from tsuzuri.tui.bridge import Answer, Failed, Library, ask
from tsuzuri.tui.completing import Completion, complete, expanded
from tsuzuri.tui.present import one_line
from tsuzuri.tui.theme import HEADING, QUIET, TROUBLE

_WATCH = "watching"
_COMPLETE = "completing"
_ABOUT = "What lies in it is read, and what changes in it later is followed. Nothing in it is ever changed."
_KEYS = "tab completes, enter watches, esc closes"
_NAMES = 12


class Watched(Answer):
    """The folder is watched."""

    def __init__(self, root: Root) -> None:
        super().__init__()
        self.root = root


class Completed(Answer):
    """How what was typed, `asked`, may go on; `problem` says why that cannot be told."""

    def __init__(self, asked: str, completion: Completion, problem: str = "") -> None:
        super().__init__()
        self.asked = asked
        self.completion = completion
        self.problem = problem


class WatchScreen(ModalScreen[Root | None]):
    """Asks for a folder and has it watched; says why one cannot be."""

    CSS_PATH = "window.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", key_display="esc"),
        Binding("tab", "complete", "Complete", priority=True),
    ]

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._path = Input(placeholder="~/Documents", id="path", compact=True)
        self._path.cursor_blink = False

    def compose(self) -> ComposeResult:
        """The window."""
        with Vertical(id="window"):
            yield Static(Content.styled("Watch a folder", HEADING), markup=False)
            yield self._path
            yield Static(Content(_ABOUT), id="told", markup=False)
            yield Static(Content.styled(_KEYS, QUIET), markup=False)

    def on_mount(self) -> None:
        """Begin at the line."""
        self._path.focus()

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss(None)

    def action_complete(self) -> None:
        """Complete the path, as far as it is certain."""
        asked = self._path.value
        ask(self, _COMPLETE, lambda: _completed(asked))

    @on(Input.Changed, "#path")
    def _on_typed(self) -> None:
        self._tell(Content(_ABOUT))

    @on(Input.Submitted, "#path")
    def _on_entered(self) -> None:
        if words := self._path.value.strip():
            ask(self, _WATCH, lambda: Watched(self._library.folders.add(expanded(words))))

    @on(Completed)
    def _on_completed(self, came: Completed) -> None:
        if came.asked != self._path.value:
            return
        with self.prevent(Input.Changed):
            self._path.value = came.completion.text
        self._path.cursor_position = len(came.completion.text)
        if came.problem:
            self._tell(Content.styled(came.problem, TROUBLE))
        elif not came.completion.names:
            self._tell(Content.styled("No folder begins like that.", TROUBLE))
        elif len(came.completion.names) > 1:
            self._tell(_offered(came.completion.names))
        else:
            self._tell(Content(_ABOUT))

    @on(Watched)
    def _on_watched(self, watched: Watched) -> None:
        self.dismiss(watched.root)

    @on(Failed)
    def _on_failed(self, failed: Failed) -> None:
        error = failed.error
        hint = f"\n{one_line(error.hint)}" if error.hint else ""
        self._tell(Content.assemble((f"{one_line(error.message)}", TROUBLE), hint))

    def _tell(self, content: Content) -> None:
        self.query_one("#told", Static).update(content)


def _completed(asked: str) -> Answer:
    try:
        return Completed(asked, complete(asked))
    except OSError as error:
        problem = f"{one_line(str(error.filename or asked))}: {error.strerror or error}"
        return Completed(asked, Completion(asked, ()), problem)


def _offered(names: tuple[str, ...]) -> Content:
    more = len(names) - _NAMES
    told = "  ".join(one_line(name) for name in names[:_NAMES])
    return Content(told + (f"  and {more:,} more" if more > 0 else ""))
