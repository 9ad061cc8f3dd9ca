"""The clipboard of the machine that the interface runs on (through pyperclip), where that is the person's own."""

import os
from collections.abc import Callable, Mapping

Clipboard = Callable[[str], bool]
"""Copies a text; False where it cannot, so that the terminal is asked to."""

_REMOTE = ("SSH_TTY", "SSH_CONNECTION", "TEXTUAL_DRIVER")
"""What tells that the person sits elsewhere: at the other end of ssh, or of a browser."""


def copy_here(text: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Copy a text to this machine's clipboard.

    False where the person sits elsewhere, and where the desktop has no clipboard or no program for it.
    """
    if any(environ.get(name) for name in _REMOTE):
        return False
    import pyperclip

    try:
        pyperclip.copy(text)
    except (pyperclip.PyperclipException, OSError):
        return False
    return True
