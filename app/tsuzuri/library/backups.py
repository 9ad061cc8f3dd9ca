"""Backups of a dataset: whole copies of its file with its key, checked, dated, and only so many of them."""

import re
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, UsageError
from tsuzuri.library.lock import holder, writer_lock

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(?P<dataset>[a-z0-9][a-z0-9_-]{0,63})-(?P<stamp>\d{8}T\d{6}Z)\.tsuzuri-backup")


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup. `bytes` is the size of its file."""

    dataset: str
    made_at: datetime
    path: Path
    bytes: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What a backup came to: the new one, and the older ones that went for it."""

    made: Backup
    dropped: tuple[Backup, ...]


def folder_of(installation: "Installation", named: Path | None = None) -> Path:
    """Where backups lie: as named, else as the settings say, else in `backups` beside the libraries."""
    set_ = installation.settings.backup.folder
    return named or (Path(set_).expanduser() if set_ else installation.paths.data_dir / "backups")


def backups(folder: Path, dataset: str = "") -> tuple[Backup, ...]:
    """The backups in a folder, of one dataset if named, latest first."""
    found = (_backup(path) for path in folder.glob("*.tsuzuri-backup")) if folder.is_dir() else ()
    mine = [one for one in found if one is not None and dataset in ("", one.dataset)]
    return tuple(sorted(mine, key=lambda one: (one.made_at, one.dataset), reverse=True))


def back_up(installation: "Installation", dataset: str, folder: Path, *, keep: int) -> Kept:
    """Copy a dataset while others may read and write it, check the copy, and keep the `keep` latest of this dataset.

    The copy is encrypted as the dataset is, and needs the key of this day: see `tsuzuri key export`. An older backup
    goes only once the new one is on disk.

    Raises:
        UsageError: there is no such dataset.
        LibraryLocked: its key is not at hand.
        LibraryDamaged: it, or the copy, cannot be read.
        OutOfSpace: the copy does not fit.
    """
    from tsuzuri.store.sqlite.copy import backup

    installation.require(dataset)
    moment = installation.clock().astimezone(UTC)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / f"{dataset}-{moment.strftime(_STAMP)}.tsuzuri-backup"
    library = installation.library_path(dataset)
    backup(library, path, installation.key_of(dataset))
    if (salt := library.with_suffix(".salt")).exists():
        # A passphrase opens nothing without its salt, which is no secret.
        shutil.copyfile(salt, _salt_of(path))
    made = Backup(dataset, moment.replace(microsecond=0), path, path.stat().st_size)
    older = [one for one in backups(folder, dataset) if one.path != path][max(0, keep - 1) :]
    for one in older:
        one.path.unlink()
        _salt_of(one.path).unlink(missing_ok=True)
    return Kept(made, tuple(older))


def verify(installation: "Installation", path: Path, *, key: bytes | None = None) -> tuple[str, ...]:
    """What is wrong inside a backup, a sentence each; empty when it is whole. It is not changed.

    `key` is the one that it was made with, where that is not the dataset's of today.

    Raises:
        UsageError: that is no backup.
        LibraryLocked: the key does not open it.
        LibraryDamaged: it cannot be read.
    """
    from tsuzuri.store.sqlite.stored_copy import examine

    return examine(path, _key_for(installation, path, key))


def restore(
    installation: "Installation", path: Path, dataset: str = "", *, replace: bool = False, key: bytes | None = None
) -> Path | None:
    """Put a backup in the dataset's place, checked before; where the former file was moved, None if there was none.

    With `replace` a dataset that is there is moved aside first, under a name that says so; nothing is deleted. A `key`
    that was given is kept in the keyring.

    Raises:
        UsageError: that is no backup, or the dataset is there and is not to be replaced.
        LibraryBusy: another process has the dataset at work.
        LibraryLocked: the key does not open it.
        LibraryDamaged: the backup is not whole.
        OutOfSpace: there is no room for it.
    """
    from tsuzuri.store.sqlite.stored_copy import copy_out

    dataset = dataset or _named(path)
    target = installation.library_path(dataset)
    if target.exists() and not replace:
        raise UsageError(
            f"there is a dataset {dataset} already", hint="restore under another name with --as, or say --replace"
        )
    if (other := holder(target)) is not None:
        raise LibraryBusy(f"{dataset} is kept by process {other.pid}", hint="end it first: tsuzuri service stop")
    used = _key_for(installation, path, key)
    if wrong := verify(installation, path, key=key):
        raise LibraryDamaged(f"the backup {path.name} is not whole: {wrong[0]}", hint="take an older one")
    with writer_lock(target):
        aside = _move_aside(target, installation.clock()) if target.exists() else None
        if (salt := _salt_of(path)).exists():
            shutil.copyfile(salt, target.with_suffix(".salt"))
        if key is not None:
            installation.keys.keep(dataset, key)
        elif used is not None and dataset != _named(path):
            installation.keys.copy(_named(path), dataset)
        copy_out(path, used, target)
    return aside


def _move_aside(target: Path, moment: datetime) -> Path:
    """The file under another name, with its salt, and with its log: what was written last may still be there alone."""
    aside = target.with_name(f"{target.name}.before-{moment.astimezone(UTC).strftime(_STAMP)}")
    for ending in ("-wal", "-shm", ""):
        part = target.with_name(target.name + ending)
        if part.exists():
            part.replace(aside.with_name(aside.name + ending))
    if (salt := target.with_suffix(".salt")).exists():
        shutil.copyfile(salt, aside.with_name(aside.name + ".salt"))
    return aside


def _key_for(installation: "Installation", path: Path, key: bytes | None) -> bytes | None:
    from tsuzuri.store.sqlite.stored_copy import is_in_clear

    if not path.is_file():
        raise UsageError(f"there is no backup at {path}", hint="see them with: tsuzuri backup list")
    if is_in_clear(path):
        return None
    if key is not None:
        return key
    dataset, salt = _named(path), _salt_of(path)
    if salt.exists() and not (own := installation.library_path(dataset).with_suffix(".salt")).exists():
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(salt, own)
    return installation.keys.library_key(dataset, create=False)


def _salt_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.salt")


def _backup(path: Path) -> Backup | None:
    named = _NAME.fullmatch(path.name)
    if named is None:
        return None
    made_at = datetime.strptime(named["stamp"], _STAMP).replace(tzinfo=UTC)
    return Backup(named["dataset"], made_at, path, path.stat().st_size)


def _named(path: Path) -> str:
    named = _NAME.fullmatch(path.name)
    if named is None:
        raise UsageError(f"{path.name} does not say which dataset it is of", hint="give it the name it had")
    return named["dataset"]
