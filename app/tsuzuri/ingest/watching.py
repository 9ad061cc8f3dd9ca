"""Watched folders, kept in line with the disk: events say where to look, whole looks find what no event told.

Every look is the same comparison of what lies there with what the library knows (see `reconcile`); an event only
makes it soon and small.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from tsuzuri.core.clock import Clock
from tsuzuri.core.ports import Backend
from tsuzuri.core.roots import Root, RootState
from tsuzuri.ingest.ignore import Ignoring
from tsuzuri.ingest.reconcile import Departed, Departures, Reconciler
from tsuzuri.ingest.scan import Found, Unreachable, look, walk
from tsuzuri.ingest.settle import Settling
from tsuzuri.ingest.watcher import Ignored, Put, Watcher, signature_of

_IDLE_S = 1.0


class Hearing(Protocol):
    """How one hears that something happened below folders; see `watcher.Watcher`."""

    def watch(self, root: Path, poll: bool) -> None:
        """Hear of a folder."""

    def unwatch(self, root: Path) -> None:
        """Hear of it no longer."""

    def check(self) -> Sequence[Path]:
        """Folders of which nothing is heard any more."""

    def close(self) -> None:
        """Hear nothing any more."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often a folder is looked through whole: after `whole`; after `polled` where no events come of it."""

    whole: timedelta = timedelta(minutes=30)
    polled: timedelta = timedelta(minutes=2)


@dataclass(slots=True)
class _Folder:
    """A root that is watched now. `due` when it is to be looked through whole, `problem` why no events come of it.

    `named` are paths to be looked at: they stay until that was done, and `failed` is set while that goes wrong.
    """

    root: Root
    ignoring: Ignoring
    due: bool = True
    named: set[Path] = field(default_factory=set)
    failed: bool = False
    looked: datetime | None = None
    depart_at: datetime | None = None
    problem: str = ""

    @property
    def path(self) -> Path:
        return Path(self.root.path)


class Watching:
    """Keeps the library's records in line with its watched folders, as long as `step` is called. For one thread."""

    def __init__(
        self,
        backend: Backend,
        reconciler: Reconciler,
        departures: Departures,
        clock: Clock,
        *,
        own: Sequence[Path] = (),
        rhythm: Rhythm = Rhythm(),
        settling: Settling | None = None,
        timer: Callable[[], float] = time.monotonic,
        hear: Callable[[Put, Callable[[Path, str], None], Ignored], Hearing] = Watcher,
    ) -> None:
        """`own` are Tsuzuri's own folders, which are never looked into; `hear` is how events come."""
        self._backend = backend
        self._reconciler = reconciler
        self._departures = departures
        self._clock = clock
        self._own = own
        self._rhythm = rhythm
        self._timer = timer
        self._settling = settling or Settling()
        self._folders: dict[Path, _Folder] = {}
        self._heard: SimpleQueue[tuple[Path, float]] = SimpleQueue()
        self._watcher = hear(self._hear, self._note_problem, self._is_ignored)

    def step(self) -> float:
        """Do what is due; for how many seconds nothing will be, unless something happens."""
        self._follow_roots()
        self._listen()
        self._look_where_due()
        now = self._clock()
        for folder in self._folders.values():
            if folder.depart_at is not None and folder.depart_at <= now:
                self._depart(folder)
        settled = self._settling.next_due(self._timer())
        return _IDLE_S if settled is None else min(settled, _IDLE_S)

    def close(self) -> None:
        """Stop listening. Idempotent."""
        self._watcher.close()

    def _follow_roots(self) -> None:
        """Begin with roots that are new, leave those that are gone or paused."""
        wanted = {Path(root.path): root for root in self._backend.roots.roots() if not root.paused}
        for path in [path for path in self._folders if path not in wanted]:
            del self._folders[path]
            self._watcher.unwatch(path)
            self._settling.leave(path)
        for path, root in wanted.items():
            if path not in self._folders:
                self._folders[path] = _Folder(root, Ignoring(path, self._own))
                self._settling.follow(path)
                # Before the first look: what happens meanwhile is looked at twice, not never.
                self._hear_of(self._folders[path])
            else:
                former, folder = self._folders[path].root, self._folders[path]
                folder.root = root
                folder.due = folder.due or former.id != root.id  # it was left and is watched anew
                if former.polled != root.polled:
                    self._hear_of(folder)
                if former.state is RootState.DOUBTED and root.state is not RootState.DOUBTED:
                    folder.depart_at = self._clock()  # a person has confirmed that what is missing is gone

    def _hear_of(self, folder: _Folder) -> None:
        folder.problem = ""
        self._watcher.watch(folder.path, folder.root.polled)

    def _hear(self, path: Path) -> None:
        """Keep when something was heard of a path: a file grows quiet from then on, not from the next step."""
        self._heard.put((path, self._timer()))

    def _listen(self) -> None:
        with suppress(Empty):
            while True:
                self._settling.note(*self._heard.get_nowait())

    def _look_where_due(self) -> None:
        now = self._clock()
        dead = set(self._watcher.check())
        quiet = self._settling.due(self._timer(), signature_of)
        for path, folder in self._folders.items():
            folder.named.update(one for one in quiet if one.is_relative_to(path))
            if path in dead and path.is_dir():
                self._hear_of(folder)
                folder.due = True
            if folder.due or folder.looked is None or folder.looked + self._every(folder) <= now:
                folder.named.add(path)
        for folder in sorted(self._folders.values(), key=lambda one: one.failed):  # such a one hinders no other
            if folder.named:
                folder.failed = True
                self._look(folder)
                folder.failed = False

    def _every(self, folder: _Folder) -> timedelta:
        is_heard = not folder.root.polled and not folder.problem and folder.root.state is not RootState.OFFLINE
        return self._rhythm.whole if is_heard else self._rhythm.polled

    def _look(self, folder: _Folder) -> None:
        """Look at what was named of a folder; where that fails, it is looked at next time."""
        trouble = self._trouble(folder)
        if trouble or folder.path in folder.named or folder.root.state is RootState.OFFLINE:
            self._look_through(folder, trouble)
        else:
            self._look_at(folder, sorted(folder.named))
        folder.named.clear()

    def _look_through(self, folder: _Folder, trouble: str) -> None:
        """Compare all of a folder with what the library knows of it, unless it is in trouble."""
        began = self._clock()
        folder.due = False
        if trouble:
            folder.looked, folder.depart_at = began, None
            self._note(folder, RootState.OFFLINE, trouble)
            return
        seen = list(walk(folder.path, folder.ignoring))
        changes = self._reconciler.reconcile(
            seen, [folder.root.path], excluded=self._backend.roots.excluded(folder.root.path)
        )
        folder.root = replace(folder.root, files=changes.files)
        self._note(folder, RootState.ONLINE, _unseen(changes.unreachable), files=changes.files)
        folder.looked = began
        self._depart(folder)

    def _look_at(self, folder: _Folder, paths: Sequence[Path]) -> None:
        """Compare some paths of a folder with what the library knows of them."""
        seen: list[Found | Unreachable] = []
        for path in paths:
            if path.is_dir() and not _is_through_a_link(path, folder.path):
                seen += walk(folder.path, folder.ignoring, start=path)
            elif (one := _found(folder, path)) is not None:
                seen.append(one)
        excluded = self._backend.roots.excluded(folder.root.path)
        self._reconciler.reconcile(seen, [str(path) for path in paths], excluded=excluded)
        self._depart(folder)

    def _depart(self, folder: _Folder) -> None:
        """Let go of what is gone for good, and say so where so much is gone that it is doubted."""
        excluded = self._backend.roots.excluded(folder.root.path)
        departed = self._departures.settle(
            folder.root.path,
            folder.root.files,
            lambda: not self._trouble(folder),
            lambda path: str(path) in excluded or _found(folder, path) is None,
        )
        folder.depart_at = departed.look_again
        if departed.doubted:
            self._note(folder, RootState.DOUBTED, _doubt(departed))
        elif folder.root.state is RootState.DOUBTED:
            self._note(folder, RootState.ONLINE, "")

    def _trouble(self, folder: _Folder) -> str:
        """Why what a folder does not hold must not be believed; empty if it may."""
        if not folder.path.is_dir():
            return "it is not there; what it held stays in the library until it is back"
        if not os.access(folder.path, os.R_OK | os.X_OK):
            return "it may not be read; what it held stays in the library"
        if (
            not _holds_anything(folder.path)
            and self._backend.catalog.known_under(folder.root.path, after=None, limit=1).items
        ):
            return (
                "it looks empty, as one that is not mounted does; what it held stays in the library "
                "(if it is meant to be empty: tsuzuri forget)"
            )
        return ""

    def _note(self, folder: _Folder, state: RootState, reason: str, files: int | None = None) -> None:
        reason = "; ".join(words for words in (reason, folder.problem) if words)
        known = folder.root
        if files is None and (known.state, known.reason) == (state, reason):
            return
        with self._backend.transaction():
            self._backend.roots.note_look(
                known.id, state, reason, files=files, now=None if files is None else self._clock()
            )
        # At once: a person may answer before the next step.
        folder.root = replace(known, state=state, reason=reason)

    def _note_problem(self, root: Path, sentence: str) -> None:
        """Hear, from any thread, why no events come of a root."""
        if folder := self._folders.get(root):
            folder.problem = sentence
            folder.due = True

    def _is_ignored(self, path: Path, is_dir: bool) -> bool:
        """Whether an event of this path is none of ours. Called from other threads."""
        for top, folder in list(self._folders.items()):
            if path.is_relative_to(top):
                return bool(folder.ignoring.reason(path, is_dir))
        return True


def _found(folder: _Folder, path: Path) -> Found | Unreachable | None:
    """What a look at the whole folder would find at one path, if that is no folder."""
    one = look(path)
    if one is None or _is_through_a_link(path, folder.path) or folder.ignoring.reason(path, is_dir=False):
        return None
    return one


def _is_through_a_link(path: Path, root: Path) -> bool:
    """Whether a path below a root is a link, or lies below one: what is there is elsewhere."""
    return any(one.is_symlink() for one in (path, *path.parents) if one != root and one.is_relative_to(root))


def _holds_anything(path: Path) -> bool:
    """Whether anything but what is hidden lies in a folder; a place where nothing is mounted may hold that."""
    try:
        with os.scandir(path) as entries:
            return any(not entry.name.startswith(".") for entry in entries)
    except OSError:
        return False


def _unseen(unreachable: Sequence[Unreachable]) -> str:
    """What a look could not see, in a sentence; empty if it saw all."""
    if not unreachable:
        return ""
    first = unreachable[0]
    others = f" and {len(unreachable) - 1} more" if len(unreachable) > 1 else ""
    return f"not looked at: {first.path}{others} ({first.reason})"


def _doubt(departed: Departed) -> str:
    when = f"{departed.look_again.astimezone():%H:%M}" if departed.look_again else "the next look"
    return (
        f"{departed.missing} files are gone at once; they are forgotten if they still are at {when} "
        "(at once with: tsuzuri watch confirm)"
    )
