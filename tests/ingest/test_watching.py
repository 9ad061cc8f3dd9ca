"""Watched folders, step by step: when one looks, what is believed, and what is told of each folder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.ingest.live import Live
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.core.roots import Root, RootState
from tsuzuri.ingest.reconcile import Changes, Departures, Reconciler
from tsuzuri.ingest.scan import Found, Unreachable
from tsuzuri.ingest.watcher import Ignored, Put
from tsuzuri.ingest.watching import Rhythm, Watching
from tsuzuri.library.folders import Folders
from tsuzuri.store.memory.backend import MemoryBackend


@dataclass
class Hearing:
    """Events that a test makes up. A folder that `cannot` be watched is refused with that sentence."""

    put: Put
    failed: Callable[[Path, str], None]
    ignored: Ignored
    polled: dict[Path, bool] = field(default_factory=dict)
    dead: set[Path] = field(default_factory=set)
    cannot: str = ""
    closed: bool = False

    def watch(self, root: Path, poll: bool) -> None:
        self.polled[root] = poll
        self.dead.discard(root)
        if self.cannot:
            self.failed(root, self.cannot)

    def unwatch(self, root: Path) -> None:
        del self.polled[root]

    def check(self) -> Sequence[Path]:
        return tuple(self.dead)

    def close(self) -> None:
        self.closed = True

    def tell(self, *paths: Path) -> None:
        """What a watcher does: it asks whether a path is passed over, then names it."""
        for path in paths:
            if path in self.polled or not self.ignored(path, path.is_dir()):
                self.put(path)


class Failing(Reconciler):
    """Fails as often as it is told to, as where another process writes for long. Remembers where it looked."""

    failures = 0

    def __init__(self, backend: MemoryBackend, clock: Callable[[], datetime]) -> None:
        super().__init__(backend, clock)
        self.looks: list[tuple[str, ...]] = []

    def reconcile(
        self, seen: Iterable[Found | Unreachable], below: Sequence[str], *, excluded: frozenset[str] = frozenset()
    ) -> Changes:
        self.looks.append(tuple(below))
        if self.failures:
            self.failures -= 1
            raise LibraryBusy("another process writes")
        return super().reconcile(seen, below, excluded=excluded)


class Watched:
    """A watched folder with its clock, its store, and a reader that reads at each step."""

    def __init__(self, home: Path, *, there: bool = True) -> None:
        self.backend = MemoryBackend()
        self.live = Live(self.backend, home / "notes")
        self.clock = self.live.clock
        self.path = self.live.folder
        self.reconciler = Failing(self.backend, self.clock)
        if not there:
            self.path.rmdir()
        self.hearing: Hearing | None = None
        self.watching = Watching(
            self.backend,
            self.reconciler,
            Departures(self.backend, self.clock),
            self.clock,
            rhythm=Rhythm(whole=timedelta(minutes=30), polled=timedelta(minutes=2)),
            timer=lambda: self.clock.now.timestamp(),
            hear=self._hear,
        )
        self.add(self.path)

    def _hear(self, put: Put, failed: Callable[[Path, str], None], ignored: Ignored) -> Hearing:
        self.hearing = Hearing(put, failed, ignored)
        return self.hearing

    @property
    def events(self) -> Hearing:
        assert self.hearing is not None
        return self.hearing

    def add(self, path: Path, *, polled: bool = False) -> None:
        with self.backend.transaction():
            self.backend.roots.put_root(str(path), self.clock(), polled=polled)

    def root(self, path: Path | None = None) -> Root:
        (found,) = (root for root in self.backend.roots.roots() if root.path == str(path or self.path))
        return found

    def step(self, seconds: float = 1.0) -> None:
        """Let time pass, look where it is due, and read."""
        self.clock.pass_by(seconds)
        self.watching.step()
        self.live.read()

    def settle(self, *paths: Path) -> None:
        """Something happened at these paths, and it became quiet."""
        self.events.tell(*paths)
        for _ in range(3):
            self.step()

    def missing(self) -> list[str]:
        return [Path(one.uri).name for one in self.backend.catalog.missing()]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    one = Watched(tmp_path)
    yield one
    one.watching.close()
    assert one.events.closed


class TestLooking:
    def test_a_file_grows_quiet_from_when_it_was_heard_of(self, watched: Watched) -> None:
        watched.step()
        watched.events.tell(watched.live.write("tea.txt", "Aya likes tea."))
        watched.step(0.5)
        watched.step(0.4)
        assert watched.live.backend.catalog.counts().passages == 1

    def test_a_new_folder_is_looked_through_at_once(self, watched: Watched) -> None:
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        assert watched.live.texts("tea.txt") == ["Aya likes tea."]
        assert (watched.root().state, watched.root().files) == (RootState.ONLINE, 1)
        assert watched.root().looked_at == watched.clock.now

    def test_an_event_makes_a_look_soon_and_small(self, watched: Watched) -> None:
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        del watched.reconciler.looks[:]
        path = watched.live.write("deep/milk.txt", "Ben likes milk.")
        watched.settle(path)
        assert watched.reconciler.looks == [(str(path),)]
        assert watched.live.texts("deep/milk.txt") == ["Ben likes milk."]

    def test_what_no_event_told_is_found_by_the_next_whole_look(self, watched: Watched) -> None:
        watched.step()
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step(29 * 60)
        assert watched.live.names() == []
        watched.step(60)
        assert watched.live.names() == ["tea.txt"]

    def test_a_polled_folder_is_looked_through_more_often(self, watched: Watched) -> None:
        watched.add(watched.path, polled=True)
        watched.step()
        assert watched.events.polled == {watched.path: True}
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step(119)
        assert watched.live.names() == []
        watched.step(1)
        assert watched.live.names() == ["tea.txt"]

    def test_a_folder_that_cannot_be_watched_is_too_and_says_why(self, tmp_path: Path) -> None:
        watched = Watched(tmp_path)
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.events.cannot = "too many watches"
        watched.step()
        assert (watched.root().state, watched.root().reason) == (RootState.ONLINE, "too many watches")
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step(120)
        assert "tea.txt" in watched.live.names()
        watched.events.cannot = ""
        watched.add(watched.path, polled=True)
        watched.step(120)
        assert watched.root().reason == ""

    def test_a_look_that_fails_is_made_again(self, watched: Watched) -> None:
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.reconciler.failures = 1
        with pytest.raises(LibraryBusy):
            watched.step()
        watched.step()
        assert watched.live.names() == ["tea.txt"]

    def test_what_was_named_is_looked_at_again_where_that_failed(self, watched: Watched) -> None:
        watched.step()
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.reconciler.failures = 1
        with pytest.raises(LibraryBusy):
            watched.settle(path)
        watched.step()
        assert watched.live.names() == ["tea.txt"]

    def test_a_folder_that_fails_keeps_no_other_waiting(self, watched: Watched, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        other = tmp_path / "other" / "milk.txt"
        other.write_text("Ben likes milk.", encoding="utf-8")
        watched.add(tmp_path / "other")
        watched.reconciler.failures = 1
        with pytest.raises(LibraryBusy):
            watched.step()
        watched.reconciler.failures = 2
        with pytest.raises(LibraryBusy):
            watched.step()
        assert {looks[-1] for looks in watched.reconciler.looks} == {str(watched.path), str(other.parent)}

    def test_one_that_was_left_and_is_watched_anew_is_looked_through(self, watched: Watched) -> None:
        watched.step()
        watched.live.write("tea.txt", "Aya likes tea.")
        with watched.backend.transaction():
            watched.backend.roots.remove_root(watched.root().id)
        watched.add(watched.path)
        watched.step()
        assert watched.live.names() == ["tea.txt"]


class TestAway:
    """A folder that is not there, or looks as if it were not mounted, takes nothing with it."""

    def test_a_folder_that_was_never_there_is_looked_through_once_it_is(self, tmp_path: Path) -> None:
        watched = Watched(tmp_path, there=False)
        watched.step()
        assert watched.root().state is RootState.OFFLINE
        watched.path.mkdir()
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.events.dead.add(watched.path)
        watched.step()
        assert (watched.root().state, watched.root().reason) == (RootState.ONLINE, "")
        assert watched.live.names() == ["tea.txt"]

    def test_one_that_goes_keeps_all_it_held(self, watched: Watched) -> None:
        watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        watched.path.rename(watched.path.with_name("away"))
        watched.settle(watched.path)
        assert watched.root().state is RootState.OFFLINE
        assert "not there" in watched.root().reason
        watched.step(3600)
        assert (watched.live.names(), watched.missing()) == (["tea.txt"], [])

    def test_one_that_looks_empty_is_away_too_and_an_event_of_a_file_changes_nothing_of_that(
        self, watched: Watched
    ) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        path.unlink()
        (watched.path / ".hidden").touch()
        watched.settle(path)
        assert watched.root().state is RootState.OFFLINE
        assert "tsuzuri forget" in watched.root().reason
        assert (watched.live.names(), watched.missing()) == (["tea.txt"], [])

    def test_it_is_back_with_the_first_file_that_is_heard_of(self, watched: Watched) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        path.rename(watched.path.with_name("tea.txt"))
        watched.settle(watched.path)
        path.with_name("milk.txt").write_text("Ben likes milk.", encoding="utf-8")
        watched.settle(path.with_name("milk.txt"))
        assert watched.root().state is RootState.ONLINE
        assert watched.missing() == ["tea.txt"]

    def test_it_is_looked_for_every_few_minutes(self, watched: Watched) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.step()
        path.rename(watched.path.with_name("tea.txt"))
        watched.settle(watched.path)
        path.with_name("milk.txt").write_text("Ben likes milk.", encoding="utf-8")
        watched.step(120)
        assert watched.root().state is RootState.ONLINE

    def test_a_doubt_that_was_there_before_does_not_speak_for_a_folder_that_is_away(self, watched: Watched) -> None:
        lose_many(watched)
        watched.path.rename(watched.path.with_name("away"))
        watched.settle(watched.path)
        watched.step(700)
        assert watched.root().state is RootState.OFFLINE
        assert len(watched.live.names()) == 40


def lose_many(watched: Watched) -> None:
    """Thirty of forty files go at once."""
    files = [watched.live.write(f"n{number:02}.txt", f"Note number {number}.") for number in range(40)]
    watched.step()
    for file in files[:30]:
        file.unlink()
    watched.settle(watched.path)


class TestGoing:
    def test_a_file_is_forgotten_a_few_seconds_after_it_went(self, watched: Watched) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        path.unlink()
        watched.settle(path)
        watched.step(3)
        assert watched.live.names() == ["milk.txt"]

    def test_many_at_once_are_doubted_and_forgotten_late(self, watched: Watched) -> None:
        lose_many(watched)
        assert watched.root().state is RootState.DOUBTED
        assert "30 files are gone at once" in watched.root().reason
        watched.step(60)
        assert len(watched.live.names()) == 40
        watched.step(600)
        assert len(watched.live.names()) == 10
        assert (watched.root().state, watched.root().reason) == (RootState.ONLINE, "")

    def test_at_once_where_a_person_confirms_it(self, watched: Watched) -> None:
        lose_many(watched)
        assert Folders(watched.backend, watched.clock, []).confirm(watched.path) == 30
        watched.step()
        assert len(watched.live.names()) == 10

    def test_those_that_come_back_stay(self, watched: Watched) -> None:
        lose_many(watched)
        for number in range(30):
            watched.live.write(f"n{number:02}.txt", f"Note number {number}.")
        watched.settle(watched.path)
        watched.step(700)
        assert len(watched.live.names()) == 40
        assert (watched.root().state, watched.missing()) == (RootState.ONLINE, [])

    @pytest.mark.parametrize("kind", ["a folder", "a link"])
    def test_a_file_in_whose_place_something_else_lies_is_gone(self, watched: Watched, kind: str) -> None:
        path = watched.live.write("tea", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        path.unlink()
        if kind == "a folder":
            path.mkdir()
        else:
            path.symlink_to(watched.path / "milk.txt")
        watched.settle(path)
        watched.step(5)
        assert (watched.live.names(), watched.missing()) == (["milk.txt"], [])

    def test_files_of_a_folder_in_whose_place_a_link_lies_are_gone(self, watched: Watched) -> None:
        path = watched.live.write("deep/tea.txt", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        path.parent.rename(watched.path.parent / "deep")
        path.parent.symlink_to(watched.path.parent / "deep")
        watched.settle(path)
        assert watched.missing() == ["tea.txt"]
        watched.step(5)
        assert (watched.live.names(), watched.missing()) == (["milk.txt"], [])

    def test_a_file_that_was_forgotten_while_a_look_went_on_does_not_stay(self, watched: Watched) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        with watched.backend.transaction():  # the look put it back, just after the person had it forgotten
            watched.backend.roots.exclude([str(path)])
        watched.settle(watched.path)
        watched.step(5)
        assert (watched.live.names(), watched.missing()) == (["milk.txt"], [])


class TestRules:
    def test_of_a_folder_within_let_files_go_and_come_back(self, watched: Watched) -> None:
        watched.live.write("deep/tea.txt", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        rules = watched.live.write("deep/.tsuzuriignore", "tea.txt\n")
        watched.settle(rules.parent)
        watched.step(5)
        assert watched.live.names() == ["milk.txt"]
        rules.unlink()
        watched.settle(rules.parent)
        assert watched.live.names() == ["deep/tea.txt", "milk.txt"]

    def test_are_asked_before_a_path_is_looked_at(self, watched: Watched) -> None:
        watched.step()
        del watched.reconciler.looks[:]
        watched.settle(watched.live.write("~$tea.docx", "lock"), watched.live.write(".git/index", "x"))
        assert watched.reconciler.looks == []


class TestPaused:
    def test_a_folder_is_not_looked_at_and_what_it_held_stays(self, watched: Watched) -> None:
        path = watched.live.write("tea.txt", "Aya likes tea.")
        watched.live.write("milk.txt", "Ben likes milk.")
        watched.step()
        with watched.backend.transaction():
            watched.backend.roots.pause_root(watched.root().id, True)
        watched.step()
        assert watched.events.polled == {}
        path.unlink()
        watched.settle(path)
        watched.step(3600)
        assert (watched.live.names(), watched.missing()) == (["milk.txt", "tea.txt"], [])

    def test_it_is_looked_through_once_it_is_resumed(self, watched: Watched) -> None:
        watched.step()
        for paused in (True, False):
            with watched.backend.transaction():
                watched.backend.roots.pause_root(watched.root().id, paused)
            watched.live.write("tea.txt", "Aya likes tea.")
            watched.step()
        assert watched.live.names() == ["tea.txt"]
