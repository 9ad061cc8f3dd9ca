"""How long the command line takes from a fresh process to its end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median

from tests.bench.figures import Figure
from tests.bench.library import SORTS, Bench

_TIMES = 10


def starting(bench: Bench) -> Iterator[Figure]:
    """The help, and a search and the status on each library."""
    yield _command(bench, "--help")
    for sort in SORTS:
        yield _command(bench, "--in", sort, "search", "--lexical", "report", "about", "the", "garden")
        yield _command(bench, "--in", sort, "status")


def _command(bench: Bench, *arguments: str) -> Figure:
    durations = [_run(bench, arguments) for _ in range(_TIMES)]
    return Figure("tsuzuri " + " ".join(arguments), {"best": min(durations), "median": median(durations)})


def _run(bench: Bench, arguments: Sequence[str]) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "tsuzuri", *arguments],
        env={**os.environ, **bench.environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return (time.perf_counter() - started) * 1000
