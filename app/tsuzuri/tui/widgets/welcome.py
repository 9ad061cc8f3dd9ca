"""What an empty library shows."""

from textual.app import ComposeResult
from textual.containers import Center, Middle
from textual.content import Content
from textual.widgets import Static

from tsuzuri.tui.theme import HEADING, QUIET, TITLE


class Welcome(Middle):
    """A greeting, and the one thing to do next."""

    DEFAULT_CSS = """
    Welcome {
        height: 1fr;
        & Static { width: 60; max-width: 90%; height: auto; }
    }
    """

    def compose(self) -> ComposeResult:
        """The greeting."""
        yield Center(Static(_greeting(), markup=False))


def _greeting() -> Content:
    return Content.assemble(
        ("Welcome to Tsuzuri", HEADING),
        "\n\nYour library is empty. Give it a folder, in another terminal:\n\n",
        ("    tsuzuri add ~/Documents", TITLE),
        "\n\nIts files can be searched as soon as they are read. Facts, with the days from which and until which "
        "they hold, follow as the model reads on. This window shows both as they come.\n\n",
        ("Nothing leaves this machine.", QUIET),
    )
