"""Hears that something happened below the watched folders. What happened, only a scan can tell: an event is a hint."""

import errno
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from tsuzuri.ingest.ignore import MARKERS
from tsuzuri.ingest.settle import Signature

Put = Callable[[Path], None]
"""Takes a path of which something was heard: a queue's `put`. Called from other threads; must not raise."""

Ignored = Callable[[Path, bool], bool]
"""Whether a path, and whether it is a folder, is passed over with all below it. Called from other threads."""

Lost = Callable[[Path, Exception], None]
"""Takes a root whose watching broke off, and why."""

# Without those of reading (opened, closed unwritten), and without a folder's "modified": each change in it is told too.
_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileClosedEvent,
    FileAttribEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]

_REMEDIES = {
    errno.ENOSPC: "the system lets a user watch no more folders: sudo sysctl fs.inotify.max_user_watches=1048576",
    errno.EMFILE: "the system lets a user start no more watchers: sudo sysctl fs.inotify.max_user_instances=1024",
}


class Native(Protocol):
    """The system's own way to watch."""

    def watch(self, root: Path) -> None:
        """Watches a folder that is not watched. Raises OSError, RuntimeError or SystemError where it cannot."""
        ...

    def unwatch(self, root: Path) -> None:
        """Stops watching. A root that is not watched is passed over."""
        ...

    def is_alive(self, root: Path) -> bool:
        """Whether events of a watched root still come."""
        ...

    def close(self) -> None:
        """Stops watching all and ends the threads."""
        ...


NativeFactory = Callable[[Put, Lost, Ignored], Native]


def native_watching(put: Put, lost: Lost, ignored: Ignored) -> Native:
    """Our own bookkeeping over inotify on Linux, watchdog's observer (FSEvents, Windows, kqueue) elsewhere."""
    if sys.platform != "linux":
        return ObserverWatching(put, lost, ignored)
    from tsuzuri.ingest.inotify import InotifyWatching  # what it imports is there on Linux only

    return InotifyWatching(put, lost, ignored)


class Watcher:
    """Tells `put` which paths below the watched roots something was heard of: files, folders (all of it), roots.

    A root that cannot be watched, or no longer, is polled instead: `on_failure` gets a sentence with the remedy (from
    whatever thread found out; it must not raise), and the root is put every `poll_s` seconds, for a scan to find what
    changed. A snapshot of our own to compare with would hold in memory what the library knows already (92 MB for
    100,000 files in watchdog's, twice while comparing).
    A change of a file with ignore rules (`ignore.MARKERS`) is a change of its folder. `ignored` is asked first.
    Methods may be called from any thread. Nothing is heard of what happened before `watch` came back: scan after it.
    """

    def __init__(
        self,
        put: Put,
        on_failure: Callable[[Path, str], None],
        ignored: Ignored,
        *,
        poll_s: float = 60.0,
        native: NativeFactory = native_watching,
    ) -> None:
        self._on_failure = on_failure
        self._native = native(put, self._lost, ignored)
        self._polling = _Polling(put, poll_s)
        self._watched: dict[Path, tuple[int, int] | None] = {}
        self._lock = threading.Lock()

    def watch(self, root: Path, poll: bool) -> None:
        """Watches an absolute folder, or polls it (a network's tells nothing). Watched already, it starts afresh.

        A root that is not there, or no folder, is not watched: `check` names it until it is.
        """
        with self._lock:
            self._let_go(root)
            error = None if poll else self._watch(root)
            if poll or error is not None:
                self._polling.add(root)
        if error is not None:
            self._on_failure(root, self._sentence(error))

    def unwatch(self, root: Path) -> None:
        """Stops watching or polling. A root that is not watched is passed over."""
        with self._lock:
            self._let_go(root)

    def check(self) -> tuple[Path, ...]:
        """The roots of which nothing is heard any more: gone, moved, or made again since they were watched.

        They stay so until `watch` is called for them again. A polled root never dies: it is looked for by its name.
        """
        with self._lock:
            return tuple(root for root, identity in self._watched.items() if not self._is_heard(root, identity))

    def close(self) -> None:
        """Stops watching all and ends the threads."""
        with self._lock:
            self._watched.clear()
        self._native.close()  # without the lock: its threads may be about to tell that a root is lost
        self._polling.close()

    def _watch(self, root: Path) -> Exception | None:
        """Why the root cannot be watched, if it is there."""
        identity = _identity(root)
        try:
            if identity is not None:
                self._native.watch(root)
        except (FileNotFoundError, NotADirectoryError):
            identity = None
        except (OSError, RuntimeError, SystemError) as error:  # the latter two are FSEvents'
            return error
        self._watched[root] = identity
        return None

    def _let_go(self, root: Path) -> None:
        if self._watched.pop(root, None) is not None:
            self._native.unwatch(root)
        self._polling.remove(root)

    def _is_heard(self, root: Path, identity: tuple[int, int] | None) -> bool:
        return identity is not None and self._native.is_alive(root) and _identity(root) == identity

    def _lost(self, root: Path, error: Exception) -> None:
        with self._lock:
            if root not in self._watched:
                return
            self._let_go(root)
            self._polling.add(root)
        self._on_failure(root, self._sentence(error))

    def _sentence(self, error: Exception) -> str:
        number = error.errno if isinstance(error, OSError) else None
        why = _REMEDIES.get(number or 0) or (os.strerror(number) if number else str(error) or type(error).__name__)
        return f"it is not watched but looked at every {self._polling.every_s:g} s: {why}"


def signature_of(path: Path) -> Signature | None:
    """How a path looks on the disk, for `Settling`; links are not followed. None where it cannot be looked at."""
    try:
        status = path.lstat()
    except (OSError, ValueError):
        return None
    return Signature(status.st_size, status.st_mtime_ns, status.st_ino)


def _identity(root: Path) -> tuple[int, int] | None:
    """Tells a folder from another one that later has its name: device and inode. None where there is no folder."""
    try:
        status = root.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if root.is_dir() else None


class _Polling:
    """Puts its roots again and again, from a thread that begins with the first of them."""

    def __init__(self, put: Put, every_s: float) -> None:
        self.every_s = every_s
        self._put = put
        self._roots: frozenset[Path] = frozenset()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, root: Path) -> None:
        self._roots |= {root}
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="polling", daemon=True)
            self._thread.start()

    def remove(self, root: Path) -> None:
        self._roots -= {root}

    def close(self) -> None:
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(self.every_s):
            for root in sorted(self._roots):
                self._put(root)


class ObserverWatching:
    """Watches through watchdog's observer: one recursive watch a root, ignored paths passed over as they are told."""

    def __init__(self, put: Put, lost: Lost, ignored: Ignored, observer: Callable[[], BaseObserver] = Observer) -> None:
        self._put = put
        self._lost = lost
        self._ignored = ignored
        self._new_observer = observer
        self._observer: BaseObserver | None = None
        self._watches: dict[Path, ObservedWatch] = {}

    def watch(self, root: Path) -> None:
        """Raises OSError, or what FSEvents raises, where the system refuses."""
        if self._observer is None:
            self._observer = self._new_observer()
            self._observer.start()
        real = root.resolve()  # of a link nothing would be heard
        handler = _Handler(root, real, self._put, self._lost, self._ignored)
        self._watches[root] = self._observer.schedule(handler, str(real), recursive=True, event_filter=_EVENTS)

    def unwatch(self, root: Path) -> None:
        """Stops watching. A root that is not watched is passed over."""
        watch = self._watches.pop(root, None)
        if watch is not None and self._observer is not None:
            self._observer.unschedule(watch)

    def is_alive(self, root: Path) -> bool:
        """Whether the observer and the thread of this root run: that ends when the root goes."""
        if self._observer is None or not self._observer.is_alive():
            return False
        watch = self._watches[root]
        return any(emitter.watch == watch and emitter.is_alive() for emitter in self._observer.emitters)

    def close(self) -> None:
        """Stops watching all and ends the threads."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()


class _Handler(FileSystemEventHandler):
    """Puts both ends of what watchdog tells about one root."""

    def __init__(self, root: Path, real: Path, put: Put, lost: Lost, ignored: Ignored) -> None:
        self._root = root
        self._real = real
        self._put = put
        self._lost = lost
        self._ignored = ignored

    def dispatch(self, event: FileSystemEvent) -> None:
        """Called by the observer's thread, which serves all roots: nothing may leave it."""
        try:
            for end in (event.src_path, event.dest_path):
                if end:
                    self._hear(self._as_named(Path(os.fsdecode(end))), event.is_directory)
        except Exception as error:  # noqa: BLE001 - told as lost, from a thread that does not hold the observer's lock
            threading.Thread(target=self._lost, args=(self._root, error), daemon=True).start()

    def _hear(self, path: Path, is_dir: bool) -> None:
        if path.name in MARKERS:
            path, is_dir = path.parent, True
        if path == self._root or not self._ignored(path, is_dir):
            self._put(path)

    def _as_named(self, path: Path) -> Path:
        """A root is known by the name that the person gave it; what comes from elsewhere (a move) keeps its own."""
        return self._root / path.relative_to(self._real) if path.is_relative_to(self._real) else path
