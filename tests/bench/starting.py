"""How long the command line takes from a fresh process to its end."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from statistics import median

from tests.bench.figures import Figure
from tests.bench.library import SORTS, Bench

_TIMES = 10
_PATIENCE_S = 10.0


def starting(bench: Bench) -> Iterator[Figure]:
    """The help; the interface, a search and the status on each library."""
    yield _command(bench, "--help")
    for sort in SORTS:
        frames = [_first_frame(bench, sort) for _ in range(_TIMES)]
        yield Figure(f"tsuzuri --in {sort}, first frame", {"best": min(frames), "median": median(frames)})
    for sort in SORTS:
        yield _command(bench, "--in", sort, "search", "--lexical", "report", "about", "the", "garden")
        yield _command(bench, "--in", sort, "status")


def _command(bench: Bench, *arguments: str) -> Figure:
    durations = [_run(bench, arguments) for _ in range(_TIMES)]
    return Figure("tsuzuri " + " ".join(arguments), {"best": min(durations), "median": median(durations)})


def _first_frame(bench: Bench, sort: str) -> float:
    """From the start of the process to the names of the places on its terminal."""
    terminal, screen = pty.openpty()
    termios.tcsetwinsize(screen, (32, 120))
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "tsuzuri", "--in", sort],
        env={**os.environ, **bench.environment, "TERM": "xterm-256color"},
        stdin=screen,
        stdout=screen,
        stderr=screen,
        start_new_session=True,
    )
    shown = b""
    try:
        while b"Entities" not in shown:
            if not select.select([terminal], [], [], _PATIENCE_S)[0]:
                raise TimeoutError("the interface showed nothing")
            shown += os.read(terminal, 65536)
        return (time.perf_counter() - started) * 1000
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        os.close(screen)


def _run(bench: Bench, arguments: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tsuzuri", *arguments],
        env={**os.environ, **bench.environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return (time.perf_counter() - started) * 1000
