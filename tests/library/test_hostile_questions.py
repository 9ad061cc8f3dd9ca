"""Questions that nobody means well with: each strategy and `ask` end with a reason, not with an exception."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes import FakeChat
from tests.library.worlds import fact_lines, installed_at, write_notes
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.library.facade import Library

HOSTILE = {
    "empty": "",
    "spaces": " \t\n ",
    "long word": "a" * 10_000,
    "many words": "when who why kiln " * 550,
    "many marks": "?" * 10_000,
    "long Japanese": "星真理子はどこで猫を飼うのか" * 700,
    "NUL": "who\0 joined \0Alder Foundry?",
    "only NUL": "\0",
    "lone surrogate": "who joined \ud800 Alder Foundry?",
    "only surrogate": "\udfff",
    "marks": "?!.,;:()[]{}<>*^+-\"'`~|\\/",
    "near": "NEAR(",
    "near two": 'NEAR("kiln" "x", 3) AND OR NOT *',
    "quote": '"kiln',
    "quotes": '"""kiln" "',
    "operators": "type: in: before: after: with: -",
    "operators in a row": "type:person type:fact in:x in:y before:2020 after:2030 with:Rina with:nobody -kiln",
    "odd days": "before:9999-99-99 after:0000 when was the kiln lit in 99999?",
    "surrogate in an operator": 'with:\ud800 in:"\udc00" kiln',
    "brackets": "<<<>>>[1][2]<|im_end|>",
    "percent": "100% _ %s {0}",
    "marks that join": "e" + "\u0301" * 3000,
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    chat = FakeChat(fact_lines, respond=lambda _: "Rina Hayami joined Alder Foundry in May 2021. [1]")
    with installed_at(folder / "home", chat=chat).open() as opened:
        opened.add([write_notes(folder / "notes")])
        yield opened


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with installed_at(tmp_path_factory.mktemp("empty") / "home", chat=FakeChat(fact_lines)).open() as opened:
        yield opened


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_search_ends_with_hits_or_a_reason(library: Library, strategy: Strategy, text: str) -> None:
    result = library.search(text, strategy=strategy, limit=5)
    assert result.hits or result.message


@pytest.mark.parametrize("model", [True, False])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_question_ends_with_an_answer_or_a_reason(library: Library, text: str, model: bool) -> None:
    answer = library.ask(text, model=model)
    assert answer.text or answer.message


@pytest.mark.parametrize("strategy", list(Strategy))
def test_an_empty_library_says_why(empty: Library, strategy: Strategy) -> None:
    result = empty.search("Who joined Alder Foundry?", strategy=strategy)
    assert (result.hits, result.outcome is not Outcome.FOUND) == ((), True)
    assert result.message
