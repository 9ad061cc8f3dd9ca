"""Opening a source: at its line in the person's own editor where there is one, else in the program of the desktop."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tsuzuri.core.access import AGENT

Opener = Callable[[str], None]
"""Opens the file at a path. Raises OSError, with a sentence, when that cannot be."""

Editor = Callable[[str, int], list[str]]
"""The command that shows the file at a path from a line on, counted from 1; empty where there is none."""

_PATIENCE = 3.0
_TEXTS = frozenset(".md .markdown .txt .text .rst .org .adoc .tex .csv .tsv .log .json .yaml .yml .toml".split())
"""What an editor shows as it was read: elsewhere a line of the text is no line of the file."""
_GOTO = frozenset({"code", "code-insiders", "codium", "cursor"})
_COLON = frozenset({"subl", "zed", "mate", "hx", "helix"})
_LINE = re.compile(r"line (\d+)")


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


def line_of(locator: str) -> int | None:
    """The line that a passage begins in, where its place in the document is told by lines."""
    found = _LINE.match(locator)
    return int(found[1]) if found else None


def edit_at(path: str, line: int, environ: Mapping[str, str] = os.environ) -> list[str]:
    """The command of the person's own editor, as $VISUAL or else $EDITOR names it; see `Editor`.

    Most editors take +LINE, as POSIX asks of `more` and `vi`. There is none for what is no plain text, or is gone.
    """
    words = shlex.split(environ.get("VISUAL") or environ.get("EDITOR") or "")
    if not words or Path(path).suffix.lower() not in _TEXTS or not Path(path).exists():
        return []
    match Path(words[0]).stem:
        case name if name in _GOTO:
            return [*words, "--goto", f"{path}:{line}"]
        case name if name in _COLON:
            return [*words, f"{path}:{line}"]
        case _:
            return [*words, f"+{line}", path]
