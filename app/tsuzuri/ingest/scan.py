"""What lies under a folder: files in a stable order, without what is nobody's document."""

import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tsuzuri.core.values import SourceDraft
from tsuzuri.ingest.cloud import IN_THE_CLOUD, is_in_the_cloud, stands_for, stub_of
from tsuzuri.ingest.files import moment
from tsuzuri.ingest.ignore import MARKERS, Folder, Ignoring

_DEEPEST = 100
_JUNCTION = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT: a folder of Windows that is a link to another."""
_NOT_A_FILE = "it is no file: reading it may never end"
_NO_TEXT = "its name is not text in the system's encoding"


@dataclass(frozen=True, slots=True)
class Found:
    """A file to take in. `draft.uri` is its absolute path, spelt as on disk."""

    path: Path
    draft: SourceDraft


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A path that could not be looked at, and why. For a folder: nothing is known of what lies below it."""

    path: Path
    reason: str


def scan(paths: Sequence[Path], own: Sequence[Path] = ()) -> Iterator[Found | Unreachable]:
    """Every file at or below the paths, each once, as `walk` finds them; a file that is named itself is always taken.

    `own` are Tsuzuri's own folders, which are passed over.
    """
    seen: set[Path] = set()
    for path in paths:
        for found in _at(path.absolute(), own):
            if found.path not in seen:
                seen.add(found.path)
                yield found


def walk(root: Path, ignoring: Ignoring, start: Path | None = None) -> Iterator[Found | Unreachable]:
    """Every file below a root that is taken, folder by folder in order of name; with `start` below that folder in it.

    Links are not followed: one within the root leads to what is found anyway, another leads out. What is gone
    while one looks is not there. Rule files that are not followed are told as unreachable.
    """
    if start is None or start == root:
        yield from _below(root, ignoring, None, ())
    elif not ignoring.reason(start, is_dir=True):
        yield from _below(start, ignoring, ignoring.folder(start.parent), ())


def look(path: Path) -> Found | Unreachable | None:
    """What `walk` would find at one path, rules aside; None if there is no file (nothing, a folder, a link).

    Where spellings of a name are one (case on macOS and Windows, composed marks on macOS), only that on disk is there.
    """
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode) or stat.S_ISDIR(status.st_mode) or not _is_spelt_so(path, status):
            return None
    except (FileNotFoundError, NotADirectoryError):
        return Unreachable(path, IN_THE_CLOUD) if os.path.lexists(path.with_name(stub_of(path.name))) else None
    except OSError as error:
        return Unreachable(path, _reason(error))
    return _file(path, status)


def _at(path: Path, own: Sequence[Path]) -> Iterator[Found | Unreachable]:
    try:
        status = path.stat()
    except OSError as error:
        yield Unreachable(path, _reason(error))
        return
    if stat.S_ISDIR(status.st_mode):
        yield from walk(path, Ignoring(path, own))
    else:
        yield _file(path, status)


def _below(
    path: Path, ignoring: Ignoring, parent: Folder | None, above: tuple[tuple[int, int], ...]
) -> Iterator[Found | Unreachable]:
    """What lies below a folder. `above` are device and inode of the folders it lies in, the root first."""
    try:
        status = path.stat(follow_symlinks=parent is None)
        if _leads_back(status, above):
            return
        entries = _entries(path)
    except OSError as error:
        # A folder within that went while one looks is not there; the root has to be.
        if parent is None or not isinstance(error, FileNotFoundError):
            yield Unreachable(path, _reason(error))
        return
    markers = frozenset(entry.name for entry in entries if entry.name in MARKERS)
    folder = ignoring.enter(parent, path.name, markers) if parent else ignoring.top(markers)
    if folder.passed_over:
        return
    for broken, reason in folder.broken:
        yield Unreachable(broken, reason)
    here = (*above, (status.st_dev, status.st_ino))
    while entries:
        found = _glance(entries.pop(), folder, len(here))
        if isinstance(found, Path):
            yield from _below(found, ignoring, folder, here)
        elif found is not None:
            yield found


def _entries(path: Path) -> list[os.DirEntry[str]]:
    """What lies in a folder, last name first, so that what was gone through can be let go of."""
    with os.scandir(path) as entries:
        return sorted(entries, key=lambda entry: entry.name, reverse=True)


def _glance(entry: os.DirEntry[str], folder: Folder, depth: int) -> Found | Unreachable | Path | None:
    """What is to be done with an entry: a file, a trouble, a folder to go into (a `Path`), or nothing."""
    path = Path(entry.path)
    try:
        if entry.is_symlink():
            return None
        is_dir = entry.is_dir(follow_symlinks=False)
        if real := stands_for(entry.name):
            return None if folder.reason(real, is_dir) else Unreachable(path.with_name(real), IN_THE_CLOUD)
        if folder.reason(entry.name, is_dir):
            return None
        return _folder(path, depth) if is_dir else _file(path, entry.stat(follow_symlinks=False))
    except FileNotFoundError:
        # It went between the listing and the look: what is not there is not found.
        return None
    except OSError as error:
        return Unreachable(path, _reason(error))


def _folder(path: Path, depth: int) -> Unreachable | Path:
    if not _is_text(path.name):
        return Unreachable(path, _NO_TEXT)
    return Unreachable(path, f"it lies more than {_DEEPEST} folders deep") if depth > _DEEPEST else path


def _leads_back(status: os.stat_result, above: tuple[tuple[int, int], ...]) -> bool:
    """Whether a folder is a link of Windows, or one that we are in already (a mount within itself)."""
    junction = getattr(status, "st_reparse_tag", 0) == _JUNCTION
    return bool(above) and (junction or (status.st_dev, status.st_ino) in above)


def _file(path: Path, status: os.stat_result) -> Found | Unreachable:
    if not stat.S_ISREG(status.st_mode):
        return Unreachable(path, _NOT_A_FILE)
    if not _is_text(str(path)):
        return Unreachable(path, _NO_TEXT)
    if is_in_the_cloud(status):
        return Unreachable(path, IN_THE_CLOUD)
    return Found(path, SourceDraft(str(path), status.st_size, moment(status.st_mtime)))


def _is_text(name: str) -> bool:
    """Whether a name can be stored and shown: bytes that are no text become lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_spelt_so(path: Path, status: os.stat_result) -> bool:
    """Whether the folder lists a file under this very name. It is asked only if another spelling leads to the file.

    Raises:
        OSError: the folder cannot be listed.
    """
    name = path.name
    others = {name.swapcase(), *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))} - {name}
    if any(_is_the_same(path.with_name(other), status) for other in others):
        return any(sibling.name == name for sibling in path.parent.iterdir())
    return True


def _is_the_same(path: Path, status: os.stat_result) -> bool:
    try:
        return os.path.samestat(path.lstat(), status)
    except OSError:
        # There is no such spelling, or it is another file, whose trouble is not this one's.
        return False


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
