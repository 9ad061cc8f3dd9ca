import errno
import queue
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if sys.platform != "linux":
    pytest.skip("inotify is Linux's", allow_module_level=True)

from watchdog.observers.inotify_c import InotifyConstants, InotifyEvent, InotifyFD, WatchDescriptor

from tsuzuri.ingest.inotify import InotifyWatching

if TYPE_CHECKING:
    from watchdog.observers.inotify_c import CallbackId, Mask, WatchCallback

PATIENCE_S = 20.0


class Limited(InotifyFD):
    """An inotify instance that refuses folders by what their names say."""

    def add_callback(self, path: bytes, mask: "Mask", callback: "WatchCallback", id_: "CallbackId") -> WatchDescriptor:
        if path.endswith(b"one too many"):
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        if path.endswith(b"gone again"):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        if path.endswith(b"unreadable"):
            return WatchDescriptor(-1)
        return super().add_callback(path, mask, callback, id_)


def no_instance() -> InotifyFD:
    raise OSError(errno.EMFILE, "inotify instance limit reached")


@dataclass
class Scene:
    root: Path
    paths: "queue.Queue[Path]" = field(default_factory=queue.Queue)
    lost: "queue.Queue[tuple[Path, Exception]]" = field(default_factory=queue.Queue)

    def watching(self, instance: Callable[[], InotifyFD] = Limited) -> InotifyWatching:
        return InotifyWatching(
            self.paths.put, lambda root, error: self.lost.put((root, error)), lambda path, is_dir: False, instance
        )

    def until(self, wanted: Path) -> None:
        while self.paths.get(timeout=PATIENCE_S) != wanted:
            pass


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    (tmp_path / "notes").mkdir()
    return Scene(tmp_path / "notes")


@pytest.fixture
def watching(scene: Scene) -> Iterator[InotifyWatching]:
    made = scene.watching()
    yield made
    made.close()


def test_a_limit_reached_below_the_root_is_raised(scene: Scene, watching: InotifyWatching) -> None:
    (scene.root / "a" / "one too many").mkdir(parents=True)
    with pytest.raises(OSError, match="watch limit") as caught:
        watching.watch(scene.root)
    assert caught.value.errno == errno.ENOSPC


def test_a_limit_reached_later_is_told_and_the_other_roots_go_on(
    scene: Scene, watching: InotifyWatching, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    watching.watch(scene.root)
    watching.watch(other)
    (scene.root / "one too many").mkdir()
    root, error = scene.lost.get(timeout=PATIENCE_S)
    assert root == scene.root
    assert isinstance(error, OSError)
    watching.unwatch(root)
    (other / "a.md").write_text("text")
    scene.until(other / "a.md")


def test_no_instance_is_raised(scene: Scene) -> None:
    with pytest.raises(OSError, match="instance limit"):
        scene.watching(no_instance).watch(scene.root)


def test_folders_that_may_not_be_read_or_went_again_do_not_stop_the_rest(
    scene: Scene, watching: InotifyWatching
) -> None:
    for name in ("a/unreadable", "b/unreadable", "c/gone again", "d"):
        (scene.root / name).mkdir(parents=True)
    watching.watch(scene.root)
    (scene.root / "d" / "note.md").write_text("text")
    scene.until(scene.root / "d" / "note.md")
    assert scene.lost.empty()


@pytest.mark.parametrize(("name", "error"), [("unreadable", PermissionError), ("gone again", FileNotFoundError)])
def test_a_root_that_may_not_be_read_or_is_gone_is_raised(
    scene: Scene, watching: InotifyWatching, name: str, error: type[OSError]
) -> None:
    with pytest.raises(error):
        watching.watch(scene.root / name)


def test_lost_events_make_the_whole_root_a_path_to_look_at(scene: Scene) -> None:
    instances: list[InotifyFD] = []

    def kept() -> InotifyFD:
        instances.append(InotifyFD())
        return instances[-1]

    watching = scene.watching(kept)
    (scene.root / "a").mkdir()
    watching.watch(scene.root)
    overflow = InotifyEvent(WatchDescriptor(-1), InotifyConstants.IN_Q_OVERFLOW, 0, b"")
    instances[0].handle_event(overflow)
    scene.until(scene.root)
    assert watching.is_alive(scene.root)
    (scene.root / "a" / "note.md").write_text("text")
    scene.until(scene.root / "a" / "note.md")
    watching.close()


def test_a_reading_thread_that_ended_is_told_and_replaced(scene: Scene) -> None:
    instances: list[InotifyFD] = []

    def kept() -> InotifyFD:
        instances.append(InotifyFD())
        return instances[-1]

    watching = scene.watching(kept)
    watching.watch(scene.root)
    instances[0].stop()
    instances[0].join()
    assert not watching.is_alive(scene.root)
    watching.unwatch(scene.root)
    watching.watch(scene.root)
    assert watching.is_alive(scene.root)
    (scene.root / "note.md").write_text("text")
    scene.until(scene.root / "note.md")
    watching.close()
