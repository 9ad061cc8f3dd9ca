"""How soon the interface shows what a key asks for, on a terminal: its lists, and beside the pipeline at full speed."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Figure, spread
from tests.bench.library import SORTS, Bench
from tests.bench.memory import megabytes
from tests.bench.notes import write_notes
from tests.bench.terminal import Terminal
from tests.library.worlds import KEY, NoKeyringHere
from tests.waiting import wait_until
from tsuzuri.library.opening import Installation
from tsuzuri.paths import Paths

_TIMES = 60
_PAGE_DOWN = "\x1b[6~"
_ESCAPE = "\x1b"
_NOTES = 3000
_FIRST = 200
"""Passages to wait for before keys are pressed."""
_CURSOR = "> "


def interface(bench: Bench) -> Iterator[Figure]:
    """Lists of generated rows, the list of entities of each library, and keys while notes are taken in."""
    for many, below in ((100_000, 300.0), (1_000_000, 500.0)):
        yield from _rows(many, below)
    for sort in SORTS:
        yield from _entities(bench, sort)
    yield _while_reading()


def _rows(many: int, below: float) -> Iterator[Figure]:
    with Terminal("tests.bench.rows", [str(many)], {}) as terminal:
        terminal.wait("name", terminal.started)
        yield Figure(f"{many:,} rows opened", {"took": terminal.press("o", "row 0")}, target=("took", below))
        yield spread(f"{many:,} rows, page down", _pressed(terminal, _PAGE_DOWN), p95_below=16.0)
        yield Figure(f"{many:,} rows, memory", {"held": megabytes(terminal.pid)}, "MB", ("held", 150.0))


def _entities(bench: Bench, sort: str) -> Iterator[Figure]:
    with Terminal("tsuzuri", ["--in", sort], bench.environment) as terminal:
        _leave_the_line(terminal)
        yield Figure(f"entities of the {sort} library opened", {"took": terminal.press("2", _CURSOR)})
        yield spread("  page down", _pressed(terminal, _PAGE_DOWN))
        yield spread("  one down, with its card", _pressed(terminal, "j"), p95_below=50.0)
        yield Figure("  memory", {"held": megabytes(terminal.pid)}, "MB")


def _while_reading() -> Figure:
    """One row down and up in the list of sources, while notes are read, embedded and linked by the same window."""
    with tempfile.TemporaryDirectory() as home:
        write_notes(Path(home) / "notes", _NOTES)
        environment = {"TSUZURI_HOME": home, "TSUZURI_KEY": KEY, "TSUZURI_CHAT__ENABLED": "false"}
        here = Installation(Paths.default(environment), environment, keyring=NoKeyringHere())
        with here.open() as library:
            library.folders.add(Path(home) / "notes", force=True)
            with Terminal("tsuzuri", [], environment) as terminal:
                _leave_the_line(terminal)
                terminal.press("5", "Press / to filter")
                wait_until(lambda: library.counts().passages > _FIRST)
                durations = [terminal.press(key, _CURSOR) for _ in range(_TIMES // 2) for key in "jk"]
                left = library.queue.backlog().embedding
    assert left, "all was done before the keys were pressed"
    return spread("a row down or up, while notes are taken in", durations, p95_below=50.0)


def _leave_the_line(terminal: Terminal) -> None:
    terminal.wait("Library", terminal.started)
    time.sleep(1.0)
    terminal.press(_ESCAPE, "")
    time.sleep(0.5)


def _pressed(terminal: Terminal, key: str, times: int = _TIMES) -> list[float]:
    return [terminal.press(key, _CURSOR) for _ in range(times)]
