"""The command line as a process: it can be stopped, its output cut off, and no file writes on the terminal."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.library.worlds import configure

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes are POSIX")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    configure(tmp_path / "home", '[library]\nencryption = "off"\n')
    return Shell(tmp_path / "home", key="")


def test_an_interrupt_stops_it_and_the_same_command_goes_on(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(60):
        (folder / f"{n:02}.md").write_text(f"Note {n} speaks of the mill in Serrat.", encoding="utf-8")
    with shell.start("add", "--no-model", folder) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "reading files: 0 of 60\n"
        assert process.stderr.readline().startswith("reading files: ")
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; what was stored stays" in err
    assert "Traceback" not in err
    done = shell.run("add", "--no-model", folder)
    assert done.code == 0
    assert done.out.startswith("60 files: ")
    assert "60 new" not in done.out


def test_a_reader_that_has_enough_is_no_failure(shell: Shell) -> None:
    with shell.start("models", "list") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        err = process.stderr.read()
    assert process.returncode == 0
    assert "Broken" not in err


def test_what_stands_in_files_never_commands_the_terminal(shell: Shell, tmp_path: Path) -> None:
    note = tmp_path / "red.txt"
    note.write_text("The \x1b[31mred\x1b[0m mill\x07 stands in Serrat.\n", encoding="utf-8")
    added = shell.run("add", "--no-model", note)
    found = shell.run("search", "--lexical", "Serrat")
    assert found.code == 0
    assert "stands in Serrat" in found.out
    for text in (added.out, added.err, found.out, found.err):
        assert "\x1b" not in text
        assert "\x07" not in text


def test_every_way_to_call_it_is_the_same(shell: Shell) -> None:
    for program in (("-m", "tsuzuri"), ("-m", "tsuzuri.cli.main")):
        done = shell.run("search", "--lexical", "zebra", program=program)
        assert (done.code, done.out) == (1, "")
        assert "tsuzuri add" in done.err
