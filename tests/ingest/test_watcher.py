import errno
import os
import queue
import shutil
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tsuzuri.ingest.settle import Settling, Signature
from tsuzuri.ingest.watcher import (
    Ignored,
    Lost,
    Native,
    NativeFactory,
    ObserverWatching,
    Put,
    Watcher,
    native_watching,
    signature_of,
)

PATIENCE_S = 20.0
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")


def ignored(path: Path, is_dir: bool) -> bool:
    return any(name.startswith(".") or name == "node_modules" for name in path.parts) or path.name.endswith("~")


@dataclass
class Heard:
    """What a watcher told: paths in the order in which they came, and failures."""

    paths: "queue.Queue[Path]" = field(default_factory=queue.Queue)
    failures: "queue.Queue[tuple[Path, str]]" = field(default_factory=queue.Queue)

    def fail(self, root: Path, sentence: str) -> None:
        self.failures.put((root, sentence))

    def until(self, wanted: set[Path]) -> set[Path]:
        """All that came until every wanted path did."""
        heard: set[Path] = set()
        deadline = time.monotonic() + PATIENCE_S
        while not wanted <= heard:
            heard.add(self.paths.get(timeout=max(deadline - time.monotonic(), 0.01)))
        return heard


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it did not come true in time"
        threading.Event().wait(0.01)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture(params=[native_watching, ObserverWatching], ids=["native", "observer"])
def watcher(request: pytest.FixtureRequest, heard: Heard, root: Path) -> Iterator[Watcher]:
    made = Watcher(heard.paths.put, heard.fail, ignored, native=request.param)
    made.watch(root, poll=False)
    yield made
    made.close()


@pytest.fixture
def native(heard: Heard, root: Path) -> Iterator[Watcher]:
    made = Watcher(heard.paths.put, heard.fail, ignored)
    made.watch(root, poll=False)
    yield made
    made.close()


# What is heard


def test_a_write_names_the_file(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / "plan.md").write_text("Ship in March.")
    assert heard.until({root / "plan.md"}) == {root / "plan.md"}


def test_a_rename_names_both_ends(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / "a.md").write_text("text")
    heard.until({root / "a.md"})
    (root / "a.md").rename(root / "b.md")
    heard.until({root / "a.md", root / "b.md"})


def test_what_is_deleted_is_named(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / "a.md").write_text("text")
    heard.until({root / "a.md"})
    (root / "a.md").unlink()
    heard.until({root / "a.md"})


def test_reading_and_listing_are_no_events(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / "a.md").write_text("text")
    heard.until({root / "a.md"})
    while not heard.paths.empty():
        heard.paths.get()
    (root / "a.md").read_text()
    assert list(root.iterdir())
    (root / "b.md").write_text("text")
    assert heard.until({root / "b.md"}) <= {root / "a.md", root / "b.md"}
    (root / "a.md").read_text()
    (root / "c.md").write_text("text")
    assert heard.until({root / "c.md"}) <= {root / "b.md", root / "c.md"}


def test_ignored_paths_are_not_named(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / "a.md~").write_text("backup")
    (root / ".secret").write_text("hidden")
    (root / "a.md").write_text("text")
    assert heard.until({root / "a.md"}) == {root / "a.md"}


def test_changed_rules_name_their_folder(watcher: Watcher, heard: Heard, root: Path) -> None:
    (root / ".gitignore").write_text("*.log\n")
    assert heard.until({root}) == {root}


def test_two_roots_one_within_the_other_are_both_heard(watcher: Watcher, heard: Heard, root: Path) -> None:
    inner = root / "work"
    inner.mkdir()
    watcher.watch(inner, poll=False)
    (inner / "a.md").write_text("text")
    heard.until({inner / "a.md"})
    watcher.unwatch(root)
    (inner / "b.md").write_text("text")
    heard.until({inner / "b.md"})
    assert watcher.check() == ()


def test_nothing_is_heard_of_a_root_that_is_no_longer_watched(
    watcher: Watcher, heard: Heard, root: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    watcher.watch(other, poll=False)
    watcher.unwatch(root)
    (root / "a.md").write_text("text")
    (other / "b.md").write_text("text")
    assert heard.until({other / "b.md"}) == {other / "b.md"}


# A root that goes


def test_a_root_that_is_there_is_alive(watcher: Watcher) -> None:
    assert watcher.check() == ()


def test_a_deleted_root_is_told_and_heard_again_when_it_is_back(watcher: Watcher, heard: Heard, root: Path) -> None:
    shutil.rmtree(root)
    wait_for(lambda: watcher.check() == (root,))
    root.mkdir()
    wait_for(lambda: watcher.check() == (root,))
    watcher.watch(root, poll=False)
    assert watcher.check() == ()
    (root / "a.md").write_text("text")
    heard.until({root / "a.md"})


def test_a_root_made_again_at_once_is_told(watcher: Watcher, root: Path) -> None:
    root.rename(root.with_name("away"))
    root.mkdir()
    assert watcher.check() == (root,)


def test_a_root_that_is_not_there_is_told_until_it_is(watcher: Watcher, heard: Heard, tmp_path: Path) -> None:
    late = tmp_path / "late"
    watcher.watch(late, poll=False)
    assert watcher.check() == (late,)
    late.mkdir()
    watcher.watch(late, poll=False)
    assert watcher.check() == ()
    assert heard.failures.empty()


def test_a_root_behind_a_link_keeps_the_name_it_was_given(watcher: Watcher, heard: Heard, root: Path) -> None:
    link = root.with_name("link")
    link.symlink_to(root, target_is_directory=True)
    watcher.unwatch(root)
    watcher.watch(link, poll=False)
    (root / "a.md").write_text("text")
    heard.until({link / "a.md"})


# Polling, by wish and where there is no other way


class Refusing:
    """A system that refuses to watch, or breaks off later."""

    def __init__(self, error: Exception | None, lost: Lost) -> None:
        self.error = error
        self.lost = lost

    def watch(self, root: Path) -> None:
        if self.error is not None:
            raise self.error

    def unwatch(self, root: Path) -> None: ...

    def is_alive(self, root: Path) -> bool:
        return True

    def close(self) -> None: ...


def refusing(error: Exception) -> NativeFactory:
    def make(put: Put, lost: Lost, ignored: Ignored) -> Native:
        return Refusing(error, lost)

    return make


def test_a_polled_root_is_named_again_and_again_even_while_it_is_away(heard: Heard, root: Path) -> None:
    watcher = Watcher(heard.paths.put, heard.fail, ignored, poll_s=0.02)
    watcher.watch(root, poll=True)
    heard.until({root})
    root.rmdir()
    heard.until({root})
    assert watcher.check() == ()
    watcher.close()


def test_a_polled_root_that_is_left_is_named_no_more(heard: Heard, root: Path, tmp_path: Path) -> None:
    watcher = Watcher(heard.paths.put, heard.fail, ignored, poll_s=0.02)
    for folder in (root, tmp_path):
        watcher.watch(folder, poll=True)
    heard.until({root, tmp_path})
    watcher.unwatch(root)
    heard.until({tmp_path})
    while not heard.paths.empty():
        heard.paths.get()
    assert [heard.paths.get(timeout=PATIENCE_S) for _ in range(3)] == [tmp_path] * 3
    watcher.close()


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (OSError(errno.ENOSPC, "inotify watch limit reached"), "fs.inotify.max_user_watches="),
        (OSError(errno.EMFILE, "inotify instance limit reached"), "fs.inotify.max_user_instances="),
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (SystemError("Cannot start fsevents stream"), "Cannot start fsevents stream"),
    ],
)
def test_a_root_that_the_system_refuses_is_polled_and_the_remedy_told(
    heard: Heard, root: Path, error: Exception, remedy: str
) -> None:
    watcher = Watcher(heard.paths.put, heard.fail, ignored, poll_s=0.02, native=refusing(error))
    watcher.watch(root, poll=False)
    failed, sentence = heard.failures.get_nowait()
    assert failed == root
    assert remedy in sentence
    assert "every 0.02 s" in sentence
    heard.until({root})
    assert watcher.check() == ()
    watcher.close()


def test_rules_that_cannot_be_asked_end_the_watching_of_their_root_only(heard: Heard, root: Path) -> None:
    def raising(path: Path, is_dir: bool) -> bool:
        raise OSError(errno.EIO, "Input/output error")

    def by_root(path: Path, is_dir: bool) -> bool:
        return raising(path, is_dir) if path.is_relative_to(root) else ignored(path, is_dir)

    other = root.with_name("other")
    other.mkdir()
    for factory in (native_watching, ObserverWatching):
        watcher = Watcher(heard.paths.put, heard.fail, by_root, poll_s=0.02, native=factory)
        for folder in (root, other):
            watcher.watch(folder, poll=False)
        (root / "a.md").write_text("text")
        failed, sentence = heard.failures.get(timeout=PATIENCE_S)
        assert (failed, "Input/output error" in sentence) == (root, True)
        heard.until({root})
        (other / "b.md").write_text("text")
        heard.until({other / "b.md"})
        watcher.close()


# On Linux: the folders below a root


@on_linux
def test_a_new_folder_is_named_and_what_comes_later_in_it(native: Watcher, heard: Heard, root: Path) -> None:
    deep = root / "a" / "b" / "c"
    deep.mkdir(parents=True)
    heard.until({root / "a"})
    (deep / "note.md").write_text("text")
    heard.until({deep / "note.md"})


@on_linux
def test_a_folder_moved_in_is_named_and_heard_from_then_on(
    native: Watcher, heard: Heard, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "away" / "deep").mkdir(parents=True)
    (tmp_path / "away").rename(root / "here")
    assert heard.until({root / "here"}) == {root / "here"}
    (root / "here" / "deep" / "a.md").write_text("text")
    heard.until({root / "here" / "deep" / "a.md"})


@on_linux
def test_a_folder_moved_out_is_named_and_heard_no_more(
    native: Watcher, heard: Heard, root: Path, tmp_path: Path
) -> None:
    (root / "here" / "deep").mkdir(parents=True)
    native.watch(root, poll=False)
    (root / "here").rename(tmp_path / "away")
    heard.until({root / "here"})
    (tmp_path / "away" / "deep" / "a.md").write_text("text")
    (root / "b.md").write_text("text")
    assert root / "here" / "deep" / "a.md" not in heard.until({root / "b.md"})


@on_linux
def test_a_folder_renamed_within_is_heard_by_its_new_name(native: Watcher, heard: Heard, root: Path) -> None:
    (root / "old" / "deep").mkdir(parents=True)
    native.watch(root, poll=False)
    (root / "old").rename(root / "new")
    (root / "old").mkdir()
    heard.until({root / "old", root / "new"})
    heard.until({root / "old"})  # that it went was heard first, then that it came
    (root / "new" / "deep" / "a.md").write_text("text")
    (root / "old" / "b.md").write_text("text")
    names = heard.until({root / "new" / "deep" / "a.md", root / "old" / "b.md"})
    assert root / "old" / "deep" / "a.md" not in names


@on_linux
def test_folders_that_come_and_go_under_the_same_name_are_heard(native: Watcher, heard: Heard, root: Path) -> None:
    for number in range(50):
        (root / "a" / "b").mkdir(parents=True)
        (root / "a").rename(root / f"kept{number}")
        (root / "a").mkdir()
        shutil.rmtree(root / "a")
    (root / "end.md").write_text("text")
    heard.until({root / "end.md"})
    wanted = {root / f"kept{number}" / "b" / "note.md" for number in range(50)}
    for path in wanted:
        path.write_text("text")
    heard.until(wanted)
    assert native.check() == ()
    assert heard.failures.empty()


@on_linux
def test_links_are_not_followed(native: Watcher, heard: Heard, root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "link").symlink_to(outside, target_is_directory=True)
    (root / "loop").symlink_to(root, target_is_directory=True)
    heard.until({root / "link", root / "loop"})
    native.watch(root, poll=False)
    (outside / "a.md").write_text("text")
    (root / "b.md").write_text("text")
    assert not {root / "link" / "a.md", root / "loop" / "b.md"} & heard.until({root / "b.md"})


def watches() -> int:
    """How many inotify watches this process holds, by the kernel's word (proc(5))."""
    lines = []
    for info in Path("/proc/self/fdinfo").iterdir():
        try:
            lines += info.read_text().splitlines()
        except OSError:
            continue  # a descriptor of the listing itself, closed since
    return sum(line.startswith("inotify wd:") for line in lines)


@on_linux
def test_ignored_folders_cost_no_watch_and_deleted_ones_give_theirs_back(
    native: Watcher, heard: Heard, root: Path
) -> None:
    native.unwatch(root)
    before = watches()
    for number in range(30):
        (root / "node_modules" / f"package{number}" / "lib").mkdir(parents=True)
        (root / f"year{number}").mkdir()
    native.watch(root, poll=False)
    assert watches() - before == 31
    for number in range(30):
        (root / f"year{number}").rmdir()
    wait_for(lambda: watches() - before == 1)
    native.unwatch(root)
    assert watches() == before


@on_linux
def test_folders_that_new_rules_let_in_are_heard(heard: Heard, root: Path) -> None:
    letting_in = threading.Event()
    watcher = Watcher(
        heard.paths.put, heard.fail, lambda path, is_dir: "drafts" in path.parts and not letting_in.is_set()
    )
    (root / "drafts").mkdir()
    watcher.watch(root, poll=False)
    letting_in.set()
    (root / ".tsuzuriignore").write_text("")
    (root / "end.md").write_text("text")
    assert root in heard.until({root / "end.md"})
    (root / "drafts" / "a.md").write_text("text")
    heard.until({root / "drafts" / "a.md"})
    watcher.close()


# Together with settling, as the service uses them


class Live:
    """A watched folder, and what settles in it."""

    def __init__(self, root: Path, heard: Heard) -> None:
        self.heard = heard
        self.settling = Settling()
        self.settling.follow(root)

    def until(self, wanted: set[Path]) -> float:
        """Seconds until exactly the wanted paths were due, each once, and nothing was left that waits."""
        start = time.monotonic()
        due: list[Path] = []
        while set(due) != wanted or self.settling.next_due(time.monotonic()) is not None:
            assert time.monotonic() < start + PATIENCE_S, f"{due} were due instead of {wanted}"
            self.take_in(due)
        assert sorted(due) == sorted(wanted)
        return time.monotonic() - start

    def take_in(self, due: list[Path]) -> None:
        wait = self.settling.next_due(time.monotonic())
        try:
            path = self.heard.paths.get(timeout=0.05 if wait is None else wait + 0.001)
        except queue.Empty:
            due += self.settling.due(time.monotonic(), signature_of)
        else:
            self.settling.note(path, time.monotonic())


@pytest.fixture
def live(native: Watcher, heard: Heard, root: Path) -> Live:
    return Live(root, heard)


def atomic_save(path: Path) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text("new")
    temporary.replace(path)


def save_as_vim(path: Path) -> None:
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    path.write_text("new")
    backup.unlink()


@on_linux
@pytest.mark.parametrize("save", [lambda path: path.write_text("new"), atomic_save, save_as_vim])
def test_a_save_is_one_change_of_one_file(live: Live, root: Path, save: Callable[[Path], None]) -> None:
    note = root / "plan.md"
    note.write_text("old")
    live.until({note})
    save(note)
    assert live.until({note}) < 2


@on_linux
def test_a_rename_in_from_outside_is_one_change(live: Live, root: Path, tmp_path: Path) -> None:
    (tmp_path / "away.md").write_text("text")
    (tmp_path / "away.md").rename(root / "here.md")
    assert live.until({root / "here.md"}) < 2


@on_linux
def test_a_new_deep_folder_with_a_file_is_one_folder_to_look_through(live: Live, root: Path) -> None:
    (root / "a" / "b" / "c").mkdir(parents=True)
    (root / "a" / "b" / "c" / "note.md").write_text("text")
    assert live.until({root / "a"}) < 2


@on_linux
def test_a_folder_moved_in_and_written_to_after_is_that_folder_then_that_file(
    live: Live, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "away" / "deep").mkdir(parents=True)
    (tmp_path / "away").rename(root / "here")
    assert live.until({root / "here"}) < 2
    (root / "here" / "deep" / "late.md").write_text("text")
    assert live.until({root / "here" / "deep" / "late.md"}) < 2


@on_linux
def test_a_folder_moved_out_is_one_folder_to_look_through(live: Live, root: Path, tmp_path: Path) -> None:
    (root / "here").mkdir()
    (root / "here" / "a.md").write_text("text")
    live.until({root / "here"})
    (root / "here").rename(tmp_path / "away")
    assert live.until({root / "here"}) < 2


@on_linux
def test_a_deleted_root_is_a_root_to_look_for(live: Live, root: Path) -> None:
    shutil.rmtree(root)
    assert live.until({root}) < 2


@on_linux
def test_names_are_those_on_the_disk(live: Live, root: Path) -> None:
    decomposed = root / unicodedata.normalize("NFD", "がぎ.md")
    not_text = root / os.fsdecode(b"caf\xe9.md")
    for path in (decomposed, not_text):
        path.write_text("text")
    assert live.until({decomposed, not_text}) < 2


@on_linux
def test_three_thousand_files_at_once_are_each_due_once(live: Live, root: Path) -> None:
    wanted = {root / f"{number}.md" for number in range(3000)}
    for path in wanted:
        path.write_text("text")
    live.until(wanted)


def test_a_signature_tells_one_file_from_its_replacement(root: Path) -> None:
    path = root / "a.md"
    assert signature_of(path) is None
    path.write_text("text")
    before = signature_of(path)
    assert isinstance(before, Signature)
    assert before.size == 4
    atomic_save(path)
    assert signature_of(path) not in (before, None)
    assert signature_of(Path("a\0b")) is None
