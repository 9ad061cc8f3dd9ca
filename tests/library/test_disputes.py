"""Disputes in a library that takes files in: they are weighed by whoever writes, and what is decided lasts."""

from pathlib import Path

import pytest

from tests.library.worlds import FakeInstallation, installed_at
from tests.waiting import wait_until
from tsuzuri.core.review import Answer, Question
from tsuzuri.core.supersession import Rules
from tsuzuri.library.facade import Library

NAMES = ("Ida Brook", "Tom Vale", "Eva Roth", "Ken Ito", "Ines Orsk")


def two_homes(folder: Path, *names: str) -> Path:
    """Two notes of one day for each, which tell of two homes."""
    folder.mkdir(exist_ok=True)
    for name in names:
        for place in ("Ulm", "Kobe"):
            text = f"---\ndate: 2022-05-01\n---\n\n{name} lives in {place}.\n"
            (folder / f"{name} {place}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    return installed_at(tmp_path / "home")


def rules(library: Library) -> Rules:
    return library._stages.backend.graph.rules()


def test_are_weighed_when_files_are_added(here: FakeInstallation, tmp_path: Path) -> None:
    with here.open() as library:
        library.add([two_homes(tmp_path / "notes", "Ida Brook")], model=False)
        assert library.review.count() == 0
        library.add([])
        (view,) = library.review.waiting().items
        assert (view.item.question, library.status().questions) == (Question.CONTRADICTION, 1)
        library.add([])
        assert library.review.count() == 1


def test_are_weighed_by_who_keeps_the_library(here: FakeInstallation, tmp_path: Path) -> None:
    with here.open() as library:
        library.folders.add(two_homes(tmp_path / "notes", "Ida Brook"))
        with library.keep():
            wait_until(lambda: library.review.count() == 1)


def test_a_relation_that_may_have_many_values_has_them_after_the_next_opening_too(
    here: FakeInstallation, tmp_path: Path
) -> None:
    with here.open() as library:
        usual = rules(library)
        library.add([two_homes(tmp_path / "notes", *NAMES)])
        (view,) = library.review.waiting([Question.RULE]).items
        library.review.answer(view.item.id, Answer.YES)
    with here.open() as library:
        assert rules(library).single == usual.single - {"lives_in"}
        library.review.undo(view.item.id)
    with here.open() as library:
        assert rules(library) == usual
