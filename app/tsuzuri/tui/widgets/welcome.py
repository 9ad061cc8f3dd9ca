"""What an empty library shows."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Middle
from textual.content import Content
from textual.widgets import Static

from tsuzuri.tui.actions import bindings_of
from tsuzuri.tui.registry.action import Target
from tsuzuri.tui.theme import HEADING, QUIET, TITLE


class Welcome(Middle, can_focus=True):
    """A greeting, and the one thing to do next."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Target.WELCOME)
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
        "\n\nYour library is empty. Give it a folder to watch:\n\n",
        ("    press w", TITLE),
        "\n\nIts files can be searched as soon as they are read, and what changes in them later is followed. Facts, "
        "with the days from which and until which they hold, follow as the model reads on. This window shows both as "
        "they come.\n\nTo take files in once only, or to look at a small sample, in another terminal:\n\n",
        ("    tsuzuri add ~/Downloads/letters\n    tsuzuri demo", TITLE),
        "\n\n",
        ("Nothing leaves this machine.", QUIET),
    )
