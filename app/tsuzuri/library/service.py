"""The background service of a person's session: what systemd or launchd is told, and how it is installed.

A user's service, without rights of its own. It may start before the keyring is open and cannot ask for a passphrase;
`TSUZURI_KEY` and tokens are never written down here.
"""

import os
import plistlib
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.core.errors import TsuzuriError, UnsupportedOperation
from tsuzuri.library.opening import Installation

Command = tuple[str, ...]
Runner = Callable[[Command], str]
"""Runs a command to its end; tells why it failed, empty if it did not."""

_KEPT_XDG = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
_SECRET = "TSUZURI_KEY"
_IMPORT_KEY = "systemctl --user import-environment TSUZURI_KEY"
_PATIENCE_S = 60.0

_SYSTEMD = """\
[Unit]
Description={description}
StartLimitIntervalSec=900
StartLimitBurst=5

[Service]
Type=exec
ExecStart=:{command}
{environment}Restart=on-failure
RestartSec=60
# Settings that make no sense, and a library that is locked, do not mend themselves.
RestartPreventExitStatus=2 4
# The program ends its own processes, so that none is killed at work.
KillMode=mixed
TimeoutStopSec=60
Nice=10
IOSchedulingClass=idle
CPUWeight=20
UMask=0077
# No network: the keyring is reached through a Unix socket.
RestrictAddressFamilies=AF_UNIX
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""


@dataclass(frozen=True, slots=True)
class ServiceFile:
    """A service's description: the file it lies in, its text, and what makes the system take it up and drop it.

    `probe` fails where the system has nobody to run it. `run` is what the service runs.
    """

    path: Path
    text: str
    probe: Command
    start: tuple[Command, ...]
    stop: tuple[Command, ...]
    run: Command


def unit(
    executable: Sequence[str], dataset: str, environment: Mapping[str, str], *, system: str = sys.platform
) -> ServiceFile:
    """The service that keeps a dataset, as this system wants to have it described.

    `executable` are the words that start `tsuzuri`; an empty `dataset` is the one of the settings. Of the environment
    our own variables and the folders go into it, without key and tokens.

    Raises:
        UnsupportedOperation: we know of no such service on this system.
    """
    name = f"tsuzuri-{dataset}" if dataset else "tsuzuri"
    run = (*executable, *(("--in", dataset) if dataset else ()), "service", "run", "--wait")
    kept = {
        key: value
        for key, value in sorted(environment.items())
        if value and not _is_secret(key) and (key.startswith("TSUZURI_") or key in _KEPT_XDG)
    }
    if system == "linux":
        return _systemd(name, run, kept, _home(environment))
    if system == "darwin":
        return _launchd(name, run, kept, _home(environment))
    raise UnsupportedOperation(
        "Windows" if system == "win32" else system,
        "run a service of ours yet",
        hint=f"let this be run at login instead: {shlex.join(run)}",
    )


def install(file: ServiceFile, run: Runner) -> None:
    """Write the service's file, and have the system take it up now and at every login. Again brings it up to date.

    Raises:
        UnsupportedOperation: nobody would run it here; nothing was written. The hint says what to run at login.
        TsuzuriError: the system refused it; the file is there.
    """
    if reason := run(file.probe):
        raise UnsupportedOperation(
            "this session",
            f"run a service: {reason}",
            hint=f"let this be run at login instead: {shlex.join(file.run)}",
        )
    _write(file.path, file.text)
    for command in file.start:
        if reason := run(command):
            raise TsuzuriError(
                f"{shlex.join(command)} failed: {reason}", hint=f"the service is described in {file.path}"
            )


def uninstall(file: ServiceFile, run: Runner) -> bool:
    """End the service and delete its file; False where there is none.

    Raises:
        TsuzuriError: the system would not let go of it; the file is still there.
    """
    if not file.path.exists():
        return False
    if not run(file.probe):
        for command in file.stop:
            if reason := run(command):
                raise TsuzuriError(f"{shlex.join(command)} failed: {reason}", hint=f"its file is {file.path}")
    file.path.unlink()
    return True


def key_lacking(installation: Installation, dataset: str) -> str:
    """Why a service could not open the dataset, and the way out; empty if it can. It cannot ask for a passphrase."""
    from tsuzuri.secrets.keys import KeyState

    if installation.in_clear(dataset):
        return ""
    command = "launchctl setenv TSUZURI_KEY KEY" if sys.platform == "darwin" else _IMPORT_KEY
    way_out = f"hand it to your session at each login ({command})"
    if installation.environ.get(_SECRET):
        return f"the key in TSUZURI_KEY is not written down for the service: {way_out}, or use a keyring"
    if installation.keys.state(dataset) is KeyState.AVAILABLE:
        return ""
    return f"the service cannot ask for a passphrase, and the key is in no open keyring: {way_out}"


def run_command(command: Command) -> str:
    """Run a command of the system; a `Runner`."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
    except FileNotFoundError:
        return f"there is no {command[0]}"
    except subprocess.TimeoutExpired:
        return f"it did not end within {_PATIENCE_S:.0f} seconds"
    if done.returncode == 0:
        return ""
    return " ".join((done.stderr or done.stdout).split()) or f"it ended with {done.returncode}"


def _systemd(name: str, run: Command, environment: Mapping[str, str], home: Path) -> ServiceFile:
    config = environment.get("XDG_CONFIG_HOME")
    folder = (Path(config) if config else home / ".config") / "systemd" / "user"
    text = _SYSTEMD.format(
        description="Tsuzuri keeps a library in line with its folders",
        command=" ".join(map(_in_unit, run)),
        environment="".join(f"Environment={_in_unit(f'{key}={value}')}\n" for key, value in environment.items()),
    )
    systemctl = ("systemctl", "--user")
    service = f"{name}.service"
    return ServiceFile(
        folder / service,
        text,
        probe=(*systemctl, "show-environment"),
        start=((*systemctl, "daemon-reload"), (*systemctl, "enable", service), (*systemctl, "restart", service)),
        stop=((*systemctl, "disable", "--now", service),),
        run=run,
    )


def _launchd(name: str, run: Command, environment: Mapping[str, str], home: Path) -> ServiceFile:
    path = home / "Library" / "LaunchAgents" / f"{name}.plist"
    described = {
        "Label": name,
        "ProgramArguments": list(run),
        "EnvironmentVariables": dict(environment),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 60,
        "ProcessType": "Background",
        "LowPriorityIO": True,
        "Nice": 10,
        "Umask": 0o077,
        "ExitTimeOut": 60,
    }
    return ServiceFile(
        path,
        plistlib.dumps(described).decode(),
        probe=("launchctl", "list"),
        # What is loaded already is not read again: it is unloaded first, which does no harm where it is not.
        start=(("launchctl", "unload", str(path)), ("launchctl", "load", "-w", str(path))),
        stop=(("launchctl", "unload", "-w", str(path)),),
        run=run,
    )


def _is_secret(variable: str) -> bool:
    from tsuzuri.secrets.keys import TOKEN_VARIABLE

    return variable == _SECRET or variable.startswith(TOKEN_VARIABLE)


def _home(environment: Mapping[str, str]) -> Path:
    return Path(environment["HOME"]) if environment.get("HOME") else Path.home()


def _in_unit(word: str) -> str:
    """A word as systemd reads it back: quoted, its escapes and specifiers doubled (systemd.service, systemd.unit).

    A colon before the first word of a command says that a dollar is a dollar.
    """
    escaped = re.sub(r'[\\"]', r"\\\g<0>", word).replace("%", "%%").replace("\n", "\\n")
    return f'"{escaped}"'


def _write(path: Path, text: str) -> None:
    """Put a file in place whole; only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 (it is open already)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(draft).unlink()
        raise
