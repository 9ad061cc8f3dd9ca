"""Opening a source in the machine's own program for it."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tsuzuri.core.access import AGENT

Opener = Callable[[str], None]
"""Opens the file at a path. Raises OSError, with a sentence, when that cannot be."""

_PATIENCE = 3.0


def open_in_desktop(path: str) -> None:
    """Open a file as the desktop would.

    Raises:
        OSError: there is no desktop, the file is gone, or nothing opens it.
    """
    if path.startswith(AGENT):
        raise OSError("an agent told it, and there is no file")
    if not Path(path).exists():
        raise OSError("the file is not there any more")
    if sys.platform == "win32":
        os.startfile(path)
        return
    program, *arguments = command(path, sys.platform, os.environ)
    process = subprocess.Popen(
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = process.wait(timeout=_PATIENCE)
    except subprocess.TimeoutExpired:  # it is still showing the file
        return
    if code:
        raise OSError(f"{program} found nothing that opens it")


def command(path: str, platform: str, environment: Mapping[str, str]) -> list[str]:
    """The command that opens a path, on a platform as `sys.platform` names it.

    Raises:
        OSError: the session has no desktop.
    """
    if platform == "darwin":
        return ["open", path]
    if not environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        raise OSError("there is no desktop in this session")
    return ["xdg-open", path]
