"""The questions that are kept, and that nothing of what is forgotten is left in them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes import FakeChat
from tests.library.worlds import fact_lines, installed_at, write_notes
from tsuzuri.core.answers import Answer, Verdict
from tsuzuri.library.facade import Library
from tsuzuri.library.history import KEPT

WROTE = "Rina Hayami joined Alder Foundry in May 2021. [1]"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def library(path: Path, tmp_path: Path) -> Iterator[Library]:
    chat = FakeChat(fact_lines, respond=lambda _: WROTE)
    with installed_at(path, environ={"TSUZURI_LIBRARY__ENCRYPTION": "off"}, chat=chat).open() as opened:
        opened.add([write_notes(tmp_path / "notes")])
        yield opened


def ask(library: Library, question: str, *follows: Answer) -> Answer:
    answer = library.ask(question, history=follows)
    library.history.keep(answer, follows)
    return answer


def questions(library: Library) -> list[str]:
    return [one.answer.question for one in library.history.asked()]


def test_a_question_is_read_again_as_it_was_answered(library: Library) -> None:
    answer = ask(library, "Where does Rina Hayami live?")
    (kept,) = library.history.asked()
    assert kept.answer == replace(answer, hits=(), timings=(), trace=(), cut=())
    assert kept.answer.citations[0].text.endswith("Rina Hayami lives in Kobe.")


def test_one_that_was_declined_is_kept_and_one_that_was_stopped_is_not(library: Library) -> None:
    declined = ask(library, "Where does Marta Lindqvist live?")
    assert library.history.keep(replace(declined, verdict=Verdict.CANCELLED)) is None
    assert questions(library) == ["Where does Marta Lindqvist live?"]


def test_the_latest_are_kept(library: Library) -> None:
    declined = library.ask("Where does Marta Lindqvist live?")
    for number in range(KEPT + 2):
        library.history.keep(replace(declined, question=f"question {number}"))
    assert questions(library) == [f"question {number}" for number in range(2, KEPT + 2)]


def test_one_or_all_are_taken_out(library: Library) -> None:
    ask(library, "Where does Rina Hayami live?")
    ask(library, "Who has joined Alder Foundry?")
    library.history.remove(library.history.asked()[0].id)
    assert questions(library) == ["Who has joined Alder Foundry?"]
    library.history.clear()
    assert questions(library) == []


def test_it_is_not_found_by_a_search(library: Library) -> None:
    ask(library, "Where does Marta Lindqvist live?")
    assert library.search("Lindqvist", semantic=False).hits == ()


class TestForgetting:
    def test_leaves_no_word_in_the_file(self, library: Library, path: Path) -> None:
        first = ask(library, "Where does Rina Hayami live?")
        ask(library, "When did she join?", first)
        assert len(questions(library)) == 2
        library.forget([source.id for source in library.sources().items])
        assert questions(library) == []
        library.close()
        kept = b"".join(file.read_bytes() for file in path.rglob("personal.tsuzuri*"))
        assert kept
        assert b"Hayami" not in kept

    def test_of_something_else_leaves_a_question_as_it_is(self, library: Library) -> None:
        ask(library, "Where does Rina Hayami live?")
        other = [one.id for one in library.sources().items if not one.uri.endswith("foundry.md")]
        library.forget(other)
        assert questions(library) == ["Where does Rina Hayami live?"]
