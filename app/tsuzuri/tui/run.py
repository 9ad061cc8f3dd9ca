"""The way in, for the command line."""

from tsuzuri.core.clock import Clock
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.keymap import FILE_NAME, read_keymap
from tsuzuri.tui.parts import Preferences


def run(library: Library, preferences: Preferences, *, clock: Clock, dark: bool = True) -> int:
    """Show the library until the person leaves; returns the exit code. The person's keys lie beside the settings."""
    keymap = read_keymap(preferences.file.with_name(FILE_NAME))
    app = TsuzuriApp(library, clock=clock, dark=dark, preferences=preferences, keymap=keymap)
    app.run()
    return app.return_code or 0
