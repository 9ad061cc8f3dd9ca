"""On a terminal a person is asked for the passphrase; elsewhere nobody is."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.cli.shell import Shell

NEW, AGAIN, KNOWN = "New passphrase: ", "The same again: ", "Passphrase of the library: "

pty = pytest.importorskip("pty", reason="terminals like this are POSIX")


def typed(shell: Shell, words: list[str], answers: dict[str, str]) -> tuple[int, str]:
    """Run a command with a terminal for its input and its narration; the person answers each prompt as it comes."""
    ours, theirs = pty.openpty()
    shown = ""
    # In a session of its own it has no controlling terminal, so that it asks the one it was given.
    with subprocess.Popen(
        [sys.executable, "-m", "tsuzuri", *words],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=shell.environ(),
        start_new_session=True,
    ) as process:
        os.close(theirs)
        for prompt, answer in answers.items():
            while not shown.endswith(prompt):
                character = os.read(ours, 1)
                assert character, f"it ended before it asked: {shown}"
                shown += character.decode("ascii")
            os.write(ours, f"{answer}\n".encode())
        out, _ = process.communicate(timeout=60)
    with suppress(OSError):  # the end of a terminal that nobody has open any more
        while chunk := os.read(ours, 1024):
            shown += chunk.decode()
    os.close(ours)
    return process.returncode, shown + out.decode()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path, key="")


def test_a_new_library_is_made_with_a_passphrase_given_twice(shell: Shell) -> None:
    code, shown = typed(shell, ["status"], {NEW: "correct horse", AGAIN: "correct horse"})
    assert code == 0
    assert "Nobody can recover it" in shown
    assert "personal, encrypted" in shown
    code, shown = typed(shell, ["status"], {KNOWN: "correct horse"})
    assert code == 0
    assert "Passphrase of the library" in shown
    code, shown = typed(shell, ["status"], {KNOWN: "wrong horse"})
    assert code == 4
    assert "the passphrase is not that of the library" in shown
    assert Shell(shell.home, key="correct horse").run("status").code == 0


def test_two_passphrases_that_differ_make_no_library(shell: Shell) -> None:
    code, shown = typed(shell, ["status"], {NEW: "correct horse", AGAIN: "correct hose"})
    assert code == 4
    assert "the two passphrases differ" in shown
    assert list((shell.home / "data").glob("*.tsuzuri")) == []


def test_without_a_terminal_nobody_is_asked(shell: Shell) -> None:
    done = shell.run("status")
    assert (done.code, "assphrase of" in done.err) == (4, False)
