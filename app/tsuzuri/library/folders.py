"""Watched folders as a person handles them: which there are, how each was found, and what may become one."""

import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import Root, RootState
from tsuzuri.ingest.places import PlaceOfRoot, kind_of
from tsuzuri.library.queue import files_under

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FolderView:
    """A watched folder with what the library holds of it, in files.

    `missing` of those `known` were not found at the last look, and `waiting` are still to be read.
    """

    root: Root
    known: int
    missing: int
    waiting: int


class Folders:
    """The watched folders of one library.

    `own` are the folders that Tsuzuri keeps its own files in, `home` is the person's. What is changed here is kept in
    the store, where whoever keeps the library sees it.
    """

    def __init__(
        self,
        backend: Backend,
        clock: Clock,
        own: Sequence[Path],
        *,
        home: Path | None = None,
        place_of: Callable[[Path], PlaceOfRoot] = kind_of,
    ) -> None:
        self._backend = backend
        self._clock = clock
        self._own = tuple(path.resolve() for path in own)
        self._home = (home or Path.home()).resolve()
        self._place_of = place_of

    def add(self, path: Path, *, poll: bool | None = None, force: bool = False) -> Root:
        """Watch a folder; one that is watched already keeps its record.

        `poll` has it looked through again and again, for where the system tells of no changes; None decides by the
        kind of file system. `force` takes a home folder or a whole disk.

        Raises:
            UsageError: it is no folder, it overlaps one that is watched, it is one of our own, or it needs `force`.
        """
        path = path.resolve()
        self._require_watchable(path, force=force)
        for root in self._backend.roots.roots():
            _require_apart(path, Path(root.path))
        polled = self._place_of(path) is PlaceOfRoot.NETWORK if poll is None else poll
        with self._backend.transaction():
            id_ = self._backend.roots.put_root(str(path), self._clock(), polled=polled)
        return next(root for root in self._backend.roots.roots() if root.id == id_)

    def remove(self, path: Path) -> Root:
        """Watch a folder no longer; what was read of it stays.

        Raises:
            UsageError: it is not watched.
        """
        root = self._watched(path)
        with self._backend.transaction():
            self._backend.roots.remove_root(root.id)
        return root

    def pause(self, path: Path, paused: bool) -> Root:
        """Look at a folder no more for now, or again.

        Raises:
            UsageError: it is not watched.
        """
        root = self._watched(path)
        with self._backend.transaction():
            self._backend.roots.pause_root(root.id, paused)
        return self._watched(path)

    def confirm(self, path: Path) -> int:
        """Believe that the files missing in a watched folder, or below a path in one, are gone; tells how many.

        They are forgotten by whoever keeps the library, if the folder can be looked at and they are still gone: soon
        where so many were gone that the folder was in doubt, elsewhere with its next look.

        Raises:
            UsageError: it lies in no watched folder.
        """
        root, place = self._holding(path)
        ids = [one.id for one in self._backend.catalog.missing() if Path(one.uri).is_relative_to(place)]
        with self._backend.transaction():
            # One that is missing already would keep its moment.
            self._backend.catalog.set_missing(ids, None)
            self._backend.catalog.set_missing(ids, _LONG_AGO)
            if root.state is RootState.DOUBTED:
                self._backend.roots.note_look(root.id, RootState.ONLINE, "")
        return len(ids)

    def roots(self) -> tuple[Root, ...]:
        """Every watched folder as it was found, by path; cheap to ask often."""
        return self._backend.roots.roots()

    def listed(self) -> tuple[FolderView, ...]:
        """Every watched folder, by path."""
        roots = self._backend.roots.roots()
        missing = _per_root(roots, (one.uri for one in self._backend.catalog.missing()))
        return tuple(
            FolderView(
                root,
                sum(1 for _ in files_under(self._backend.catalog, root.path)),
                missing[root.path],
                self._backend.jobs.counts(under=[root.path]).waiting,
            )
            for root in roots
        )

    def _watched(self, path: Path) -> Root:
        # Not only as it resolves now: a link on the way to it may lead elsewhere since.
        names = {str(path.resolve()), str(path.absolute())}
        for root in self._backend.roots.roots():
            if root.path in names:
                return root
        raise UsageError(f"{path} is not watched", hint="see what is with: tsuzuri watch list")

    def _holding(self, path: Path) -> tuple[Root, Path]:
        """The watched folder in which a path lies, and the path as it is known there."""
        for place in (path.resolve(), path.absolute()):
            for root in self._backend.roots.roots():
                if place.is_relative_to(root.path):
                    return root, place
        raise UsageError(f"{path} lies in no watched folder", hint="see them with: tsuzuri watch list")

    def _require_watchable(self, path: Path, *, force: bool) -> None:
        if not path.exists():
            raise UsageError(f"{path} is not there", hint="make it first, or mount what holds it")
        if not path.is_dir():
            raise UsageError(f"{path} is no folder", hint=f"take a single file in with: tsuzuri add {_word(path)}")
        for own in self._own:
            if path.is_relative_to(own):
                raise UsageError(f"{path} is where Tsuzuri keeps its own files", hint="watch a folder of your own")
        if not force and (path == self._home or path.parent == path):
            what = "your whole home folder" if path == self._home else "the whole disk"
            raise UsageError(
                f"{path} is {what}", hint="watch the folders with your documents, or say that you mean it: --force"
            )


def _require_apart(path: Path, watched: Path) -> None:
    if path == watched:
        return
    if path.is_relative_to(watched):
        raise UsageError(f"{path} lies in {watched}, which is watched", hint="there is nothing to do")
    if watched.is_relative_to(path):
        raise UsageError(
            f"{path} holds {watched}, which is watched",
            hint=f"leave the inner one first, nothing is lost: tsuzuri watch remove {_word(watched)}",
        )


def _per_root(roots: Sequence[Root], uris: Iterable[str]) -> Counter[str]:
    """How many of the files lie in each root, by its path. Roots lie apart, so a file lies in one of them."""
    tops = [(root.path, root.path.rstrip(os.sep) + os.sep) for root in roots]
    counted: Counter[str] = Counter()
    for uri in uris:
        for path, top in tops:
            if uri.startswith(top):
                counted[path] += 1
                break
    return counted


def _word(path: Path) -> str:
    return shlex.quote(str(path))
