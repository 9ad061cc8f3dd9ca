"""The main job is killed, again and again, and ends with the rows of a run that nobody disturbed."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import apsw
import pytest

from tests.library.crash_job import library_file
from tsuzuri.store.sqlite.backend import SqliteBackend

KILLS = 100
KILLS_A_RUN = 15
MOST_RUNS = 12
FILES = 12
CLOCKS = set(
    "added_at changed_at created_at learnt_at fact_learnt_at applied_at unlearnt_at queued_at asked_at"
    " answered_at".split()
)
TRIED = {"tries", "ms"}
UNORDERED = {"vector": "id", "vector_bits": "vector_id"}
"""What is embedded in another order after a kill: no row refers to these ids but the derived one."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")


@dataclass(frozen=True, slots=True)
class Job:
    """Runs the job on one home and one folder."""

    home: Path
    folder: Path

    def start(self) -> "subprocess.Popen[bytes]":
        self.home.mkdir(exist_ok=True)
        return subprocess.Popen(
            [sys.executable, "-m", "tests.library.crash_job", str(self.home), str(self.folder)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )

    def finish(self) -> int:
        """Run to the end; returns how many lines of progress it told."""
        with self.start() as process:
            assert process.stdout is not None
            lines = sum(1 for _ in process.stdout)
            assert process.wait() == 0
        return lines


def write_folder(folder: Path) -> Path:
    """Files with several passages each, one of them broken, two of them alike, names that recur, in two languages."""
    folder.mkdir()
    for n in range(FILES):
        name = f"{('Rina', 'Tomas', 'Ida')[n % 3]} {('Hayami', 'Berg', 'Brook', 'Lunt')[n % 4]}"
        filler = " ".join(f"Bell {n}.{k} rang in the yard, as it had on the days before." for k in range(25))
        (folder / f"note-{n:02}.md").write_text(
            f"# Note {n}\n\n{name} joined Alder Foundry in May {2010 + n}. {filler}\n\n"
            f"## Later\n\n{name} lives in Kobe. {filler}\n\n速水 里奈は{2010 + n}年に樫鋳造に入社した。\n\n"
            f"## Hearsay\n\n{name} joined Lumen Works in June 2020, perhaps. {filler}\n",
            encoding="utf-8",
        )
    (folder / "note-05-copy.md").write_bytes((folder / "note-05.md").read_bytes())
    (folder / "note-07-broken.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 8)
    return folder


def rows(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, ids too, without what a clock wrote; and every word of full text at its place.

    SQLite's own tables are left out: they count ids that were given, also to rows that were there already. So is what
    the model has cost: a run that is killed and begun again costs more.
    """
    backend = SqliteBackend(library_file(home), None)
    backend.close()
    connection = apsw.Connection(str(library_file(home)))
    tables = [
        str(name)
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' "
            "AND name <> 'model_use' AND name NOT GLOB '*_fts_*' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        )
    ]
    dumped: dict[str, list[tuple[object, ...]]] = {}
    for table in tables:
        columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
        left_out = {*CLOCKS, *TRIED, UNORDERED.get(table, "")}
        kept = ", ".join(f'"{column}"' for column in columns if column not in left_out)
        dumped[table] = sorted(connection.execute(f"SELECT {kept} FROM {table}"), key=repr)
    for kind in ("passage", "entity", "fact"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.{kind}_words USING fts5vocab(main, {kind}_fts, instance)")
        dumped[f"{kind} words"] = sorted(connection.execute(f"SELECT * FROM {kind}_words"), key=repr)
    connection.close()
    return dumped


def wrong_with(home: Path) -> tuple[str, ...]:
    if not library_file(home).exists():
        return ()
    backend = SqliteBackend(library_file(home), None)
    try:
        return backend.check()
    finally:
        backend.close()


def children_of(pid: int) -> list[int]:
    """The processes that it has started; none where the system does not tell."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def read_lines(pipe: IO[bytes], count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield pipe.readline()


def kill_somewhere(job: Job, moment: random.Random, lines: int) -> bool:
    """Start the job and kill it at a random moment; in some rounds its reader first. Whether it was still at work.

    Half of the moments are counted from the start, when the library is opened or made, half from a random step.
    """
    with job.start() as process:
        assert process.stdout is not None
        if moment.random() < 0.3:
            lingering = moment.uniform(0.0, 0.8)
        else:
            # Two lines on, the reader has read a file: one that dies now is replaced, and the file read again.
            for _ in read_lines(process.stdout, moment.randint(2, lines)):
                pass
            if moment.random() < 0.4:
                for child in children_of(process.pid):
                    os.kill(child, signal.SIGKILL)
            lingering = moment.uniform(0.0, 0.02)
        try:
            process.wait(lingering)
        except subprocess.TimeoutExpired:
            process.kill()
        return process.wait() == -signal.SIGKILL


def test_runs_that_are_killed_a_hundred_times_end_like_one_that_was_not(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "folder")
    undisturbed = Job(tmp_path / "undisturbed", folder)
    lines = undisturbed.finish()
    expected = rows(undisturbed.home)
    assert len(expected["fact"]) > FILES
    assert len(expected["quarantine"]) == FILES
    moment = random.Random(20)
    killed = 0
    for number in range(MOST_RUNS):
        disturbed = Job(tmp_path / f"disturbed-{number}", folder)
        for _ in range(KILLS_A_RUN):
            killed += kill_somewhere(disturbed, moment, lines // 3)
            assert wrong_with(disturbed.home) == ()
        disturbed.finish()
        found = rows(disturbed.home)
        assert found.keys() == expected.keys()
        for table in expected:
            assert found[table] == expected[table], table
        assert wrong_with(disturbed.home) == ()
        if killed >= KILLS:
            return
    raise AssertionError(f"only {killed} of {KILLS} kills met a run at work")


def test_adding_again_is_adding_once(tmp_path: Path) -> None:
    job = Job(tmp_path / "home", write_folder(tmp_path / "folder"))
    job.finish()
    before = rows(job.home)
    job.finish()
    assert rows(job.home) == before
