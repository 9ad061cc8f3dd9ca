"""Completing the path of a folder as a shell does: as far as all that begin like it agree."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.text.normalise import display


@dataclass(frozen=True, slots=True)
class Completion:
    """A path as far as it is certain, and the names of the folders that it may become, in order.

    One that is certain ends with a separator, so that its own folders can be asked for next.
    """

    text: str
    names: tuple[str, ...]


def folders_in(path: Path) -> tuple[str, ...]:
    """The names of the folders in a folder.

    Raises:
        OSError: it is not there, is no folder, or may not be read.
    """
    return tuple(entry.name for entry in path.iterdir() if entry.is_dir())


def expanded(text: str) -> Path:
    """The path that was typed: `~` at its beginning is the home folder."""
    typed = Path(text)
    return Path.home().joinpath(*typed.parts[1:]) if typed.parts[:1] == ("~",) else typed


def complete(text: str, listed: Callable[[Path], Iterable[str]] = folders_in) -> Completion:
    """Complete what was typed. `~` stands for the home folder and stays as it is.

    Names compare as they are shown, without regard to case where none begins with just these letters. Those that begin
    with a dot are left out unless asked for.

    Raises:
        OSError: the folder that it is in cannot be listed.
    """
    if text == "~":
        text += os.sep
    typed = text.rpartition(os.sep)[2]
    stem = text[: len(text) - len(typed)]
    names = sorted(name for name in listed(expanded(stem)) if _is_meant(name, typed))
    matches = [name for name in names if display(name).startswith(display(typed))]
    matches = matches or [name for name in names if display(name).casefold().startswith(display(typed).casefold())]
    if not matches:
        return Completion(text, ())
    if len(matches) == 1:
        return Completion(f"{stem}{matches[0]}{os.sep}", tuple(matches))
    common = os.path.commonprefix(matches)  # noqa: RUF071 - of names, letter by letter
    return Completion(stem + (common if len(common) > len(typed) else typed), tuple(matches))


def _is_meant(name: str, typed: str) -> bool:
    return not name.startswith(".") or typed.startswith(".")
