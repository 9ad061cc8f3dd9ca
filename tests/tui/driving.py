"""Driving the interface in tests: presses, and waiting for a state instead of a time."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from tests.tui.fake_library import FakeLibrary, clock
from tsuzuri.tui.app import TsuzuriApp
from tsuzuri.tui.clipboard import Clipboard
from tsuzuri.tui.keymap import NO_KEYS, Keymap
from tsuzuri.tui.opener import Editor, Opener
from tsuzuri.tui.parts import Preferences

Scenario = Callable[[TsuzuriApp, Pilot[None]], Awaitable[None]]

_TRIES = 1000
_QUIET_ROUNDS = 4
"""A message may be answered by one that comes a round later, and a screen comes up in several."""


def no_clipboard(text: str) -> bool:
    return False


def no_editor(path: str, line: int) -> list[str]:
    return []


def no_opener(path: str) -> None:
    raise OSError("there is no desktop in this session")


def drive(
    library: FakeLibrary,
    scenario: Scenario,
    size: tuple[int, int] = (120, 30),
    opener: Opener = no_opener,
    clipboard: Clipboard = no_clipboard,
    editor: Editor = no_editor,
    preferences: Preferences | None = None,
    keymap: Keymap = NO_KEYS,
) -> None:
    """Run a scenario against an app over that library."""

    async def run() -> None:
        app = TsuzuriApp(
            library,
            clock=clock,
            opener=opener,
            clipboard=clipboard,
            editor=editor,
            preferences=preferences,
            keymap=keymap,
        )
        async with app.run_test(size=size, notifications=True) as pilot:
            await until(pilot, lambda: app.current_mode == "search" and app.screen.is_current)
            await scenario(app, pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], condition: Callable[[], bool], *, working: bool = False) -> None:
    """Let the app work until the condition holds, and what is under way is done unless it goes on `working`."""
    for _ in range(_TRIES):
        if condition():
            if not working:
                await settle(pilot)
            return
        await pilot.pause(0.005)
    raise AssertionError("what the test waits for did not come about")


async def settle(pilot: Pilot[None]) -> None:
    """Let the app finish what it is doing: messages, questions, answers, drawing."""
    await finish(pilot)
    await pilot.pause()


async def finish(pilot: Pilot[None]) -> None:
    """Let it finish all but its drawing, for which `settle` waits 20 ms longer."""
    quiet = 0
    while quiet < _QUIET_ROUNDS:
        app = pilot.app
        asked = any(not worker.is_finished for worker in app.workers)
        told = any(pump.message_queue_size for pump in (app, app.screen, *app.screen.walk_children()))
        quiet = 0 if asked or told else quiet + 1
        await pilot.pause(0.002 if asked else 0)


def text_of(app: TsuzuriApp) -> str:
    """What stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
