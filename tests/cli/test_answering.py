"""`tsuzuri ask`: what goes to stdout, to stderr, and the exit code."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.library.worlds import installed_at, write_notes
from tsuzuri.cli.answering import converse, remarks
from tsuzuri.cli.main import main
from tsuzuri.core.answers import Answer, Verdict
from tsuzuri.core.results import Strategy

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    here = installed_at(tmp_path / "home")
    assert main(["add", str(write_notes(tmp_path / "notes"))], here=here) == 0
    capsys.readouterr()

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words), here=here)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_an_answer_has_its_sources_below(run: Run) -> None:
    code, out, _ = run("ask", "Where", "does", "Rina", "Hayami", "live?")
    first, source = out.splitlines()
    assert code == 0
    assert first == "Rina Hayami lives in Kobe. [1]"
    assert "Rina Hayami lives in Kobe." in source
    assert "foundry.md" in source


def test_ignorance_is_said_with_an_exit_code_of_its_own(run: Run) -> None:
    code, out, _ = run("ask", "Where does Marta Lindqvist live?")
    assert code == 1
    assert out.startswith("not in your library")


def test_one_stable_document(run: Run) -> None:
    code, out, _ = run("ask", "--json", "Where does Rina Hayami live?")
    document = json.loads(out)
    assert code == 0
    assert document["schema"] == 1
    assert document["text"] == "Rina Hayami lives in Kobe. [1]"
    assert document["answer"]["citations"][0]["number"] == 1


def test_the_day_is_stated(run: Run) -> None:
    _, _, err = run("ask", "--as-of", "2030-01-01", "--no-model", "Where does Rina Hayami live?")
    assert "as of 2030-01-01" in err


def test_the_steps_are_told_where_asked_for(run: Run) -> None:
    _, _, err = run("ask", "--trace", "Where does Rina Hayami live?")
    assert "weigh evidence" in err


def test_off_a_terminal_there_is_no_follow_up(run: Run) -> None:
    assert run("ask", "--follow-up", "Where does Rina Hayami live?")[0] == 0


NOTHING = Answer("q", "q", Verdict.DECLINED, (), (), None, (), Strategy.SYSTEM1, None, (), (), "x")


def test_each_question_has_those_before_it_and_an_empty_line_ends() -> None:
    seen: list[int] = []
    lines = iter(["second", ""])

    def answer(question: str, history: Sequence[Answer]) -> Answer:
        seen.append(len(history))
        return replace(NOTHING, question=question)

    told = converse("first", answer, lambda: next(lines))
    assert [one.question for one in told] == ["first", "second"]
    assert seen == [0, 1]


def test_what_was_understood_and_what_was_cut_is_remarked() -> None:
    answer = replace(NOTHING, verdict=Verdict.ANSWERED, asked="about Ken", cut=("Tom left.",))
    assert remarks(answer) == ["understood as: about Ken", "cut, since no source says it: Tom left."]
