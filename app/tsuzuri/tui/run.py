"""The way in, for the command line."""

from dataclasses import dataclass

from tsuzuri.core.clock import Clock
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.bridge import Library
from tsuzuri.tui.keymap import FILE_NAME, read_keymap
from tsuzuri.tui.parts import Preferences


@dataclass(frozen=True, slots=True)
class Left:
    """How a person left: the exit code, and the dataset that is to be opened now, empty for none."""

    code: int
    dataset: str


def run(library: Library, preferences: Preferences, *, clock: Clock, dark: bool = True) -> Left:
    """Show the library until the person leaves. The person's keys lie beside the settings."""
    keymap = read_keymap(preferences.file.with_name(FILE_NAME))
    app = TsuzuriApp(library, clock=clock, dark=dark, preferences=preferences, keymap=keymap)
    app.run()
    return Left(app.return_code or 0, app.next_dataset)
