"""Nothing leaves the machine: not from this process, which the suite's conftest has guarded, nor from a child's."""

import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.test_house import APP
from tsuzuri.child import Child
from tsuzuri.core.errors import NotAllowed
from tsuzuri.offline import is_guarded

OUTSIDE = "192.0.2.1"  # kept for documentation (RFC 5737): nobody is there


def connect(host: str, family: int = socket.AF_INET) -> None:
    with closing(socket.socket(family)) as opened:
        opened.settimeout(0.2)
        opened.connect((host, 9))


def send(host: str) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as opened:
        opened.sendto(b"x", (host, 9))


def listen(host: str) -> None:
    with closing(socket.socket()) as opened:
        opened.bind((host, 0))


def test_the_suite_runs_under_the_guard() -> None:
    assert is_guarded()


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: connect(OUTSIDE),
        lambda: connect("2001:db8::1", socket.AF_INET6),
        lambda: connect("::ffff:192.0.2.1", socket.AF_INET6),
        lambda: send(OUTSIDE),
        lambda: listen("0.0.0.0"),
        lambda: socket.getaddrinfo("example.org", 80),
        lambda: socket.gethostbyname("example.org"),
        lambda: socket.create_connection((OUTSIDE, 80), timeout=0.2),
        lambda: urllib.request.urlopen("http://example.org/", timeout=0.2),
    ],
)
def test_what_would_leave_the_machine_is_refused(attempt: Callable[[], object]) -> None:
    with pytest.raises(NotAllowed, match="works offline"):
        attempt()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.8.8.8"])
def test_the_machine_itself_may_be_spoken_to(host: str) -> None:
    with pytest.raises(ConnectionRefusedError):
        connect(host)


def in_a_process(statements: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", statements], env={"PYTHONPATH": str(APP)}, capture_output=True, text=True, timeout=30
    )
    return next(line.removeprefix("came: ") for line in (done.stdout + done.stderr).splitlines() if "came: " in line)


def test_a_host_that_the_settings_name_is_let_through_and_no_other() -> None:
    attempts = f"""
import socket
from tsuzuri.core.errors import NotAllowed
from tsuzuri.offline import allow
allow(["{OUTSIDE}"])
outcomes = []
for host in ("{OUTSIDE}", "192.0.2.2"):
    with socket.socket() as opened:
        opened.settimeout(0.1)
        try:
            opened.connect((host, 9))
        except NotAllowed:
            outcomes.append("refused")
        except OSError:
            outcomes.append("tried")
try:
    allow(["192.0.2.2"])
except RuntimeError:
    outcomes.append("not widened")
print("came:", *outcomes)
"""
    assert in_a_process(attempts) == "tried refused not widened"


def test_a_child_of_ours_is_guarded_as_it_begins() -> None:
    with Child("tests.obedient_child") as child:
        child.send(b"guarded")
        assert child.receive(timeout=20) == b"True"


@pytest.mark.parametrize(("words", "guarded"), [(["status"], "True"), (["models", "list"], "True")])
def test_every_command_is_guarded(words: list[str], guarded: str) -> None:
    statements = f"""
import os, tempfile
os.environ["TSUZURI_HOME"] = tempfile.mkdtemp()
os.environ["TSUZURI_KEY"] = "11" * 32
from tsuzuri.cli.main import main
main({words!r})
from tsuzuri.offline import is_guarded
print("came:", is_guarded())
"""
    assert in_a_process(statements) == guarded
