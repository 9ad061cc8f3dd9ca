"""What the doctor puts right, and what it leaves alone."""

import os
import time
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from tests.library.worlds import FakeInstallation, configure, installed_at, write_notes
from tsuzuri.library.doctor import Health, examine
from tsuzuri.library.lock import writer_lock
from tsuzuri.library.mending import former_copies, mend, watch_limit, watched_folders
from tsuzuri.models.protocol import Seen


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    configure(tmp_path / "home", '[library]\nencryption = "off"\n')
    made = installed_at(tmp_path / "home")
    with made.open() as library:
        library.add([write_notes(tmp_path / "notes")])
    return made


def health(here: FakeInstallation, check: str) -> Health:
    return next(found.health for found in examine(here, look=lambda: Seen("0.3", False)) if found.check == check)


def test_of_what_is_sound_nothing_is_touched(here: FakeInstallation) -> None:
    before = here.library_path("personal").read_bytes()
    assert list(mend(here, "personal")) == []
    assert here.library_path("personal").read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
def test_files_that_others_may_read_are_taken_from_their_eyes(here: FakeInstallation) -> None:
    path = here.library_path("personal")
    path.chmod(0o644)
    assert health(here, "files") is Health.BAD
    assert len(list(mend(here, "personal"))) == 1
    assert path.stat().st_mode & 0o777 == 0o600
    assert health(here, "files") is Health.GOOD


def test_drafts_are_deleted_once_they_are_old(here: FakeInstallation) -> None:
    old, new = (here.paths.data_dir / name for name in ("a.tsuzuri.part", "b.tsuzuri.part"))
    for path in (old, new):
        path.touch(mode=0o600)
    os.utime(old, (time.time() - 7200,) * 2)
    assert [str(old) in done for done in mend(here, "personal")] == [True]
    assert (old.exists(), new.exists()) == (False, True)


def test_a_draft_of_a_library_that_somebody_holds_is_left_alone(here: FakeInstallation) -> None:
    drafts = [here.paths.data_dir / f"a.tsuzuri.part{ending}" for ending in ("", "-wal")]
    for path in drafts:
        path.touch(mode=0o600)
        os.utime(path, (time.time() - 7200,) * 2)
    with writer_lock(here.library_path("a")):
        assert list(mend(here, "personal")) == []
    assert len(list(mend(here, "personal"))) == 2
    assert not any(path.exists() for path in drafts)


def test_an_index_that_lost_rows_is_made_anew(here: FakeInstallation) -> None:
    with closing(apsw.Connection(str(here.library_path("personal")))) as connection:
        connection.execute("DELETE FROM passage_fts WHERE rowid = 1; DELETE FROM vector_bits WHERE vector_id < 3")
    assert health(here, "library") is Health.BAD
    with here.open() as library:
        assert not [hit for hit in library.search("Serrat", semantic=False).hits if hit.passage_id == 1]
    assert list(mend(here, "personal")) == ["personal: the indexes were made anew"]
    with here.open() as library:
        assert library.check() == ()
        assert library.search("foundry", semantic=False).hits


def test_rows_that_do_not_fit_together_are_left_for_a_person(here: FakeInstallation) -> None:
    with closing(apsw.Connection(str(here.library_path("personal")))) as connection:
        connection.execute("UPDATE entity SET facts = facts + 1 WHERE id = 1")
    assert list(mend(here, "personal")) == []
    assert health(here, "library") is Health.BAD


def test_copies_of_an_earlier_time_are_named_and_left(here: FakeInstallation) -> None:
    copy = here.paths.data_dir / "personal.tsuzuri.version-8"
    copy.touch(mode=0o600)
    assert former_copies(here) == (copy,)
    assert health(here, "files") is Health.NOTE
    list(mend(here, "personal"))
    assert copy.exists()


def test_folders_are_counted_up_to_the_limit(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / "watched" / str(number) / "deep").mkdir(parents=True)
    assert watched_folders((tmp_path / "watched",), 100) == 11
    assert watched_folders((tmp_path / "watched",), 3) <= 5
    (tmp_path / "limit").write_text("8192\n")
    assert watch_limit(tmp_path / "limit") == 8192
    assert watch_limit(tmp_path / "nowhere") is None
