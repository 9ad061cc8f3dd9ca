"""A writer that is killed loses nothing it had committed, and leaves nothing half done."""

import os
import subprocess
import sys
from pathlib import Path

import tsuzuri
from tests.store.samples import KEY
from tests.store.sqlite import writer_process
from tsuzuri.store.sqlite.backend import SqliteBackend

ROOT = Path(writer_process.__file__).parents[3]
APP = Path(tsuzuri.__file__).parents[1]


def run_and_kill(path: Path, commits: int) -> int:
    """Start a writer, kill it after it told so many commits; gives back the last number it told."""
    process = subprocess.Popen(
        [sys.executable, "-m", writer_process.__name__, str(path)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(APP), str(ROOT)])},
        text=True,
    )
    with process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(commits)]
        process.kill()
        told += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    return told[-1]


def test_a_killed_writer_leaves_whole_documents(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    for commits in (1, 2, 5, 9, 14):
        last = run_and_kill(path, commits)
        backend = SqliteBackend(path, KEY)
        counts = backend.catalog.counts()
        # A commit may have been made and not yet told.
        assert counts.sources in (last + 1, last + 2)
        assert counts.passages == counts.sources * writer_process.PASSAGES
        assert counts.facts == counts.sources
        assert counts.vectors == counts.passages + counts.entities + counts.facts
        assert backend.check() == ()
        backend.close()
