"""What lies under the paths a person names: files in a stable order, without what is nobody's document."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tsuzuri.core.values import SourceDraft

_IGNORED_SUFFIXES = (".tmp", ".part", ".crdownload", ".swp", ".lock", "~")
_IGNORED_PREFIXES = (".", "~$")


@dataclass(frozen=True, slots=True)
class Found:
    """A file to take in. `draft.uri` is its absolute path."""

    path: Path
    draft: SourceDraft


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A path that could not be looked at, and why."""

    path: Path
    reason: str


def scan(paths: Sequence[Path]) -> Iterator[Found | Unreachable]:
    """Every file at or below the paths, each once, folder by folder in order of name.

    Hidden files, editors' temporary files and lock files below a folder are passed over; a file that is named
    itself is always taken. Links are not followed out of a folder.
    """
    seen: set[Path] = set()
    for path in paths:
        for found in _below(path.absolute()):
            if found.path not in seen:
                seen.add(found.path)
                yield found


def _below(path: Path) -> Iterator[Found | Unreachable]:
    if not path.is_dir():
        yield _file(path)
        return
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        yield Unreachable(path, _reason(error))
        return
    for entry in entries:
        if entry.name.startswith(_IGNORED_PREFIXES) or entry.name.endswith(_IGNORED_SUFFIXES):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield _file(Path(entry.path))


def _file(path: Path) -> Found | Unreachable:
    try:
        status = path.stat()
    except OSError as error:
        return Unreachable(path, _reason(error))
    if not stat.S_ISREG(status.st_mode):
        return Unreachable(path, "it is no file: reading it may never end")
    if not _is_text(path):
        return Unreachable(path, "its name is not text in the system's encoding")
    modified = datetime.fromtimestamp(status.st_mtime, UTC)
    return Found(path, SourceDraft(str(path), status.st_size, modified))


def _is_text(path: Path) -> bool:
    """Whether the name can be stored and shown: bytes that are no text become lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in str(path))


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
