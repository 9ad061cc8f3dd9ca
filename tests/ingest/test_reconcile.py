"""What a look at a folder changes in the library."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from tests.ingest.live import Live
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind, SourceState
from tsuzuri.ingest.reconcile import Changes, Departed, Doubt
from tsuzuri.ingest.scan import Unreachable, scan
from tsuzuri.text.query import typed


@pytest.fixture
def live(backend: Backend, tmp_path: Path) -> Live:
    return Live(backend, tmp_path / "notes")


class TestFilesThatCome:
    def test_are_recorded_and_queued_at_once(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.write("走/道.txt", "道は長い。")
        assert live.look() == Changes(files=2, new=2)
        assert [source.state for source in live.sources()] == [SourceState.QUEUED] * 2
        assert live.backend.jobs.counts().waiting == 2

    def test_are_read_once(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        assert len((live.keep(), live.read())) == 2
        assert live.look() == Changes(files=1)
        assert live.read() == []
        assert live.texts("tea.txt") == ["Aya likes tea."]

    def test_a_few_come_before_a_backlog(self, live: Live) -> None:
        for number in range(60):
            live.write(f"old-{number:02}.txt", f"Old note {number}.")
        live.look()
        live.write("fresh.txt", "Just saved.")
        live.look()
        first = live.readings.next()
        assert first is not None
        assert first.path.name == "fresh.txt"

    def test_that_were_forgotten_on_purpose_are_passed_over(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        assert live.look(excluded=frozenset({str(path)})) == Changes()


class TestFilesThatChange:
    def test_are_read_again(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.keep()
        live.write("tea.txt", "Aya likes coffee now.")
        assert live.keep() == Changes(files=1, changed=1)
        assert live.texts("tea.txt") == ["Aya likes coffee now."]

    def test_only_in_their_time_are_hashed_and_not_read(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        os.utime(path, (1, 1))
        assert live.look().changed == 1
        (read,) = live.read()
        assert read.unchanged
        assert live.look() == Changes(files=1)


class TestFilesThatMove:
    def test_keep_their_record_and_passages(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        before = live.source("tea.txt")
        (live.folder / "drinks").mkdir()
        path.rename(live.folder / "drinks" / "tea.txt")
        assert live.keep() == Changes(files=1, moved=1)
        after = live.source("drinks/tea.txt")
        assert (after.id, after.content_id) == (before.id, before.content_id)
        assert live.names() == ["drinks/tea.txt"]

    def test_within_folders_that_move(self, live: Live) -> None:
        for number in range(5):
            live.write(f"a/n{number}.txt", f"Note number {number}.")
        live.keep()
        ids = {source.id for source in live.sources()}
        (live.folder / "a").rename(live.folder / "b")
        assert live.keep() == Changes(files=5, moved=5)
        assert {source.id for source in live.sources()} == ids

    def test_are_found_again_after_they_were_missing(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        before = live.source("tea.txt").id
        elsewhere = live.folder.parent / "elsewhere.txt"
        path.rename(elsewhere)
        assert live.look().missing == 1
        elsewhere.rename(live.folder / "back.txt")
        assert live.keep() == Changes(files=1, moved=1)
        assert live.source("back.txt").id == before
        assert live.source("back.txt").missing_since is None

    def test_take_the_name_as_title_when_they_had_it_as_title(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        assert live.source("tea.txt").title == "tea"
        path.rename(live.folder / "green tea.txt")
        live.keep()
        assert live.source("green tea.txt").title == "green tea"

    def test_are_found_by_the_new_name_and_no_more_by_the_old(self, live: Live) -> None:
        path = live.write("mill.txt", "It is shut.")
        live.keep()
        path.rename(live.folder / "barn.txt")
        live.keep()
        found = [len(live.backend.lexical.match(Kind.PASSAGE, typed(word), 9)) for word in ("mill", "barn", "shut")]
        assert found == [0, 1, 1]

    def test_are_dated_by_a_date_in_the_new_name(self, live: Live) -> None:
        path = live.write("2024-03-01 tea.txt", "Aya drank tea.")
        live.keep()
        path.rename(live.folder / "2024-05-09 tea.txt")
        live.keep()
        said = live.source("2024-05-09 tea.txt").said
        assert said is not None
        assert f"{said.at:%Y-%m-%d}" == "2024-05-09"

    def test_a_copy_is_another_place_of_the_same_passages(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.keep()
        live.write("copy.txt", "Aya likes tea.")
        assert live.keep() == Changes(files=2, new=1)
        assert live.source("copy.txt").content_id == live.source("tea.txt").content_id
        assert live.backend.catalog.counts().passages == 1


class TestFilesThatGo:
    def test_are_missing_and_still_found_at_first(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        path.unlink()
        assert live.look() == Changes(missing=1)
        assert live.source("tea.txt").missing_since == live.clock.now
        assert live.texts("tea.txt") == ["Aya likes tea."]

    def test_are_forgotten_at_a_second_look_some_time_later(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.write("milk.txt", "Ben likes milk.")
        live.keep()
        (live.folder / "tea.txt").unlink()
        live.look()
        assert live.depart().forgotten == 0
        live.clock.pass_by(3)
        assert live.depart() == Departed(1, 0, doubted=False, look_again=None)
        assert live.names() == ["milk.txt"]
        assert live.backend.check() == ()

    def test_that_come_back_were_never_away(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        path.unlink()
        live.look()
        live.clock.pass_by(60)
        live.write("tea.txt", "Aya likes tea.")
        assert live.depart().forgotten == 0
        assert live.look().returned == 1
        assert live.source("tea.txt").missing_since is None

    def test_many_at_once_are_doubted_for_longer(self, live: Live) -> None:
        for number in range(30):
            live.write(f"n{number}.txt", f"Note {number}.")
        live.keep()
        for number in range(25):
            (live.folder / f"n{number}.txt").unlink()
        live.look()
        live.clock.pass_by(60)
        departed = live.depart()
        assert (departed.forgotten, departed.missing, departed.doubted) == (0, 25, True)
        live.clock.pass_by(Doubt().late / timedelta(seconds=1))
        assert live.depart().forgotten == 25
        assert len(live.names()) == 5

    def test_many_that_go_little_by_little_are_doubted_too(self, live: Live) -> None:
        for number in range(60):
            live.write(f"n{number}.txt", f"Note {number}.")
        live.keep()
        for number in range(30):
            (live.folder / f"n{number}.txt").unlink()
            live.look()
            live.clock.pass_by(5)
            live.depart()
        assert len(live.names()) == 60 - Doubt().few

    def test_wait_while_files_wait_to_be_read(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        path.unlink()
        live.write("other.txt", "Something else.")
        live.look()
        live.clock.pass_by(60)
        assert live.depart().forgotten == 0
        live.read()
        assert live.depart().forgotten == 1

    def test_stay_while_their_folder_cannot_be_believed(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        live.keep()
        path.unlink()
        live.look()
        live.clock.pass_by(3600)
        assert live.depart(is_there=lambda: False).forgotten == 0

    def test_what_lies_where_nobody_could_look_is_not_missing(self, live: Live) -> None:
        live.write("open/a.txt", "One.")
        live.write("shut/b.txt", "Two.")
        live.keep()
        hidden = Unreachable(live.folder / "shut", "permission denied")
        changes = live.reconciler.reconcile([hidden], [str(live.folder)])
        assert changes.missing == 1
        assert live.source("shut/b.txt").missing_since is None
        assert live.source("open/a.txt").missing_since is not None


class TestTakingIn:
    def test_queues_what_is_new_and_tells_what_has_not_changed(self, live: Live) -> None:
        live.write("tea.txt", "Aya likes tea.")
        live.keep()
        live.write("milk.txt", "Ben likes milk.")
        taken = live.reconciler.take_in(scan([live.folder]), [str(live.folder)])
        assert (len(taken.queued), taken.unchanged) == (1, 1)

    def test_takes_in_again_what_was_forgotten_on_purpose(self, live: Live) -> None:
        path = live.write("tea.txt", "Aya likes tea.")
        with live.backend.transaction():
            live.backend.roots.exclude([str(path)])
        live.reconciler.take_in(scan([path]), [str(path)])
        assert live.backend.roots.excluded(str(live.folder)) == frozenset()
