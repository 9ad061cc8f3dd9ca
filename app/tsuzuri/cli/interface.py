"""Opening the terminal interface."""

import argparse
import sys

from tsuzuri.core.clock import system_clock
from tsuzuri.core.errors import UsageError
from tsuzuri.library.opening import Installation


def interface(here: Installation, options: argparse.Namespace) -> int:
    """`tsuzuri` without a command."""
    return open_interface(here, options.dataset)


def open_interface(here: Installation, dataset: str) -> int:
    """Open the interface on a dataset, and on the one that is chosen there instead; returns its exit code.

    Raises:
        UsageError: there is no terminal.
    """
    in_browser = "TEXTUAL_DRIVER" in here.environ  # as textual-serve starts it, at the other end of a socket
    if not in_browser and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the interface needs a terminal", hint="see the commands with: tsuzuri --help")
    from tsuzuri.library.preferences import Preferences
    from tsuzuri.tui.run import run

    dark = here.settings.interface.theme == "dark"
    while True:
        with here.open_existing(dataset) as library, library.tend():
            left = run(library, Preferences(here, dataset), clock=system_clock, dark=dark)
        if not left.dataset:
            return left.code
        dataset = left.dataset
