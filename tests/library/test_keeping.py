"""A library that keeps itself: its threads, who may have them, and what they say when one cannot go on."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeEmbedder
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tests.waiting import wait_until
from tsuzuri.core.errors import LibraryBusy, ModelUnavailable
from tsuzuri.core.results import Outcome
from tsuzuri.core.roots import RootState
from tsuzuri.library.facade import Library
from tsuzuri.library.keeping import Keeper
from tsuzuri.library.lock import holder, writer_lock
from tsuzuri.library.stages import Models

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors


class MoodyEmbedder(FakeEmbedder):
    """Embeds unless it is told not to. Remembers what it was asked for. It stumbles over the word "stone"."""

    def __init__(self) -> None:
        self.works = True
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> "Vectors":
        self.asked += texts
        if not self.works:
            raise ModelUnavailable("the embedder is not installed", hint="install it")
        return super().passages(texts)

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        if any("stone" in text for text in texts):
            raise ValueError("a fault of ours")
        return super().count_tokens(texts)


@dataclass(frozen=True)
class Moody(FakeInstallation):
    """An installation with such an embedder, and no chat model."""

    embedder: MoodyEmbedder = field(default_factory=MoodyEmbedder)

    def models(self, dataset: str = "") -> Models:
        return Models(self.embedder, None, "", False)


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


@pytest.fixture
def moody(here: FakeInstallation) -> Moody:
    return Moody(here.paths, here.environ, clock=here.clock, keyring=here.keyring)


@pytest.fixture
def library(here: FakeInstallation) -> Iterator[Library]:
    with here.open() as opened:
        yield opened


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "notes")


def keeper_of(library: Library, again_s: float = 0.05) -> Keeper:
    """The keeper of a library, with less patience than a person would have."""
    return Keeper(library._stages, library._writing, again_s=again_s)


def finds(library: Library, words: str) -> bool:
    return library.search(words, semantic=False).outcome is Outcome.FOUND


def rests(library: Library) -> bool:
    """Whether nothing is left to do."""
    backlog = library.queue.backlog()
    return not (backlog.reading.waiting + backlog.reading.running + backlog.embedding + backlog.understanding)


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("keeper")]


class TestKeeper:
    def test_works_through_what_waits(self, here: FakeInstallation, library: Library, notes: Path) -> None:
        library.queue.pause(True)
        with writer_lock(here.library_path("personal")), pytest.raises(LibraryBusy):
            library.add([notes])  # recorded, and read by nobody
        library.queue.pause(False)
        with library.keep():
            wait_until(lambda: library.counts().facts == 4 and rests(library))
        assert library.counts().sources == 3

    def test_follows_a_watched_folder(self, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        with library.keep():
            wait_until(lambda: library.counts().sources == 3 and rests(library))
            (notes / "kiln.txt").write_text("The kiln was lit.", encoding="utf-8")
            wait_until(lambda: finds(library, "kiln"))
            (notes / "kiln.txt").unlink()
            wait_until(lambda: not finds(library, "kiln"))
            assert [root.state for root in library.folders.roots()] == [RootState.ONLINE]
        assert library.check() == ()

    def test_tells_why_a_stage_does_not_go_on_until_it_does(self, moody: Moody, notes: Path) -> None:
        moody.embedder.works = False
        with moody.open() as library, keeper_of(library) as keeper:
            library.folders.add(notes)
            wait_until(lambda: bool(keeper.problems))
            (problem,) = keeper.problems
            assert (problem.stage, problem.message) == ("embedding", "the embedder is not installed")
            assert problem.hint == "install it"
            wait_until(lambda: library.queue.backlog().reading.waiting == 0 and library.counts().sources == 3)
            moody.embedder.works = True
            wait_until(lambda: not keeper.problems and rests_but_for_the_model(library))

    def test_a_file_that_brings_out_a_fault_holds_up_no_other_and_is_named(self, moody: Moody, notes: Path) -> None:
        for number in range(3):
            (notes / f"{number}.txt").write_text(f"Here lies stone {number}.", encoding="utf-8")
        with moody.open() as library, keeper_of(library, again_s=3600):
            library.folders.add(notes)
            wait_until(lambda: library.queue.backlog().reading.retrying == 3 and finds(library, "bell"))
            assert {job.reason for job in library.queue.retrying()} == {"something went wrong (ValueError)"}

    def test_a_stage_that_cannot_go_on_is_not_hurried_by_what_is_new(self, moody: Moody, notes: Path) -> None:
        moody.embedder.works = False
        with moody.open() as library, keeper_of(library, again_s=3600) as keeper:
            library.folders.add(notes)
            wait_until(lambda: bool(keeper.problems))
            asked = len(moody.embedder.asked)
            (notes / "kiln.txt").write_text("The kiln was lit.", encoding="utf-8")
            wait_until(lambda: finds(library, "kiln"))
            library.queue.pause(True)
            wait_until(lambda: library.queue.backlog().paused)
            assert len(moody.embedder.asked) == asked

    def test_embeds_of_a_file_that_changed_only_what_is_new_in_it(self, moody: Moody, notes: Path) -> None:
        diary = notes / "diary.md"
        days = [f"## Day {number}\n\nOn day {number} the mill ground rye.\n" for number in range(5)]
        diary.write_text("\n".join(days), encoding="utf-8")
        with moody.open() as library:
            library.folders.add(notes)
            with keeper_of(library):
                wait_until(lambda: library.counts().sources == 4 and rests_but_for_the_model(library))
                del moody.embedder.asked[:]
                diary.write_text("\n".join([*days, "## Last day\n\nThe kiln was lit.\n"]), encoding="utf-8")
                wait_until(lambda: finds(library, "kiln") and rests_but_for_the_model(library))
        assert [text for text in moody.embedder.asked if "mill ground" in text] == []
        assert [text for text in moody.embedder.asked if "kiln" in text] != []

    def test_rests_and_goes_on_as_a_person_says(self, library: Library, notes: Path) -> None:
        library.queue.pause(True)
        library.folders.add(notes)
        with library.keep():
            wait_until(lambda: library.queue.backlog().reading.waiting == 3)
            assert library.counts().passages == 0
            library.queue.pause(False)
            wait_until(lambda: library.counts().facts == 4)

    def test_lets_go_of_all_when_it_is_closed(self, here: FakeInstallation, library: Library, notes: Path) -> None:
        library.folders.add(notes)
        keeper = library.keep().start()
        assert len(threads()) == 5
        assert holder(here.library_path("personal")) is not None
        keeper.close()
        keeper.close()
        assert threads() == []
        assert holder(here.library_path("personal")) is None

    def test_a_second_one_is_refused_while_the_first_runs(self, here: FakeInstallation, library: Library) -> None:
        with library.keep(), here.open() as other, pytest.raises(LibraryBusy):
            other.keep().start()
        with library.keep():
            assert holder(here.library_path("personal")) is not None

    def test_one_that_cannot_begin_holds_nothing(self, here: FakeInstallation) -> None:
        library = here.open()
        library.close()
        keeper = library.keep()
        with pytest.raises(RuntimeError):
            keeper.start()
        with writer_lock(here.library_path("personal")):
            assert threads() == []


def rests_but_for_the_model(library: Library) -> bool:
    backlog = library.queue.backlog()
    return not (backlog.reading.waiting + backlog.reading.running + backlog.embedding)
