"""An app that ends by an error nobody foresaw says so in a sentence."""

from rich.text import Text
from textual.app import App

from tsuzuri.logs import event_logger

_log = event_logger(__name__)


class CalmApp(App[None]):
    """Textual prints a traceback with the values of all locals: words of a person's files, in the terminal's memory.

    What raised it, and where, is in the log.
    """

    def _fatal_error(self) -> None:
        _log.error("interface_ended", error=self._exception)
        name = type(self._exception).__name__
        self.bell()
        self._exit_renderables.append(
            Text(
                f"Unexpected error: {name}. The interface had to close; your library is unharmed.\n"
                "  what raised it is in the log; tsuzuri doctor names its folder"
            )
        )
        self._close_messages_no_wait()
