"""`tsuzuri service`: a process that keeps a library until it is told to end, and what the system is told of it."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.shell import Done, Shell
from tests.library.worlds import configure
from tsuzuri.library.lock import SERVICE, holder, sign, writer_lock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

PATIENCE_S = 60.0
Service = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    configure(tmp_path / "home", '[library]\nencryption = "off"\n[chat]\nenabled = false\n')
    return Shell(tmp_path / "home", key="")


@pytest.fixture
def library(shell: Shell) -> Path:
    assert shell.run("watch", "list").code == 1
    return shell.home / "data" / "personal.tsuzuri"


@pytest.fixture
def service(shell: Shell) -> Iterator[Service]:
    """Starts `tsuzuri service run`; it is killed at the end if it still lives."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str) -> "subprocess.Popen[str]":
        started.append(shell.start("service", "run", *words))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def line_of(process: "subprocess.Popen[str]", words: str) -> str:
    """The first line of its stdout that has those words."""
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return line
    raise AssertionError(f"it ended without {words!r}")


def ended(process: "subprocess.Popen[str]") -> Done:
    out, err = process.communicate(timeout=PATIENCE_S)
    return Done(process.returncode, out, err)


def folder_of(shell: Shell) -> dict[str, object]:
    """The one watched folder, as `watch list` tells of it."""
    (folder,) = json.loads(shell.run("watch", "list", "--json").out)["folders"]
    return {**folder, "state": folder["root"]["state"]}


def until(look: Callable[[], dict[str, object]], wanted: dict[str, object]) -> None:
    """Look again and again until it is as wanted."""
    deadline = time.monotonic() + PATIENCE_S
    while not wanted.items() <= (found := look()).items():
        assert time.monotonic() < deadline, found


class TestRun:
    def test_reads_what_is_in_watched_folders_and_what_is_saved_there(
        self, shell: Shell, service: Service, tmp_path: Path
    ) -> None:
        notes = tmp_path / "notes"
        notes.mkdir()
        (notes / "mill.md").write_text("The mill in Serrat turns.\n", encoding="utf-8")
        assert shell.run("watch", "add", notes).code == 0
        process = service("--json")
        line_of(process, '"done": 1')
        (notes / "bell.md").write_text("The bell of Serrat was cast twice.\n", encoding="utf-8")
        line_of(process, '"done": 1')
        process.send_signal(signal.SIGTERM)
        done = ended(process)
        assert (done.code, "Traceback" in done.err) == (0, False)
        found = shell.run("search", "--lexical", "--json", "Serrat")
        assert len(json.loads(found.out)["result"]["hits"]) == 2

    def test_doubts_that_many_files_are_gone_until_a_person_confirms_it(
        self, shell: Shell, service: Service, tmp_path: Path
    ) -> None:
        notes = tmp_path / "notes"
        notes.mkdir()
        for n in range(30):
            (notes / f"{n}.md").write_text(f"Mill {n} turns.\n", encoding="utf-8")
        shell.run("watch", "add", notes)
        process = service()
        until(lambda: folder_of(shell), {"state": "online", "known": 30, "waiting": 0})
        for n in range(25):
            (notes / f"{n}.md").unlink()
        until(lambda: folder_of(shell), {"state": "doubted", "known": 30, "missing": 25})
        assert shell.run("watch", "confirm", notes).out == "25 missing files are believed gone\n"
        until(lambda: folder_of(shell), {"state": "online", "known": 5, "missing": 0})
        process.send_signal(signal.SIGTERM)
        assert ended(process).code == 0

    @pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
    def test_ends_well_when_it_is_told_to(
        self, shell: Shell, service: Service, library: Path, end: signal.Signals
    ) -> None:
        process = service()
        line_of(process, "nothing to do")
        found = holder(library)
        assert found is not None
        assert (found.pid, found.role) == (process.pid, SERVICE)
        process.send_signal(end)
        done = ended(process)
        assert (done.code, "Traceback" in done.err) == (0, False)
        assert holder(library) is None

    def test_while_another_process_writes_is_told_and_3(self, shell: Shell, service: Service, library: Path) -> None:
        with writer_lock(library):
            done = ended(service())
        assert (done.code, done.out) == (3, "")
        assert f"The library is busy: another tsuzuri (process {os.getpid()})" in done.err

    def test_may_wait_until_the_other_has_ended(self, shell: Shell, service: Service, library: Path) -> None:
        with writer_lock(library):
            process = service("--wait")
            assert process.stderr is not None
            assert process.stderr.readline().startswith("waiting: another tsuzuri")
        line_of(process, "nothing to do")
        process.send_signal(signal.SIGTERM)
        assert ended(process).code == 0

    def test_that_waits_ends_when_it_is_told_to(self, shell: Shell, service: Service, library: Path) -> None:
        with writer_lock(library):
            process = service("--wait")
            assert process.stderr is not None
            process.stderr.readline()
            process.send_signal(signal.SIGTERM)
            assert ended(process).code == 0


class TestStatus:
    def test_is_1_while_nobody_keeps_the_library(self, shell: Shell, library: Path) -> None:
        done = shell.run("service", "status")
        assert done.code == 1
        assert done.out.splitlines() == [
            "kept by    nobody; begin with: tsuzuri service run",
            "folders    0",
            "reading    0 files waiting, 0 of them after a failure; 0 running, 0 set aside, 0 cancelled",
            "embedding  0 texts waiting",
            "model      0 passages waiting, 0 set aside",
        ]

    def test_names_who_does(self, shell: Shell, library: Path) -> None:
        with writer_lock(library):
            sign(library, SERVICE)
            done = shell.run("service")
            told = json.loads(shell.run("service", "status", "--json").out)
        assert done.code == 0
        assert done.out.startswith(f"kept by    the service (process {os.getpid()})\n")
        assert told["keeper"] == {"pid": os.getpid(), "role": SERVICE}
        assert told["backlog"]["paused"] is False


class TestStop:
    def test_ends_the_service_and_waits_for_it(self, shell: Shell, service: Service, library: Path) -> None:
        process = service()
        line_of(process, "nothing to do")
        done = shell.run("service", "stop")
        assert (done.code, done.out) == (0, f"the service (process {process.pid}) has ended\n")
        assert ended(process).code == 0

    def test_of_none_is_1(self, shell: Shell, library: Path) -> None:
        done = shell.run("service", "stop")
        assert (done.code, "no service runs" in done.err) == (1, True)

    def test_leaves_alone_who_writes_and_is_no_service(self, shell: Shell, library: Path) -> None:
        with writer_lock(library):
            done = shell.run("service", "stop")
        assert done.code == 3
        assert "which is no service" in done.err


@pytest.mark.skipif(sys.platform != "linux", reason="it is systemd's")
class TestInstall:
    @pytest.fixture
    def commands(self, tmp_path: Path) -> Path:
        """A folder with a `systemctl` that notes what it is told."""
        folder = tmp_path / "bin"
        folder.mkdir()
        program = folder / "systemctl"
        program.write_text(f'#!/bin/sh\necho "$@" >> "{folder / "told"}"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return folder

    def test_writes_the_unit_and_starts_it_and_uninstall_takes_it_away(self, shell: Shell, commands: Path) -> None:
        here = Shell(shell.home, "a passphrase", {"PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"})
        done = here.run("service", "install")
        file = shell.home / "nobody" / ".config" / "systemd" / "user" / "tsuzuri.service"
        assert (done.code, done.out) == (0, f"installed: {file}\n")
        assert "not written down" in done.err
        assert f'Environment="TSUZURI_HOME={shell.home}"' in file.read_text()
        assert "a passphrase" not in file.read_text()
        assert (commands / "told").read_text().splitlines()[-1] == "--user restart tsuzuri.service"
        assert here.run("service", "uninstall").code == 0
        assert not file.exists()
        again = here.run("service", "uninstall")
        assert (again.code, again.out) == (1, "no service is installed\n")

    @pytest.mark.skipif(not shutil.which("systemctl"), reason="systemd is not here")
    def test_without_a_session_says_what_to_run_at_login(self, shell: Shell) -> None:
        done = shell.run("service", "install")
        assert (done.code, done.out) == (2, "")
        assert "Not supported: this session cannot run a service: " in done.err
        assert "let this be run at login instead: " in done.err
        assert not (shell.home / "nobody").exists()


def test_status_follows_the_changes_until_it_is_ended(shell: Shell, library: Path) -> None:
    with shell.start("status", "--follow", "--json") as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["status"]["backlog"]["paused"] is False
        assert shell.run("jobs", "pause").code == 0
        assert json.loads(process.stdout.readline())["status"]["backlog"]["paused"] is True
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, err) == (0, "")
