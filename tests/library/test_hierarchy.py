"""The hierarchy as the library's users have it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.library.worlds import FakeInstallation, configure, installed_at
from tests.waiting import wait_until
from tsuzuri.library.facade import Library
from tsuzuri.pipeline.progress import Progress

FIRST = ("Rina", "Tomas", "Ines", "Oleg", "Mara", "Juno", "Pavel", "Sora", "Nils", "Wanda", "Emil", "Dora")
LAST = ("Hayami", "Berg", "Costa", "Lind", "Vogel", "Aoki", "Novak", "Mori", "Dahl", "Kral", "Roth", "Szabo")
FIRMS = ("Foundry", "Works", "Foundry", "Works", "Foundry", "Works")


def write_staff(folder: Path, number: int = 12) -> Path:
    """A note that says who joined which of six firms: eighteen names, and then more with each."""
    folder.mkdir(parents=True, exist_ok=True)
    trees = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir")
    lines = [
        f"{FIRST[at]} {LAST[at]} joined {trees[at % 6]} {FIRMS[at % 6]} in May 20{at + 10}. "
        f"{FIRST[at]} {LAST[at]} lives in {LAST[-at - 1]}town."
        for at in range(number)
    ]
    (folder / "staff.md").write_text("\n\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home", chat_installed=True)


@pytest.fixture
def library(here: FakeInstallation, tmp_path: Path) -> Iterator[Library]:
    with here.open() as opened:
        opened.add([write_staff(tmp_path / "notes")])
        yield opened


class TestTheHierarchy:
    def test_is_not_there_at_first_and_is_due(self, library: Library) -> None:
        status = library.hierarchy.status()
        assert (status.build, status.unfinished, status.is_extractive) == (None, None, False)
        assert status.uncategorised == library.counts().entities >= 20
        assert status.due == f"{status.uncategorised} entities are new"
        assert library.hierarchy.top() == ()
        assert library.hierarchy.named("Foundry") == ()

    def test_is_built_when_it_is_due(self, library: Library) -> None:
        told: list[str] = []

        def hear(step: str, progress: Progress) -> None:
            told.append(step)

        kept = library.enrich(model=False, on_progress=hear)
        assert kept.built is not None
        assert set(told) == {"sorting entities into categories"}
        status = library.hierarchy.status()
        assert status.build == kept.built.build
        assert (status.is_extractive, status.uncategorised, status.due) == (True, 0, "")

    def test_is_read_from_the_top_down(self, library: Library) -> None:
        hierarchy = library.hierarchy
        hierarchy.build(model=False)
        views = hierarchy.views([one.id for one in hierarchy.top()])
        assert sum(one.category.entities for one in views) >= library.counts().entities
        (foundry,) = hierarchy.named("FOUNDRY")
        (view,) = hierarchy.views([foundry.id])
        assert {entity.name for entity in view.entities} == {"Alder Foundry", "Cedar Foundry", "Elm Foundry"}
        assert hierarchy.of_entity(view.entities[0].id) == (foundry,)
        assert foundry in hierarchy.named("found")
        assert hierarchy.named("") == ()

    def test_may_be_taken_back(self, library: Library) -> None:
        library.hierarchy.build(model=False)
        first = library.hierarchy.status().build
        library.hierarchy.build()
        named_by_model = library.hierarchy.status()
        assert named_by_model.build is not None
        assert named_by_model.build.by.startswith("fake-model 0")
        assert not named_by_model.is_extractive
        assert library.hierarchy.revert()
        assert library.hierarchy.status().build == first
        assert not library.hierarchy.revert()

    def test_forgets_with_the_library(self, library: Library) -> None:
        library.hierarchy.build(model=False)
        library.forget([source.id for source in library.sources().items])
        assert library.hierarchy.top() == ()
        assert library.check() == ()


class TestAKeeper:
    def test_builds_it_once_nothing_else_waits(self, here: FakeInstallation, tmp_path: Path) -> None:
        with here.open() as library:
            library.folders.add(write_staff(tmp_path / "notes"))
            with library.keep():
                wait_until(lambda: bool(library.hierarchy.top()) and not library.hierarchy.status().due)
                (tmp_path / "notes" / "more.md").write_text("Lise Marin lives in Kobe.", encoding="utf-8")
                wait_until(lambda: bool(library.named("Kobe")) and not library.hierarchy.status().uncategorised)

    def test_builds_it_though_the_model_may_read_no_more_today(self, here: FakeInstallation, tmp_path: Path) -> None:
        notes = write_staff(tmp_path / "notes")
        with here.open() as library:
            library.add([notes])
        configure(tmp_path / "home", "[chat]\ntokens_per_day = 1\n")
        (notes / "more.md").write_text("Lise Marin joined Alder Foundry.", encoding="utf-8")
        with installed_at(tmp_path / "home").open() as library:
            library.add([notes], model=False)
            assert library.counts().pending
            with library.keep():
                wait_until(lambda: bool(library.hierarchy.top()))
            assert library.counts().pending
            assert library.hierarchy.status().is_extractive

    def test_lets_it_be_built_beside_its_own_work(self, here: FakeInstallation, tmp_path: Path) -> None:
        with here.open() as library:
            library.folders.add(write_staff(tmp_path / "notes"))
            with library.keep():
                wait_until(lambda: bool(library.hierarchy.top()) and not library.hierarchy.status().due)
                before = library.hierarchy.status().build
                assert not library.hierarchy.build(model=False).ended
                assert library.hierarchy.status().build != before

    def test_leaves_it_where_none_is_wanted(self, tmp_path: Path) -> None:
        configure(tmp_path / "home", "[categories]\nenabled = false\n")
        with installed_at(tmp_path / "home").open() as library:
            library.add([write_staff(tmp_path / "notes")])
            assert library.enrich().built is None
            assert library.hierarchy.top() == ()
