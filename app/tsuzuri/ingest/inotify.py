"""Watching on Linux: an inotify watch for every folder below a root, and none below an ignored one.

watchdog's own recursive watch takes a watch for every folder, ignored or not; where the kernel refuses one below the
root it passes over that folder without a word; and two folders made at once can end its reading thread. Since an event
is only a hint here, the bookkeeping can be small: a folder that comes is watched, then named, and whoever looks at it
finds what came before its watch. See inotify(7).
"""

import os
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from watchdog.observers.inotify_c import CallbackId, InotifyConstants, InotifyEvent, InotifyFD, Mask, WatchDescriptor

from tsuzuri.ingest.ignore import MARKERS

_COMES = InotifyConstants.IN_CREATE | InotifyConstants.IN_MOVED_TO | InotifyConstants.IN_ATTRIB
_GOES = InotifyConstants.IN_DELETE | InotifyConstants.IN_MOVED_FROM
_CHANGES = InotifyConstants.IN_MODIFY | InotifyConstants.IN_CLOSE_WRITE
_ITSELF = InotifyConstants.IN_DELETE_SELF | InotifyConstants.IN_MOVE_SELF
# The same for all folders: one that is both a root and below another root has one mask, the last.
_ROOT = _COMES | _GOES | _CHANGES | _ITSELF | InotifyConstants.IN_ONLYDIR | InotifyConstants.IN_EXCL_UNLINK
_BELOW = _ROOT | InotifyConstants.IN_DONT_FOLLOW
_SAVED = _COMES | _GOES | InotifyConstants.IN_CLOSE_WRITE
_NO_DESCRIPTOR = -1  # what watchdog gives for a folder that may not be read

_ids = count(1)


class InotifyWatching:
    """Watches roots through one inotify instance, which is made with the first root.

    `put` is told every path of which something was heard, `lost` when a root can no longer be watched in full (once,
    from the reading thread). `ignored` tells whether a path, and whether it is a folder, is passed over; what it raises
    is told as `lost`. A change of a file that has a say in that is a change of its folder.
    """

    def __init__(
        self,
        put: Callable[[Path], None],
        lost: Callable[[Path, Exception], None],
        ignored: Callable[[Path, bool], bool],
        instance: Callable[[], InotifyFD] = InotifyFD,
    ) -> None:
        self._put = put
        self._lost = lost
        self._ignored = ignored
        self._instance = instance
        self._inotify: InotifyFD | None = None
        self._trees: dict[Path, _Tree] = {}

    def watch(self, root: Path) -> None:
        """Watches a folder that is not watched yet.

        Raises:
            OSError: it cannot be watched, or not in full: ENOSPC and EMFILE where a limit of inotify is reached.
        """
        if self._inotify is None or not self._inotify.is_alive():
            self._inotify = self._instance()
            self._inotify.start()
        tree = _Tree(root, self._inotify, self._put, self._lost, self._ignored)
        tree.start()
        self._trees[root] = tree

    def unwatch(self, root: Path) -> None:
        """Stops watching. A root that is not watched is passed over."""
        tree = self._trees.pop(root, None)
        if tree is not None:
            tree.stop()

    def is_alive(self, root: Path) -> bool:
        """Whether events of a watched root still come; not once it was deleted, moved or unmounted."""
        return self._trees[root].is_alive

    def close(self) -> None:
        """Stops watching all and ends the reading thread."""
        if self._inotify is not None:
            self._inotify.stop()
            self._inotify.join()


class _Tree:
    """The watched folders of one root. An event knows its folder's descriptor only; here is where that folder is.

    Calls of `InotifyFD` come from its reading thread.
    """

    def __init__(
        self,
        root: Path,
        inotify: InotifyFD,
        put: Callable[[Path], None],
        lost: Callable[[Path, Exception], None],
        ignored: Callable[[Path, bool], bool],
    ) -> None:
        self._root = root
        self._inotify = inotify
        self._put = put
        self._lost = lost
        self._ignored = ignored
        self._lock = threading.RLock()
        self._folders: dict[WatchDescriptor, tuple[Path, CallbackId]] = {}
        self._descriptors: dict[Path, WatchDescriptor] = {}
        self._goes_on = True

    @property
    def is_alive(self) -> bool:
        """Whether events still come."""
        return self._goes_on and self._inotify.is_alive()

    def start(self) -> None:
        """Watches the root and all below. Raises OSError, or what `ignored` raises, and then watches nothing."""
        with self._lock:
            try:
                self._add_all(self._root)
            except Exception:
                self.stop()
                raise

    def stop(self) -> None:
        """Lets go of all folders; what is still heard of them is passed over."""
        with self._lock:
            self._goes_on = False
            self._remove(list(self._folders))

    def on_event(self, event: InotifyEvent) -> None:
        """Part of watchdog's protocol: something happened in, or to, a watched folder."""
        self._guarded(lambda: self._hear(event))

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """Part of watchdog's protocol: the folder is gone, or its file system."""
        with self._lock:
            if wd not in self._folders:
                return
            folder, _ = self._folders.pop(wd)
            del self._descriptors[folder]
            if folder == self._root:
                self._goes_on = False

    def on_queue_overflow(self) -> None:
        """Part of watchdog's protocol: events were lost, so that nothing known of the folders can be relied on."""
        self._guarded(self._start_again)

    def _guarded(self, act: Callable[[], None]) -> None:
        """The reading thread serves all roots: what goes wrong with one is told and ends only that one."""
        try:
            with self._lock:
                if self._goes_on:
                    act()
        except Exception as error:  # noqa: BLE001 - told as lost, without the lock: whoever hears it calls stop
            self._lost(self._root, error)

    def _start_again(self) -> None:
        self._remove(list(self._folders))
        self._add_all(self._root)
        self._put(self._root)

    def _hear(self, event: InotifyEvent) -> None:
        if event.wd not in self._folders:
            return
        folder, _ = self._folders[event.wd]
        if event.mask & _ITSELF:
            if folder == self._root:
                self._goes_on = False
                self._put(folder)
        elif event.name:
            self._hear_in(folder, event)

    def _hear_in(self, folder: Path, event: InotifyEvent) -> None:
        path = folder / os.fsdecode(event.name)
        if event.is_directory and event.mask & _GOES:
            self._remove(list(self._at_or_below(path, moved=event.is_moved_from)))
        if path.name in MARKERS:
            self._hear_of_rules(folder, event)
        elif event.is_directory and event.is_attrib and path in self._descriptors:
            return  # nothing in it changed; one without a watch may have become readable
        elif not self._ignored(path, event.is_directory):
            if event.is_directory and event.mask & _COMES:
                self._add_all(path)
            self._put(path)

    def _hear_of_rules(self, folder: Path, event: InotifyEvent) -> None:
        """More of the folders in this one may be taken than before. Those that no longer are stay watched in vain."""
        if folder == self._root or not self._ignored(folder, True):
            if event.mask & _SAVED:
                self._add_all(folder)
            self._put(folder)

    def _add_all(self, top: Path) -> None:
        """Watches a folder and those below it. Raises OSError where one cannot be for another reason than its own."""
        waiting = [top]
        while waiting:
            folder = waiting.pop()
            # Watched first, then listed: what comes in between is seen twice, not never.
            if folder in self._descriptors or self._add(folder):
                waiting.extend(path for path in _folders_in(folder) if not self._ignored(path, True))

    def _add(self, folder: Path) -> bool:
        """Whether the folder could be watched; one that is gone again or may not be read cannot, the root must."""
        id_ = CallbackId(next(_ids))
        mask = Mask(_ROOT if folder == self._root else _BELOW)
        try:
            descriptor = self._inotify.add_callback(os.fsencode(folder), mask, self, id_)
        except (FileNotFoundError, NotADirectoryError):
            if folder == self._root:
                raise
            return False
        if descriptor == _NO_DESCRIPTOR:
            self._inotify.remove_callbacks([(descriptor, id_)])
            if folder == self._root:
                raise PermissionError(f"{folder} may not be read")
            return False
        self._keep(folder, descriptor, id_)
        return True

    def _keep(self, folder: Path, descriptor: WatchDescriptor, id_: CallbackId) -> None:
        """Notes where a folder is. The kernel knows it already where it moved and the event is still to come."""
        before = self._folders.get(descriptor)
        if before is not None:
            del self._descriptors[before[0]]
            self._inotify.remove_callbacks([(descriptor, before[1])])
        self._folders[descriptor] = (folder, id_)
        self._descriptors[folder] = descriptor

    def _at_or_below(self, path: Path, *, moved: bool) -> Iterator[WatchDescriptor]:
        """A deleted folder is empty by then; a moved one takes its folders along."""
        if moved:
            yield from (wd for folder, wd in self._descriptors.items() if folder.is_relative_to(path))
        elif path in self._descriptors:
            yield self._descriptors[path]

    def _remove(self, descriptors: list[WatchDescriptor]) -> None:
        gone = [(wd, *self._folders.pop(wd)) for wd in descriptors]
        for _, folder, _ in gone:
            del self._descriptors[folder]
        self._inotify.remove_callbacks([(wd, id_) for wd, _, id_ in gone])


def _folders_in(folder: Path) -> list[Path]:
    """The folders in a folder; none where it is gone or cannot be listed, which the scan of it will tell."""
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
