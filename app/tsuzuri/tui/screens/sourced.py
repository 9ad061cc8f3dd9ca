"""What can be done with the source of what is shown: open it in its own program, copy its words with their citation."""

import subprocess

from textual import on
from textual.app import SuspendNotSupported
from textual.screen import Screen

from tsuzuri.tui.bridge import Answer, ask
from tsuzuri.tui.deeds import Opened, opened
from tsuzuri.tui.desk import Desk


class Copied(Answer):
    """A text is on this machine's clipboard, or (not `here`) has to go through the terminal."""

    def __init__(self, text: str, *, here: bool) -> None:
        super().__init__()
        self.text = text
        self.here = here


class SourcedScreen(Screen[None]):
    """A screen that shows what a source says."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def source_uri(self) -> str:
        """The source that `o` opens, empty when there is none."""
        raise NotImplementedError

    def source_line(self) -> int | None:
        """The line of it that is shown, None where that is unknown."""
        return None

    def copied(self) -> str:
        """The text that `y` copies, empty when there is none."""
        raise NotImplementedError

    def action_copy(self) -> None:
        """Copy to this machine's clipboard, else through the terminal."""
        if text := self.copied():
            ask(self, "clipboard", lambda: Copied(text, here=self.desk.clipboard(text)))

    @on(Copied)
    def _on_copied(self, came: Copied) -> None:
        if came.here:
            self.notify("Copied to the clipboard.", markup=False)
            return
        self.app.copy_to_clipboard(came.text)  # the terminal sends no word of whether it did
        self.notify("Copied through the terminal (OSC 52).", markup=False)

    def action_open_source(self) -> None:
        """Open the source in the person's own editor at its line, where both are known, else in its own program."""
        if not (uri := self.source_uri()):
            return
        line = self.source_line()
        command = self.desk.editor(uri, line) if line is not None else []
        if not command or not self._edited(command):
            ask(self, "opener", lambda: opened(self.desk.opener, uri))

    def _edited(self, command: list[str]) -> bool:
        """Whether the editor could be run; it has the terminal until it ends."""
        try:
            with self.app.suspend():
                subprocess.run(command, check=False)
        except SuspendNotSupported:  # in a browser, and on Windows
            return False
        except OSError as error:
            self.notify(f"{command[0]}: {error.strerror}.", severity="warning", markup=False)
            return False
        return True

    @on(Opened)
    def _on_opened(self, came: Opened) -> None:
        if came.problem:
            self.notify(f"The source could not be opened: {came.problem}.", severity="warning", markup=False)
