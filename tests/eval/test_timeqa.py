"""Questions on what was so from a year to another, with an invented article and a stand-in for the model."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.eval.extraction import End, StoredFact
from tests.eval.runs import SETS, Options, Result
from tests.eval.timeqa import Article, Marked, Question, Score, marks, parse, read, score
from tests.eval.workbench import Workbench
from tests.fakes import FakeChat, FakeEmbedder
from tests.stages import ONTOLOGY
from tsuzuri.core.document import Span
from tsuzuri.core.models import ChatModel
from tsuzuri.core.temporal import UNDATED, Interval, Precision

TEXT = "Mira Holt worked at Bellform from 2004 to 2006 ."
ROW: dict[str, Any] = {
    "id": "/wiki/Mira_Holt#P108",
    "relation": "P108",
    "paras": ["Mira Holt", TEXT],
    "questions": [
        {"q": "Where did Mira Holt work from 2004 to Nov 2006?", "answers": [[1, "Bellform AG"]]},
        {"q": "Where did Mira Holt work from 2010 to 2012?", "answers": []},
        {"q": "Where did Mira Holt work in 2005?", "answers": [[1, "Bellform AG"]]},
    ],
}
FACT = "1 | Mira Holt | person | works_at | Bellform | organization | from 2004 to 2006"


def stored(object_: str, held: Interval, relation: str = "works_at") -> StoredFact:
    ends = [End(None, name, "organization", (Span(0, 1),)) for name in ("Mira Holt", object_)]
    return StoredFact(ends[0], relation, ends[1], Span(0, 1), 0.9, held)


def years(first: int, after: int | None) -> Interval:
    return Interval(date(first, 1, 1), date(after, 1, 1) if after else None, Precision.YEAR)


def test_questions_of_another_form_are_left_out() -> None:
    article = parse(ROW)
    assert article.text == f"Mira Holt\n\n{TEXT}"
    assert [(one.first, one.last, one.answers) for one in article.questions] == [
        (2004, 2006, ("Bellform AG",)),
        (2010, 2012, ()),
    ]


@pytest.mark.parametrize(
    ("object_", "held", "objects", "valid"),
    [
        ("Bellform", years(2004, 2007), 1, 1),
        ("Bellform", years(2004, 2006), 1, 1),  # closed where the next began
        ("the Bellform AG of Vall", years(2004, 2007), 1, 1),
        ("Bellform", years(2003, 2007), 1, 0),
        ("Bellform", years(2004, None), 1, 0),
        ("Bellform", UNDATED, 1, 0),
        ("Ostra", years(2004, 2007), 0, 0),
    ],
)
def test_an_answer_counts_with_its_years(object_: str, held: Interval, objects: int, valid: int) -> None:
    article = Article("a", "P108", TEXT, (Question("", 2004, 2006, ("Bellform AG",)),))
    assert score(article, [stored(object_, held)]) == Score(answerable=1, objects=objects, valid=valid)


@pytest.mark.parametrize(
    ("held", "relation", "quiet"),
    [
        (years(2004, 2007), "works_at", 1),
        (years(2004, None), "works_at", 0),
        (years(2004, None), "lives_in", 1),
        (UNDATED, "works_at", 1),
    ],
)
def test_what_has_no_answer_is_left_unsaid(held: Interval, relation: str, quiet: int) -> None:
    article = Article("a", "P108", TEXT, (Question("", 2010, 2012, ()),))
    assert score(article, [stored("Bellform", held, relation)]) == Score(unanswerable=1, quiet=quiet)


def test_a_hundred_expressions_are_marked_and_each_once() -> None:
    marked = marks()
    assert len(marked.times) == 100
    assert len({(one.article, one.span) for one in marked.times}) == 100


def test_an_expression_is_read_where_it_stands() -> None:
    span = Span(TEXT.index("from"), TEXT.index(" ."))
    assert read(Marked("a", span, UNDATED), TEXT, date(2021, 6, 1)) == years(2004, 2007)


def run(folder: Path, chat: ChatModel | None, *, misses: bool = False) -> Result:
    file = folder / SETS["timeqa"].file
    file.parent.mkdir()
    file.write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    return SETS["timeqa"].run(Options(folder, None, 7, misses), Workbench(chat, FakeEmbedder(), ONTOLOGY))


def test_the_set_is_scored_with_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(tmp_path, FakeChat(lambda _: FACT), misses=True)
    assert result == Result(1, {"times": 0.0, "validity": 1.0, "abstain": 1.0, "object": 1.0})
    assert "found  Where did Mira Holt work from 2004" in capsys.readouterr().out


def test_and_without_one_only_the_words_of_time_are_read(tmp_path: Path) -> None:
    assert run(tmp_path, None) == Result(0, {"times": 0.0})
