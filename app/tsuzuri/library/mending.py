"""What `doctor` looks at on the disk, and what of it can be put right without a risk."""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.library.lock import writer_lock

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation

_ABANDONED_S = 3600.0
_WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")


def open_to_others(installation: "Installation") -> tuple[Path, ...]:
    """Files of ours that others on this machine may read or write, and should not."""
    if sys.platform == "win32":
        return ()
    return tuple(
        path for path in _private(installation) if (seen := _stat(path)) and stat.S_IMODE(seen.st_mode) & 0o077
    )


def abandoned(installation: "Installation") -> tuple[Path, ...]:
    """Drafts and halves of copies that a process left when it ended, an hour ago at least."""
    folders = (installation.paths.data_dir, installation.paths.data_dir / "backups", installation.paths.config_dir)
    endings = ("*.part", "*.part-*", "*.draft", "*.new")
    found = (path for folder in folders for ending in endings for path in folder.glob(ending))
    return tuple(sorted(filter(_is_old, found)))


def former_copies(installation: "Installation") -> tuple[Path, ...]:
    """Copies beside libraries that a step of the schema, or a restore, has left; they are not deleted by themselves."""
    folder = installation.paths.data_dir
    return tuple(sorted(path for kind in ("version", "before") for path in folder.glob(f"*.tsuzuri.{kind}-*")))


def watch_limit(limit: Path = _WATCHES) -> int | None:
    """How many folders the system lets one person watch; None where it has no such limit."""
    try:
        return int(limit.read_text())
    except (OSError, ValueError):
        return None


def watched_folders(roots: Iterator[Path] | tuple[Path, ...], most: int) -> int:
    """How many folders lie in the watched ones, counted up to `most`."""
    count = 0
    for root in roots:
        waiting = [root]
        while waiting and count <= most:
            folder = waiting.pop()
            count += 1
            try:
                waiting += [child for child in folder.iterdir() if child.is_dir() and not child.is_symlink()]
            except OSError:
                continue  # what cannot be looked into is not watched
    return count


def mend(installation: "Installation", dataset: str) -> Iterator[str]:
    """Put right what can be, and tell each thing that was done.

    Files of ours are taken from others' eyes, abandoned drafts are deleted unless somebody works on their library, and
    indexes that do not agree with the rows that they are made from are made anew. Nothing that a person wrote, and no
    row, is touched.

    Raises:
        LibraryBusy: another process writes to the library.
        LibraryLocked: its key is not at hand.
    """
    for path in open_to_others(installation):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o077)
        yield f"only you may read {path} now"
    for path in abandoned(installation):
        if _wipe(path):
            yield f"deleted, since a process had left it: {path}"
    library = installation.library_path(dataset)
    if installation.in_clear(dataset) is None:
        return
    from tsuzuri.store.sqlite.backend import SqliteBackend

    with writer_lock(library), closing(SqliteBackend(library, installation.key_of(dataset))) as backend:
        before = backend.check()
        if before and all(_is_of_an_index(problem) for problem in before):
            backend.reindex()
            left = backend.check()
            yield f"{dataset}: the indexes were made anew" if not left else f"{dataset}: still wrong: {left[0]}"


def _private(installation: "Installation") -> Iterator[Path]:
    """What holds content or opens it, and the log of who asked: not our other logs, which hold no word of anybody's."""
    data, logs = installation.paths.data_dir, installation.paths.log_dir
    for folder, pattern in ((data, "*"), (data / "backups", "*"), (logs, "audit*.jsonl")):
        if folder.is_dir():
            yield from sorted(path for path in folder.glob(pattern) if path.is_file() and path.suffix != ".lock")


def _wipe(path: Path) -> bool:
    """Overwrite and delete a draft, unless somebody has the right to write to its library: it may be at work on it."""
    from tsuzuri.store.sqlite.rekey import wipe

    name, of_a_library, _ = path.name.partition(".tsuzuri.")
    if not of_a_library:
        wipe(path)
        return True
    try:
        with writer_lock(path.with_name(f"{name}.tsuzuri")):
            old = _is_old(path)  # nobody has begun a new one since
            if old:
                wipe(path)
            return old
    except LibraryBusy:
        return False


def _is_old(path: Path) -> bool:
    seen = _stat(path)
    return seen is not None and stat.S_ISREG(seen.st_mode) and seen.st_mtime < time.time() - _ABANDONED_S


def _stat(path: Path) -> os.stat_result | None:
    """None where the file is gone: logs come and go while libraries are open."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _is_of_an_index(problem: str) -> bool:
    return "full-text index" in problem or "sign bits" in problem
