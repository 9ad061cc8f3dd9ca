"""`python -m tests.screenshots`: records the README's picture from the demo library (`make demo` first)."""

import asyncio
import re
import sys
from pathlib import Path

from tsuzuri.core.clock import system_clock
from tsuzuri.library.demo import open_demo
from tsuzuri.library.opening import Installation
from tsuzuri.tui.app import TsuzuriApp

FOLDER = Path(__file__).parents[1] / "assets" / "screenshots"
WORDS = "where did Daichi work"


async def record() -> Path:
    """Search in the demo, let every answer come, and save what the screen shows."""
    with open_demo(Installation.here()) as library:
        app = TsuzuriApp(library, clock=system_clock)
        async with app.run_test(size=(120, 34)) as pilot:
            await pilot.press(*("space" if char == " " else char for char in WORDS))
            await pilot.press("enter")
            for _ in range(20):
                await pilot.pause(0.2)
                await app.workers.wait_for_complete()
            FOLDER.mkdir(parents=True, exist_ok=True)
            picture = FOLDER / "search.svg"
            picture.write_text(without_web_fonts(app.export_screenshot()), encoding="utf-8")
            return picture


def without_web_fonts(svg: str) -> str:
    """The picture without the fonts that Textual's template fetches: it is to be shown offline."""
    return re.sub(r"@font-face\s*\{[^}]*\}", "", svg)


if __name__ == "__main__":
    print(asyncio.run(record()))
    sys.exit(0)
