"""On a terminal a person is asked for the passphrase; elsewhere nobody is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell

pty = pytest.importorskip("pty", reason="terminals like this are POSIX")


def typed(shell: Shell, words: list[str], lines: str) -> tuple[int, str]:
    """Run a command with a terminal for its input and its narration, where the person types these lines."""
    ours, theirs = pty.openpty()
    try:
        os.write(ours, lines.encode())
        # In a session of its own it has no controlling terminal, so that it asks the one it was given.
        done = subprocess.run(
            [sys.executable, "-m", "tsuzuri", *words],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=theirs,
            env=shell.environ(),
            start_new_session=True,
            check=False,
        )
        shown = os.read(ours, 1 << 16).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    return done.returncode, shown + done.stdout.decode()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path, key="")


def test_a_new_library_is_made_with_a_passphrase_given_twice(shell: Shell) -> None:
    code, shown = typed(shell, ["status"], "correct horse\ncorrect horse\n")
    assert code == 0
    assert "Nobody can recover it" in shown
    assert "personal, encrypted" in shown
    code, shown = typed(shell, ["status"], "correct horse\n")
    assert code == 0
    assert "Passphrase of the library" in shown
    code, shown = typed(shell, ["status"], "wrong horse\n")
    assert code == 4
    assert "the passphrase is not that of the library" in shown
    assert Shell(shell.home, key="correct horse").run("status").code == 0


def test_two_passphrases_that_differ_make_no_library(shell: Shell) -> None:
    code, shown = typed(shell, ["status"], "correct horse\ncorrect hose\n")
    assert code == 4
    assert "the two passphrases differ" in shown
    assert list((shell.home / "data").glob("*.tsuzuri")) == []


def test_without_a_terminal_nobody_is_asked(shell: Shell) -> None:
    done = shell.run("status")
    assert (done.code, "assphrase of" in done.err) == (4, False)
