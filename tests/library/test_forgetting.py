"""What forgetting takes with it, what it says of that beforehand and afterwards, and what comes back."""

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.ingest.test_true_to_disk import picture
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tests.waiting import wait_until
from tsuzuri.core.errors import LibraryBusy
from tsuzuri.core.ids import SourceId
from tsuzuri.core.results import Outcome
from tsuzuri.core.roots import RootState
from tsuzuri.library.facade import Library
from tsuzuri.library.forgetting import forget, sources_under
from tsuzuri.store.memory.backend import MemoryBackend


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = write_notes(tmp_path / "notes")
    (folder / "deep").mkdir()
    (folder / "deep" / "again.txt").write_text("Rina Hayami lives in Kobe. She rows.", encoding="utf-8")
    return folder


@pytest.fixture
def library(here: FakeInstallation, notes: Path) -> Iterator[Library]:
    with here.open() as opened:
        opened.add([notes])
        yield opened


def ids(library: Library, *paths: Path) -> Sequence[SourceId]:
    return [source.id for source in library.to_forget(paths)]


def finds(library: Library, words: str) -> bool:
    return library.search(words, semantic=False).outcome is Outcome.FOUND


class TestWhatIsMeant:
    def test_is_a_file_or_all_below_a_folder_once(self, library: Library, notes: Path) -> None:
        found = library.to_forget([notes, notes / "foundry.md", notes / "deep"])
        assert sorted(Path(source.uri).name for source in found) == [
            "again.txt",
            "foundry.md",
            "rumour.txt",
            "入社.txt",
        ]
        assert [Path(source.uri).name for source in library.to_forget([notes / "deep"])] == ["again.txt"]

    def test_may_be_gone_from_the_disk(self, library: Library, notes: Path) -> None:
        shutil.rmtree(notes)
        assert len(library.to_forget([notes])) == 4
        assert len(library.to_forget([notes / "foundry.md"])) == 1

    def test_may_be_named_through_a_link_or_from_where_one_is(self, library: Library, notes: Path) -> None:
        (notes.parent / "link").symlink_to(notes)
        assert len(library.to_forget([notes.parent / "link"])) == 4
        assert len(library.to_forget([Path(os.path.relpath(notes / "foundry.md"))])) == 1

    def test_is_nothing_where_only_the_name_begins_alike(self, library: Library, notes: Path) -> None:
        assert library.to_forget([notes.with_name("note"), notes / "foundry"]) == ()


class TestDryRun:
    def test_tells_what_the_real_one_does(self, library: Library, notes: Path) -> None:
        meant = ids(library, notes / "foundry.md")
        preview = library.forget(meant, dry_run=True)
        receipt = library.forget(meant)
        assert preview.dry_run
        assert not preview.erased
        assert replace(preview, dry_run=False) == receipt
        assert receipt.erased

    def test_changes_nothing(self, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        before, counts = picture(library._backend), library.counts()
        library.forget(ids(library, notes), dry_run=True)
        assert (picture(library._backend), library.counts()) == (before, counts)
        assert library._backend.roots.excluded(str(notes)) == frozenset()
        assert library.check() == ()
        assert finds(library, "foundry")


class TestReceipt:
    def test_counts_what_went_and_what_only_lost_evidence(self, library: Library, notes: Path) -> None:
        before = library.counts()
        receipt = library.forget(ids(library, notes / "foundry.md"))
        after = library.counts()
        assert receipt.sources == (str(notes / "foundry.md"),)
        assert (receipt.facts, receipt.facts_weakened) == (1, 1)
        assert receipt.statements == ("Rina Hayami joined Alder Foundry",)
        assert receipt.names == ("Alder Foundry",)
        told = (receipt.passages, receipt.facts, receipt.entities, receipt.mentions, receipt.vectors)
        assert told == tuple(
            getattr(before, name) - getattr(after, name)
            for name in ("passages", "facts", "entities", "mentions", "vectors")
        )
        assert (receipt.problems, receipt.not_erased) == ((), "")
        assert not finds(library, "foundry")
        assert finds(library, "Kobe")

    def test_of_a_whole_folder_leaves_an_empty_library(self, library: Library, notes: Path) -> None:
        receipt = library.forget(ids(library, notes))
        assert len(receipt.sources) == 4
        counts = library.counts()
        left = (counts.sources, counts.passages, counts.facts, counts.entities, counts.mentions, counts.vectors)
        assert left == (0, 0, 0, 0, 0, 0)

    def test_of_what_is_gone_already_is_empty(self, library: Library, notes: Path) -> None:
        meant = ids(library, notes / "foundry.md")
        library.forget(meant)
        again = library.forget(meant)
        assert (again.sources, again.passages, again.facts) == ((), 0, 0)

    def test_says_why_the_bytes_are_not_yet_gone(self, tmp_path: Path) -> None:
        class Read(MemoryBackend):
            def scrub(self) -> None:
                raise LibraryBusy("it is being read")

        receipt = forget(Read(), [])
        assert receipt.not_erased == "it is being read"
        assert not receipt.erased


class TestWatchedFolder:
    def test_does_not_take_in_again_what_still_lies_in_it(self, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        receipt = library.forget(ids(library, notes / "foundry.md"))
        assert receipt.excluded == (str(notes / "foundry.md"),)
        with library.keep():
            (notes / "kiln.txt").write_text("The kiln was lit.", encoding="utf-8")
            wait_until(lambda: finds(library, "kiln"))
        assert not finds(library, "foundry")

    def test_takes_it_in_again_where_a_person_adds_it(self, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        library.forget(ids(library, notes / "foundry.md"))
        library.add([notes / "foundry.md"])
        assert finds(library, "foundry")
        assert library._backend.roots.excluded(str(notes)) == frozenset()

    def test_may_take_in_a_new_file_in_the_place_of_one_that_went(self, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        meant = ids(library, notes / "foundry.md")
        (notes / "foundry.md").unlink()
        assert library.forget(meant).excluded == ()

    @pytest.mark.parametrize("how", ["not there", "said to be offline"])
    def test_that_is_away_may_still_hold_what_was_forgotten(self, library: Library, notes: Path, how: str) -> None:
        root = library.folders.add(notes)
        meant = ids(library, notes / "foundry.md")
        notes.rename(notes.with_name("away"))
        if how == "said to be offline":
            notes.mkdir()
            with library._backend.transaction():
                library._backend.roots.note_look(root.id, RootState.OFFLINE, "it looks empty")
        assert library.forget(meant).excluded == (str(notes / "foundry.md"),)

    def test_does_not_speak_for_files_beside_it(self, library: Library, notes: Path) -> None:
        library.folders.add(notes / "deep")
        assert library.forget(ids(library, notes / "foundry.md")).excluded == ()


def test_sources_come_in_order_of_place(library: Library, notes: Path) -> None:
    found = [source.uri for source in sources_under(library._backend, [notes])]
    assert found == sorted(found)
