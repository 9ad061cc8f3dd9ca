"""The datasets of an installation: made, named, put away, deleted, and files moved between them.

A dataset is one file with one key. What happens to it happens to the file under the writer lock, and with nobody else
having it open.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, LibraryLocked, TsuzuriError, UsageError
from tsuzuri.library.lock import holder, writer_lock
from tsuzuri.secrets.keys import KeyState, Origin

if TYPE_CHECKING:
    from tsuzuri.core.values import Counts
    from tsuzuri.library.opening import Installation
    from tsuzuri.library.step import OnProgress


_NO_KEY = {
    KeyState.LOCKED: "its key is locked",
    KeyState.MISSING: "there is no key for it",
    KeyState.NO_KEYRING: "there is no keyring, and so no key for it",
}


@dataclass(frozen=True, slots=True)
class DatasetView:
    """A dataset as it stands.

    `key` is the state of its key ("available", "locked", "missing", "no_keyring"), empty where it is not encrypted.
    `counts` is None where it cannot be opened, or is archived; `problem` then says why.
    """

    name: str
    archived: bool
    encrypted: bool
    key: str
    bytes: int
    written_at: datetime
    counts: "Counts | None"
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Deleted:
    """What went with a dataset. `files` were overwritten and deleted; `counts` is None where it could not be opened."""

    name: str
    counts: "Counts | None"
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class MovedSources:
    """Which files are of another dataset now, and which folders are watched from there; `refused` stayed."""

    sources: tuple[str, ...]
    watched: tuple[str, ...]
    refused: tuple[str, ...]


def names(installation: "Installation", *, archived: bool = False) -> tuple[str, ...]:
    """The names of all datasets, in order; those that are archived only where asked for."""
    from tsuzuri.settings.sections import DATASET_NAME

    folder = installation.paths.data_dir
    found = sorted(path.stem for path in folder.glob("*.tsuzuri")) if folder.is_dir() else []
    # One that is empty, or leads nowhere, is none: it is what a process leaves that dies as it makes one.
    valid = [name for name in found if re.fullmatch(DATASET_NAME, name) and installation.in_clear(name) is not None]
    return tuple(name for name in valid if archived or not installation.archive_mark(name).exists())


def listed(installation: "Installation") -> tuple[DatasetView, ...]:
    """Every dataset, archived ones too; one that cannot be opened is told with the reason."""
    return tuple(view(installation, name) for name in names(installation, archived=True))


def view(installation: "Installation", name: str) -> DatasetView:
    """One dataset as it stands; nobody is asked for a passphrase.

    Raises:
        UsageError: there is no such dataset.
    """
    installation.require(name)
    archived, encrypted = installation.archive_mark(name).exists(), installation.in_clear(name) is False
    size, written_at = _on_disk(installation.library_path(name))
    key = installation.keys.state(name) if encrypted else None
    counts, problem = None, "archived" if archived else _NO_KEY.get(key, "") if key else ""
    if not problem:
        try:
            with installation.open(name) as library:
                counts = library.counts()
        except TsuzuriError as error:
            problem = error.message
    return DatasetView(name, archived, encrypted, str(key or ""), size, written_at, counts, problem)


def _on_disk(path: Path) -> tuple[int, datetime]:
    """The bytes of a library, and when it was last written to: the newest may still be in its log alone."""
    log = path.with_name(f"{path.name}-wal")
    stats = [one.stat() for one in (path, log) if one.exists()]
    latest = max(stat.st_mtime for stat in stats if stat.st_size)
    return sum(stat.st_size for stat in stats), datetime.fromtimestamp(latest, UTC)


def create(installation: "Installation", name: str, *, in_clear: bool = False) -> None:
    """Make a dataset: encrypted, or as the settings say, or deliberately in clear.

    Raises:
        UsageError: there is one of that name, or it cannot be one.
        LibraryLocked: there is nowhere to keep its key.
    """
    if installation.in_clear(name) is not None:
        raise UsageError(f"there is a dataset {name} already", hint="see all: tsuzuri datasets")
    installation.open(name, clear=in_clear).close()


def rename(installation: "Installation", name: str, new: str) -> None:
    """Give a dataset another name; what agents may do with it stays. Its settings (`[datasets.NAME]`,
    `ontology.NAME.toml`) are not renamed.

    The key goes by both names before the file takes the new one, so that it has its key whenever the power goes.

    Raises:
        UsageError: there is no such dataset, or one of the new name, or a key of that name.
        LibraryBusy: it is open elsewhere.
        LibraryLocked: its key is not at hand.
    """
    from tsuzuri.library.access.entrance import agents_of
    from tsuzuri.store.sqlite import rekey

    installation.require(name)
    path, target, keys = installation.library_path(name), installation.library_path(new), installation.keys
    key = installation.key_of(name)
    with _alone(installation, name), writer_lock(target):
        if installation.in_clear(new) is not None:
            raise UsageError(f"there is a dataset {new} already", hint="choose another name")
        if not keys.may_copy(name, new):
            raise UsageError(
                f"there is a key by the name of {new}, of a library that is not here",
                hint="choose another name, or bring that library back first: tsuzuri restore",
            )
        rekey.take(path, key)  # before anything goes by another name for a change that cannot be
        rekey.wipe_leftovers(path)
        keys.copy(name, new)
        agents_of(installation).follow(name, new)
        for former in sorted(path.parent.glob(f"{path.name}.*")):
            renamed = target.with_name(target.name + former.name.removeprefix(path.name))
            keys.copy(former.name, renamed.name)  # what a restore has set aside has a key of its own
            if former.exists():
                former.replace(renamed)
            keys.forget(former.name)
        installation.archive_mark(new).unlink(missing_ok=True)
        if installation.archive_mark(name).exists():
            installation.archive_mark(new).touch()
        rekey.rename(path, key, target)
        installation.archive_mark(name).unlink(missing_ok=True)
        keys.forget(name)
        path.with_suffix(".lock").unlink(missing_ok=True)


def archive(installation: "Installation", name: str) -> None:
    """Put a dataset away: it is not opened, searched or kept until `unarchive`.

    Raises:
        UsageError: there is no such dataset.
        LibraryBusy: it is kept by a process.
    """
    installation.require(name)
    with _alone(installation, name):
        installation.archive_mark(name).touch()


def unarchive(installation: "Installation", name: str) -> None:
    """Take it out again.

    Raises:
        UsageError: there is no such dataset.
    """
    installation.require(name)
    installation.archive_mark(name).unlink(missing_ok=True)


def delete(installation: "Installation", name: str) -> Deleted:
    """Delete a dataset: its key, what agents may do with it, its file and the copies beside it, overwritten first.

    The key goes first and the file last: if the power goes in between, there is a dataset without a key to be deleted
    again. Backups elsewhere stay; encrypted ones open with its recovery phrase or passphrase alone.

    Raises:
        UsageError: there is no such dataset.
        LibraryBusy: it is open elsewhere.
        LibraryLocked: the keyring is locked, so that its key could not be dropped; nothing was deleted.
    """
    from tsuzuri.library.access.entrance import agents_of
    from tsuzuri.store.sqlite.rekey import wipe

    before, keys, path = view(installation, name), installation.keys, installation.library_path(name)
    if before.key == KeyState.LOCKED and keys.origin(name) is Origin.NOWHERE:
        raise LibraryLocked("the keyring is locked, and with it the key to be dropped", hint="unlock it and try again")
    with _alone(installation, name):
        if before.key in ("", KeyState.AVAILABLE):
            _take(installation, name)
        agents_of(installation).follow(name)
        for aside in path.parent.glob(f"{path.name}.before-*"):
            keys.forget(aside.name)
        keys.forget(name)
        installation.archive_mark(name).unlink(missing_ok=True)
        files = sorted(path.parent.glob(f"{path.name}*"), key=lambda file: (file == path, file))
        for file in files:
            wipe(file)
        path.with_suffix(".lock").unlink(missing_ok=True)
    return Deleted(name, before.counts, tuple(files))


def _take(installation: "Installation", name: str) -> None:
    """Make sure that nobody has the dataset open; one that cannot be opened at all is open nowhere."""
    from tsuzuri.store.sqlite.rekey import take

    with suppress(LibraryLocked, LibraryDamaged):
        take(installation.library_path(name), installation.key_of(name))


def move(
    installation: "Installation",
    paths: Sequence[Path],
    source: str,
    target: str,
    *,
    on_progress: "OnProgress | None" = None,
) -> MovedSources:
    """Move the files at or below the paths from one dataset to another, with the watching of such folders.

    They are read anew there before they are forgotten here, so that a death in between loses nothing, and the same
    again ends it; files that cannot be read any more stay where they are.

    Raises:
        UsageError: there is no such dataset, it holds nothing of the paths, or a folder cannot be watched from there.
        LibraryBusy: one of them is at work.
    """
    if source == target:
        raise UsageError("that is where they are", hint="name another dataset: --to NAME")
    resolved = [path.resolve() for path in paths]
    installation.require(target)
    for name in (source, target):
        _require_free(installation, name)
    with installation.open_existing(source) as here, installation.open_existing(target) as there:
        sources = here.to_forget(resolved)
        if not sources:
            raise UsageError(f"{source} holds nothing of these paths", hint="see what it holds: tsuzuri status")
        roots = [root for root in here.folders.roots() if any(Path(root.path).is_relative_to(one) for one in resolved)]
        for root in roots:
            there.folders.add(Path(root.path), poll=root.polled, force=True)
        there.add([Path(one.uri) for one in sources if Path(one.uri).exists()], model=False, on_progress=on_progress)
        arrived = {one.uri for one in there.to_forget(resolved) if one.content_id is not None}
        for root in roots:
            here.folders.remove(Path(root.path))
        gone = [one for one in sources if one.uri in arrived]
        if gone:
            here.forget([one.id for one in gone])
    stayed = tuple(one.uri for one in sources if one.uri not in arrived)
    return MovedSources(tuple(one.uri for one in gone), tuple(root.path for root in roots), stayed)


@contextmanager
def _alone(installation: "Installation", name: str) -> Iterator[None]:
    """Hold the right to write to the dataset.

    Raises:
        LibraryBusy: a process keeps it.
    """
    _require_free(installation, name)
    with writer_lock(installation.library_path(name)):
        yield


def _require_free(installation: "Installation", name: str) -> None:
    if (other := holder(installation.library_path(name))) is not None:
        raise LibraryBusy(f"{name} is kept by process {other.pid}", hint="end it first: tsuzuri service stop")
