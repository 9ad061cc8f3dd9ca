"""Questions put to a library that has read two notes."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.fakes import FakeChat
from tests.library.worlds import fact_lines, installed_at, write_notes
from tsuzuri.core.answers import Composer, Verdict
from tsuzuri.core.results import Strategy
from tsuzuri.library.asking import sound
from tsuzuri.library.facade import Library


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("asked")
    chat = FakeChat(fact_lines, respond=lambda _: "Rina Hayami joined Alder Foundry in May 2021. [1]")
    with installed_at(folder / "home", chat=chat).open() as opened:
        opened.add([write_notes(folder / "notes")])
        yield opened


def test_an_answer_cites_the_words_of_its_file(library: Library) -> None:
    answer = library.ask("Where does Rina Hayami live?")
    assert answer.composer is Composer.FACT
    assert answer.text == "Rina Hayami lives in Kobe. [1]"
    assert answer.citations[0].source_uri.endswith("foundry.md")
    assert answer.citations[0].text.endswith("Rina Hayami lives in Kobe.")


def test_what_is_not_there_is_not_answered(library: Library) -> None:
    assert library.ask("Where does Marta Lindqvist live?").verdict is Verdict.DECLINED


def test_without_the_model_the_sources_answer(library: Library) -> None:
    answer = library.ask("Who has joined Alder Foundry?", model=False)
    assert answer.composer is Composer.QUOTED
    assert "Rina Hayami joined Alder Foundry in May 2021." in answer.text


def test_a_strategy_may_be_named_and_its_steps_are_told(library: Library) -> None:
    steps: list[str] = []
    answer = library.ask("Where does Rina Hayami live?", strategy=Strategy.FACTS, on_step=steps.append)
    assert answer.strategy_used is Strategy.FACTS
    assert steps == ["search", "weigh evidence"]


def test_a_day_may_be_named(library: Library) -> None:
    assert library.ask("When did Rina Hayami join Alder Foundry?", as_of=date(2020, 1, 1)).as_of == date(2020, 1, 1)


def test_nothing_that_is_asked_is_kept(library: Library) -> None:
    before = library.counts(), library.data_version()
    library.ask("Who has joined Alder Foundry?")
    assert (library.counts(), library.data_version()) == before


def test_a_japanese_name_sounds_as_it_is_read() -> None:
    assert sound("速水") == sound("Hayami") == "hayami"
