"""The datasets of an installation: made, named, put away, deleted, and files moved between them.

A dataset is one file with one key. What happens to it happens to the file under the writer lock, and with nobody else
having it open.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, TsuzuriError, UsageError
from tsuzuri.library.lock import holder, writer_lock

if TYPE_CHECKING:
    from tsuzuri.core.values import Counts
    from tsuzuri.library.opening import Installation
    from tsuzuri.library.step import OnProgress


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
    valid = [name for name in found if re.fullmatch(DATASET_NAME, name)]
    return tuple(name for name in valid if archived or not installation.archive_mark(name).exists())


def listed(installation: "Installation") -> tuple[DatasetView, ...]:
    """Every dataset, archived ones too; one that cannot be opened is told with the reason."""
    return tuple(view(installation, name) for name in names(installation, archived=True))


def view(installation: "Installation", name: str) -> DatasetView:
    """One dataset as it stands.

    Raises:
        UsageError: there is no such dataset.
    """
    installation.require(name)
    path, archived = installation.library_path(name), installation.archive_mark(name).exists()
    encrypted = installation.in_clear(name) is False
    counts, problem = None, "archived" if archived else ""
    if not archived:
        try:
            with installation.open(name) as library:
                counts = library.counts()
        except TsuzuriError as error:
            problem = error.message
    stat = path.stat()
    return DatasetView(
        name,
        archived,
        encrypted,
        str(installation.keys.state(name)) if encrypted else "",
        stat.st_size,
        datetime.fromtimestamp(stat.st_mtime, UTC),
        counts,
        problem,
    )


def create(installation: "Installation", name: str, *, in_clear: bool = False) -> None:
    """Make a dataset: encrypted, or as the settings say, or deliberately in clear.

    Raises:
        UsageError: there is one of that name, or it cannot be one.
        LibraryLocked: there is nowhere to keep its key.
    """
    if installation.in_clear(name) is not None:
        raise UsageError(f"there is a dataset {name} already", hint="see all: tsuzuri datasets")
    installation.open(name).close()
    if in_clear and not installation.in_clear(name):
        from tsuzuri.library.keying import decrypt

        decrypt(installation, name)


def rename(installation: "Installation", name: str, new: str) -> None:
    """Give a dataset another name. Its settings (`[datasets.NAME]`, `ontology.NAME.toml`) are not renamed.

    The file is copied under the new name and the former one wiped, so that a death in between leaves two whole ones.

    Raises:
        UsageError: there is no such dataset, or one of the new name.
        LibraryBusy: it is open elsewhere.
        LibraryLocked: its key is not at hand.
    """
    from tsuzuri.store.sqlite.rekey import rekey

    installation.require(name)
    if installation.in_clear(new) is not None:
        raise UsageError(f"there is a dataset {new} already", hint="choose another name")
    with _alone(installation, name):
        key = installation.key_of(name)
        if key is not None and not installation.keys.is_given:
            installation.keys.copy(name, new)
        if installation.archive_mark(name).exists():
            installation.archive_mark(new).touch()
        rekey(installation.library_path(name), key, key, installation.library_path(new))
    _clear_away(installation, name)


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
    """Delete a dataset: its file, overwritten first, the copies beside it, and its key. Backups elsewhere stay.

    Raises:
        UsageError: there is no such dataset.
        LibraryBusy: it is open elsewhere.
    """
    from tsuzuri.store.sqlite.rekey import take

    before = view(installation, name)
    path = installation.library_path(name)
    with _alone(installation, name):
        if before.counts is not None:
            take(path, installation.key_of(name))
        files = _clear_away(installation, name)
    return Deleted(name, before.counts, files)


def move(
    installation: "Installation",
    paths: Sequence[Path],
    source: str,
    target: str,
    *,
    on_progress: "OnProgress | None" = None,
) -> MovedSources:
    """Move the files at or below the paths from one dataset to another, with the watching of such folders.

    They are read anew there before they are forgotten here, so that a death in between loses nothing; files that
    cannot be read any more stay where they are.

    Raises:
        UsageError: there is no such dataset, or it holds nothing of the paths.
        LibraryBusy: one of them is at work.
    """
    if source == target:
        raise UsageError("that is where they are", hint="name another dataset: --to NAME")
    resolved = [path.resolve() for path in paths]
    installation.require(target)
    with installation.open_existing(source) as here, installation.open_existing(target) as there:
        sources = here.to_forget(resolved)
        if not sources:
            raise UsageError(f"{source} holds nothing of these paths", hint="see what it holds: tsuzuri status")
        roots = [root for root in here.folders.roots() if any(Path(root.path).is_relative_to(one) for one in resolved)]
        there.add([Path(one.uri) for one in sources if Path(one.uri).exists()], model=False, on_progress=on_progress)
        arrived = {one.uri for one in there.to_forget(resolved) if one.content_id is not None}
        for root in roots:
            there.folders.add(Path(root.path), poll=root.polled, force=True)
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
    path = installation.library_path(name)
    if (other := holder(path)) is not None:
        raise LibraryBusy(f"{name} is kept by process {other.pid}", hint="end it first: tsuzuri service stop")
    with writer_lock(path):
        yield


def _clear_away(installation: "Installation", name: str) -> tuple[Path, ...]:
    """Wipe what is left of a dataset on the disk, the key last: while there is a file, there is a key for it."""
    from tsuzuri.store.sqlite.rekey import wipe

    path = installation.library_path(name)
    files = tuple(sorted(file for file in path.parent.glob(f"{path.name}*") if file.is_file()))
    for file in files:
        wipe(file)
    installation.archive_mark(name).unlink(missing_ok=True)
    if not installation.keys.is_given:
        installation.keys.forget(name)
    path.with_suffix(".lock").unlink(missing_ok=True)
    return files
