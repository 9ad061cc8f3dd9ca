"""A backup is whole, dated, locked as its dataset is, made beside writers, and brings everything back."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import KEY, FakeInstallation, installed_at, write_notes
from tsuzuri.core.errors import LibraryBusy, LibraryDamaged, LibraryLocked, UsageError
from tsuzuri.library import datasets, keying
from tsuzuri.library.backups import Restored, back_up, backups, folder_of, restore, verify


def at(home: Path, **environ: str) -> FakeInstallation:
    return installed_at(home, environ, keyring=FileKeyring(home / "keyring.json"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    fill(at(tmp_path / "home"), tmp_path)
    return tmp_path / "home"


def fill(here: FakeInstallation, folder: Path) -> None:
    notes = write_notes(folder / "notes")
    with here.open() as library:
        library.add([notes])


def facts(here: FakeInstallation, dataset: str = "personal") -> list[str]:
    with here.open(dataset) as library:
        assert library.check() == ()
        return [fact.statement for fact in library.all_facts().items]


def test_a_backup_comes_back_under_another_name(home: Path) -> None:
    here = at(home)
    made = back_up(here, "personal", folder_of(here), keep=7).made
    assert verify(here, made.path) == ()
    before = made.path.read_bytes()
    assert restore(here, made.path, "old") == Restored("old", None)
    assert facts(here, "old") == facts(here)
    assert made.path.read_bytes() == before


def test_it_is_as_unreadable_as_its_dataset(home: Path) -> None:
    made = back_up(at(home), "personal", home / "backups", keep=7).made
    assert b"Rina" not in made.path.read_bytes()
    with pytest.raises(LibraryLocked):
        verify(at(home, TSUZURI_KEY=KEY), made.path)


def test_what_is_there_is_moved_aside_and_never_deleted(home: Path) -> None:
    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    with pytest.raises(UsageError, match="already"):
        restore(here, made.path)
    done = restore(here, made.path, replace=True)
    assert done.dataset == "personal"
    assert done.aside is not None
    assert done.aside.exists()
    assert facts(here)


def test_a_dataset_at_work_is_not_replaced(home: Path) -> None:
    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    with here.open() as library, library.keep(), pytest.raises(LibraryBusy):
        restore(here, made.path, replace=True)


def test_only_so_many_are_kept_and_only_of_this_dataset(home: Path) -> None:
    here, folder = at(home), home / "backups"
    folder.mkdir()
    (folder / "other-20200101T000000Z.tsuzuri-backup").write_bytes(b"another dataset's")
    (folder / "notes.txt").write_text("mine")
    for _ in range(4):
        here.clock()
        back_up(here, "personal", folder, keep=2)
    assert len(backups(folder, "personal")) == 2
    assert len(list(folder.iterdir())) == 4


def test_one_made_before_the_key_was_changed_opens_with_the_recovery_phrase(home: Path) -> None:
    from tsuzuri.secrets.phrase import from_phrase

    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    phrase = keying.recovery_phrase(here, "personal")
    keying.rotate(at(home), "personal")
    with pytest.raises(LibraryLocked):
        restore(at(home), made.path, "old")
    restore(at(home), made.path, "old", key=from_phrase(phrase))
    assert facts(at(home), "old") == facts(at(home))


def test_one_of_a_passphrase_brings_its_salt_along(tmp_path: Path) -> None:
    fill(at(tmp_path / "one", TSUZURI_KEY="correct horse"), tmp_path)
    made = back_up(at(tmp_path / "one", TSUZURI_KEY="correct horse"), "personal", tmp_path / "backups", keep=7).made
    elsewhere = at(tmp_path / "another", TSUZURI_KEY="correct horse")
    restore(elsewhere, made.path)
    assert facts(elsewhere)


def test_one_of_a_passphrase_takes_the_place_of_a_dataset_that_has_its_own(tmp_path: Path) -> None:
    here = at(tmp_path / "one", TSUZURI_KEY="correct horse")
    fill(here, tmp_path)
    made = back_up(here, "personal", tmp_path / "backups", keep=7).made
    with here.open("other"):
        pass
    own = here.library_path("other").with_suffix(".salt").read_bytes()
    aside = restore(here, made.path, "other", replace=True).aside
    assert facts(here, "other") == facts(here)
    assert aside is not None
    assert aside.with_name(f"{aside.name}.salt").read_bytes() == own


def test_one_made_under_load_is_whole(home: Path) -> None:
    here, done = at(home), threading.Event()

    def write() -> None:
        with at(home).open() as library:
            number = 0
            while not done.is_set():
                folder = home.parent / f"more{number}"
                folder.mkdir()
                (folder / "note.txt").write_text(f"Tomas Berg lives in Oslo, says note {number}.")
                library.add([folder], model=False)
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [back_up(here, "personal", home / "backups", keep=9).made for _ in range(5)]
    finally:
        done.set()
        writer.join()
    assert [verify(here, one.path) for one in made] == [()] * 5


def test_what_was_moved_aside_keeps_its_own_key_and_comes_back(home: Path) -> None:
    from tsuzuri.secrets.phrase import from_phrase

    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    key = from_phrase(keying.recovery_phrase(here, "personal"))
    keying.rotate(at(home), "personal")
    before = facts(at(home))
    first, second = (restore(at(home), made.path, replace=True, key=key).aside for _ in range(2))
    assert facts(at(home)) == before
    assert first is not None
    assert second is not None
    assert first != second
    restore(at(home), first, "again")
    assert facts(at(home), "again") == before
    datasets.rename(at(home), "personal", "renamed")
    restore(at(home), first.with_name(first.name.replace("personal", "renamed")), "once-more")
    assert facts(at(home), "once-more") == before


def test_a_dataset_goes_from_a_key_to_a_passphrase_and_back(home: Path, tmp_path: Path) -> None:
    with_passphrase = at(tmp_path / "other", TSUZURI_KEY="correct horse")
    with with_passphrase.open():
        pass
    by_passphrase = back_up(with_passphrase, "personal", tmp_path / "backups", keep=7).made
    asked = replace(at(home), prompt=lambda _: "correct horse")
    before = facts(asked)
    aside = restore(asked, by_passphrase.path, replace=True).aside
    assert facts(asked) == []
    assert asked.keys.origin("personal") == "passphrase"
    assert aside is not None
    restore(asked, aside, "personal", replace=True)
    assert facts(at(home)) == before
    assert not at(home).library_path("personal").with_suffix(".salt").exists()


def test_one_of_a_dataset_that_was_renamed_since_opens_with_its_key(home: Path) -> None:
    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    datasets.rename(here, "personal", "new")
    assert verify(here, made.path) == ()
    restore(here, made.path, "old")
    assert facts(here, "old") == facts(here, "new")


def test_a_phrase_that_cannot_be_kept_changes_nothing(home: Path) -> None:
    from tsuzuri.secrets.phrase import from_phrase

    made = back_up(at(home), "personal", home / "backups", keep=7).made
    key = from_phrase(keying.recovery_phrase(at(home), "personal"))
    before = sorted(home.rglob("*.tsuzuri*"))
    with pytest.raises(LibraryLocked, match="no keyring"):
        restore(installed_at(home, {}), made.path, replace=True, key=key)
    assert sorted(home.rglob("*.tsuzuri*")) == before
    assert facts(at(home))


def test_one_that_is_open_elsewhere_is_not_replaced(home: Path) -> None:
    here = at(home)
    made = back_up(here, "personal", home / "backups", keep=7).made
    with here.open() as library:
        library.counts()
        with pytest.raises(LibraryBusy, match="open elsewhere"):
            restore(here, made.path, replace=True)
    assert facts(here)


def test_verifying_one_writes_nothing(tmp_path: Path) -> None:
    fill(at(tmp_path / "one", TSUZURI_KEY="correct horse"), tmp_path)
    made = back_up(at(tmp_path / "one", TSUZURI_KEY="correct horse"), "personal", tmp_path / "backups", keep=7).made
    elsewhere = at(tmp_path / "another", TSUZURI_KEY="correct horse")
    assert verify(elsewhere, made.path) == ()
    with pytest.raises(LibraryLocked, match="passphrase"):
        verify(at(tmp_path / "another"), made.path)
    assert not elsewhere.library_path("personal").with_suffix(".salt").exists()


def test_names_that_only_look_like_a_day_are_no_backups(tmp_path: Path) -> None:
    (tmp_path / "personal-99999999T999999Z.tsuzuri-backup").touch()
    (tmp_path / "personal-20260101T000000Z.tsuzuri-backup").mkdir()
    assert backups(tmp_path) == ()


@pytest.mark.parametrize("content", [b"", b"not a backup", bytes(8192)])
def test_what_is_no_backup_is_refused_and_changes_nothing(home: Path, content: bytes) -> None:
    path = home / "old-20200101T000000Z.tsuzuri-backup"
    path.write_bytes(content)
    with pytest.raises((LibraryDamaged, LibraryLocked)):
        restore(at(home), path)
    assert not at(home).library_path("old").exists()


def test_one_that_is_not_there_or_has_no_name_of_ours_says_so(home: Path) -> None:
    with pytest.raises(UsageError, match="no backup"):
        restore(at(home), home / "x-20200101T000000Z.tsuzuri-backup")
    (home / "x.db").write_bytes(bytes(9000))
    with pytest.raises(UsageError, match="which dataset"):
        restore(at(home), home / "x.db", "old")
