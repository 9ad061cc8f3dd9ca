"""Every place and window, in each state, size, language and theme, as text; SVG pictures are in `test_snapshots`.

What changed is a diff under `__snapshots__`: read it, then accept it with `--snapshot-update`.
"""

import asyncio
import importlib
import pkgutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.screen import Screen

from tests.tui.driving import no_clipboard, no_editor, no_opener
from tests.tui.fake_library import NOW, clock
from tests.tui.fake_preferences import FakePreferences
from tests.tui.portraits import portrait
from tests.tui.stops import LIBRARIES, Look, stops, walk
from tsuzuri.library.datasets import DatasetView
from tsuzuri.tui import screens
from tsuzuri.tui.app import TsuzuriApp

SIZES = ((80, 24), (100, 30), (160, 45))
OTHERS = (DatasetView("work", False, True, "locked", 1_200_000, NOW, None, "its key is locked"),)


class Portraits(SingleFileSnapshotExtension):
    """A text file for each look."""

    _write_mode = WriteMode.TEXT
    _file_extension = "txt"


def looks(state: str, language: str, size: tuple[int, int]) -> dict[str, Look]:
    library = LIBRARIES[state](language)
    preferences = FakePreferences(others=OTHERS)

    async def run() -> dict[str, Look]:
        app = TsuzuriApp(
            library,
            clock=clock,
            opener=no_opener,
            clipboard=no_clipboard,
            editor=no_editor,
            timer=lambda: 0.0,
            preferences=preferences,
        )
        app.animation_level = "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            try:
                return await walk(app, pilot, stops(state, language), waits=library.gate is None)
            finally:
                if library.gate is not None:
                    library.gate.set()

    return asyncio.run(run())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("state", LIBRARIES)
def test_look(snapshot: SnapshotAssertion, state: str, language: str, size: tuple[int, int]) -> None:
    seen = looks(state, language, size)
    kept = snapshot.use_extension(Portraits)
    changed = [name for name, look in seen.items() if _text(look) != kept(name=name)]
    assert not changed


def test_every_screen_is_seen() -> None:
    kept = Path(__file__).parent / "__snapshots__" / Path(__file__).stem
    seen = {path.read_text(encoding="utf-8").partition("\n")[0] for path in kept.glob("*.txt")}
    for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}."):
        importlib.import_module(module.name)
    own = {one.__name__ for one in leaves(Screen) if one.__module__.startswith(screens.__name__)}
    assert own <= seen


def _text(look: Look) -> str:
    return f"{look.screen}\n\n{portrait(look.dark, look.light)}"


def leaves(kind: type) -> set[type]:
    """The classes below one that have none below them."""
    below: list[type] = kind.__subclasses__()
    return {leaf for one in below for leaf in leaves(one)} or {kind}
