"""The way in, for the command line."""

from tsuzuri.core.clock import Clock
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.bridge import Library


def run(library: Library, *, clock: Clock, dark: bool = True) -> int:
    """Show the library until the person leaves; returns the exit code."""
    app = TsuzuriApp(library, clock=clock, dark=dark)
    app.run()
    return app.return_code or 0
