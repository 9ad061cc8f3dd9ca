"""Backups of a dataset: whole copies of its file with its key, checked, dated, and only so many of them."""

import os
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, LibraryLocked, UsageError
from tsuzuri.library.datasets import names
from tsuzuri.library.lock import holder, writer_lock
from tsuzuri.secrets.keys import KeyState

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(?P<dataset>[a-z0-9][a-z0-9_-]{0,63})-(?P<stamp>\d{8}T\d{6}Z)\.tsuzuri-backup")
_ASIDE = re.compile(r"(?P<dataset>[a-z0-9][a-z0-9_-]{0,63})\.tsuzuri\.before-\d{8}T\d{6}Z(-\d+)?")


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


@dataclass(frozen=True, slots=True)
class Restored:
    """Which dataset a backup is now, and where the file lies that was in its place, if there was one."""

    dataset: str
    aside: Path | None


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
    key = installation.key_of(dataset)
    if (salt := library.with_suffix(".salt")).exists():
        # A passphrase opens nothing without its salt, which is no secret: so there is no backup that has none yet.
        shutil.copyfile(salt, _salt_of(path))
    backup(library, path, key)
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
) -> Restored:
    """Put a backup in the dataset's place, checked before.

    With `replace` a dataset that is there is moved aside, under a name that says so; nothing is deleted, and what was
    moved aside can be restored as a backup can. A `key` that was given is kept in the keyring. Killed at any moment, it
    leaves the one dataset or the other in the place, with its key.

    Raises:
        UsageError: that is no backup, or the dataset is there and is not to be replaced.
        LibraryBusy: the dataset is open elsewhere.
        LibraryLocked: the key does not open it, or would not be kept.
        LibraryDamaged: the backup is not whole.
        OutOfSpace: there is no room for it.
    """
    from tsuzuri.store.sqlite.stored_copy import copy_out, examine

    dataset = dataset or _named(path)
    target = installation.library_path(dataset)
    if installation.in_clear(dataset) is not None and not replace:
        raise UsageError(
            f"there is a dataset {dataset} already", hint="restore under another name with --as, or say --replace"
        )
    if (other := holder(target)) is not None:
        raise LibraryBusy(f"{dataset} is kept by process {other.pid}", hint="end it first: tsuzuri service stop")
    used = _key_for(installation, path, key)
    if wrong := examine(path, used):
        raise LibraryDamaged(f"the backup {path.name} is not whole: {wrong[0]}", hint="take an older one")
    draft = target.with_name(f"{target.name}.restored.part")
    with writer_lock(target):
        try:
            copy_out(path, used, draft)
            return Restored(dataset, _put(installation, draft, dataset, used, _salt_of(path), given=key is not None))
        finally:
            draft.unlink(missing_ok=True)


def _put(
    installation: "Installation", draft: Path, dataset: str, key: bytes | None, salt: Path, *, given: bool
) -> Path | None:
    """Give the file the dataset's place and its key; where the former one is now, if there was one.

    The key goes by the dataset's name as the pending one before the file does (see `secrets.keys`).
    """
    from tsuzuri.store.sqlite.copy import to_disk

    keys, target = installation.keys, installation.library_path(dataset)
    replaced, by_salt = installation.in_clear(dataset) is not None, salt.exists() and not given
    if replaced:
        _take(installation, dataset)
    kept = given or (key is not None and not by_salt and not keys.is_given)
    if key is not None and kept:
        keys.expect(dataset, key)
    try:
        aside = _set_aside(installation, dataset) if replaced else None
        for ending in ("-wal", "-shm"):  # of a library that is gone: read with this one, it would damage it
            target.with_name(target.name + ending).unlink(missing_ok=True)
        if key is not None and by_salt:
            keys.forget(dataset)
            shutil.copyfile(salt, target.with_suffix(".salt"))
        draft.replace(target)
    except BaseException:
        keys.end_change(dataset, changed=False)
        raise
    if os.name == "posix":
        to_disk(target.parent)
    keys.end_change(dataset, changed=True)
    if kept:
        keys.forget_passphrase(dataset)
    return aside


def _take(installation: "Installation", dataset: str) -> None:
    """Settle a change of its key, leave no log beside it, and make sure that nobody else has it open."""
    from tsuzuri.store.sqlite.rekey import take

    if installation.in_clear(dataset) or installation.keys.state(dataset) is KeyState.AVAILABLE:
        with suppress(LibraryLocked, LibraryDamaged):  # one that cannot be opened at all is open nowhere
            take(installation.library_path(dataset), installation.key_of(dataset))


def _set_aside(installation: "Installation", dataset: str) -> Path:
    """Give the file another name too, under which it goes on with its key."""
    target = installation.library_path(dataset)
    name = f"{target.name}.before-{installation.clock().astimezone(UTC).strftime(_STAMP)}"
    taken, number = target.with_name(name), 1
    while taken.exists():
        number += 1
        taken = target.with_name(f"{name}-{number}")
    installation.keys.copy(dataset, taken.name)
    try:
        os.link(target, taken)
    except OSError:  # a file system without hard links
        shutil.copy2(target, taken)
    # Where it could not be opened, what was written last may be in its log alone.
    if (log := target.with_name(f"{target.name}-wal")).exists():
        log.replace(taken.with_name(f"{taken.name}-wal"))
    return taken


def _key_for(installation: "Installation", path: Path, key: bytes | None) -> bytes | None:
    from tsuzuri.store.sqlite.rekey import opens
    from tsuzuri.store.sqlite.stored_copy import is_in_clear

    if not path.is_file():
        raise UsageError(f"there is no backup at {path}", hint="see them with: tsuzuri backup list")
    if is_in_clear(path):
        return None
    if key is not None:
        return key
    named, keys = _named(path), installation.keys
    if (salt := _salt_of(path)).exists():
        return keys.key_by(salt)
    if not keys.is_given:
        # A dataset that was renamed since has its key by the new name, and one that was set aside by its file's.
        for name in dict.fromkeys((path.name, named, *names(installation, archived=True))):
            if keys.state(name) is KeyState.AVAILABLE and opens(path, found := keys.library_key(name, create=False)):
                return found
    return keys.library_key(named, create=False)


def _salt_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.salt")


def _backup(path: Path) -> Backup | None:
    named = _NAME.fullmatch(path.name)
    if named is None or not path.is_file():
        return None
    try:
        made_at = datetime.strptime(named["stamp"], _STAMP).replace(tzinfo=UTC)
    except ValueError:  # digits that are no day
        return None
    return Backup(named["dataset"], made_at, path, path.stat().st_size)


def _named(path: Path) -> str:
    named = _NAME.fullmatch(path.name) or _ASIDE.fullmatch(path.name)
    if named is None:
        raise UsageError(f"{path.name} does not say which dataset it is of", hint="give it the name it had")
    return named["dataset"]
