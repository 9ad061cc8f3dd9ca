"""A long session without a person: `python -m tests.bench.soak --minutes 60` presses keys at random and looks for harm.

The interface runs over a real library that it keeps itself, while notes are written into a watched folder, the window
changes its size, and processes of ours are killed now and then. It ends badly with an exception, with a question that
does not come to an end, or with memory of this process that has grown by more than a tenth since its first tenth. The
same `--seed` presses the same keys.
"""

import argparse
import asyncio
import gc
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from textual.pilot import Pilot

from tests.bench.memory import descendants, megabytes
from tests.library.worlds import KEY, NoKeyringHere
from tests.tui.driving import no_clipboard, no_opener
from tsuzuri.core.clock import system_clock
from tsuzuri.library.opening import Installation
from tsuzuri.library.preferences import Preferences
from tsuzuri.paths import Paths
from tsuzuri.tui.actions import ACTIONS
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.screens.problem import ProblemScreen

SIZES = ((80, 24), (100, 30), (160, 45), (40, 10), (200, 60))
WORDS = ("Ken Ito", "Oslo", "kiln", "葉山", "who lives in Oslo?", "[/", "type:person", "工場")
_NEVER = frozenset({"q", "ctrl+q", "ctrl+p"})
"""What would end the session, or open what these keys do not lead out of."""


class Soak:
    """One session. `problems` is what went wrong; `figures` the memory in MB at each tenth."""

    def __init__(self, folder: Path, chance: random.Random, seconds: float) -> None:
        self._folder = folder
        self._chance = chance
        self._seconds = seconds
        self._keys = sorted({key for one in ACTIONS for key in one.keys.split(",") if key} - _NEVER)
        self._notes = 0
        self.presses = 0
        self.kills = 0
        self.problems: list[str] = []
        self.figures: list[float] = []

    async def run(self, app: TsuzuriApp) -> None:
        """Press keys until the time is over."""
        async with app.run_test(size=SIZES[0], notifications=True) as pilot:
            began = time.monotonic()
            while (spent := time.monotonic() - began) < self._seconds and not self.problems:
                if spent >= len(self.figures) * self._seconds / 10:
                    gc.collect()
                    self.figures.append(megabytes(os.getpid()))
                await self._step(app, pilot)
            await self._end(app, pilot)

    async def _step(self, app: TsuzuriApp, pilot: Pilot[None]) -> None:
        chance = self._chance.random()
        if chance < 0.02:
            await pilot.resize_terminal(*self._chance.choice(SIZES))
        elif chance < 0.05:
            self._write_note()
        elif chance < 0.055:
            self._kill_one()
        elif chance < 0.15:
            await pilot.press("slash", *self._chance.choice(WORDS), "enter")
        else:
            await pilot.press(self._chance.choice(self._keys))
        self.presses += 1
        if isinstance(app.screen, ProblemScreen):
            self.problems.append(f"a window told of an error: {app.screen._error!r}")

    async def _end(self, app: TsuzuriApp, pilot: Pilot[None]) -> None:
        until = time.monotonic() + 30
        while not all(worker.is_finished for worker in app.workers):
            if time.monotonic() > until:
                stuck = [worker.name for worker in app.workers if not worker.is_finished]
                self.problems.append(f"questions that do not end: {', '.join(stuck)}")
                return
            await pilot.pause(0.1)

    def _write_note(self) -> None:
        self._notes += 1
        number = self._notes
        text = f"# Note {number}\n\nKen Ito lives in Oslo. The kiln was lit {number} times.\n\n葉山は工場を見た。\n"
        (self._folder / f"{self._chance.randint(1, 300)}.md").write_text(text, encoding="utf-8")

    def _kill_one(self) -> None:
        children = list(descendants(os.getpid()))
        if children:
            self.kills += 1
            with suppress(ProcessLookupError):
                os.kill(self._chance.choice(children), signal.SIGKILL)


def main() -> int:
    """Run it; the exit code is 1 where something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "notes"
        folder.mkdir()
        environ = {"TSUZURI_KEY": KEY, "TSUZURI_CHAT__ENABLED": "false"}
        here = Installation(Paths.default({"TSUZURI_HOME": home}), environ, keyring=NoKeyringHere())
        soak = Soak(folder, random.Random(options.seed), options.minutes * 60)
        with here.open() as library:
            library.folders.add(folder, force=True)
            with library.tend():
                app = TsuzuriApp(
                    library,
                    clock=system_clock,
                    opener=no_opener,
                    clipboard=no_clipboard,
                    preferences=Preferences(here, ""),
                )
                asyncio.run(soak.run(app))
            held = library.counts().sources
            soak.problems += library.check()
    print(f"{soak.presses:,} presses, {soak.kills} processes killed, {held} sources at the end")
    print("memory in MB at each tenth:", " ".join(f"{one:.0f}" for one in soak.figures))
    if len(soak.figures) > 2 and soak.figures[-1] > 1.1 * soak.figures[1]:
        soak.problems.append(f"memory grew from {soak.figures[1]:.0f} to {soak.figures[-1]:.0f} MB")
    print(*(soak.problems or ["nothing went wrong"]), sep="\n")
    return 1 if soak.problems else 0


if __name__ == "__main__":
    sys.exit(main())
