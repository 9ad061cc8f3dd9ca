from dataclasses import replace

import pytest

from tests.eval.ask import QUESTIONS, Asked, Scored, metrics, parse, place, recall
from tsuzuri.core.answers import Answer, Citation, Statement, Verdict
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.results import Outcome, SearchResult, Strategy
from tsuzuri.paths import shipped
from tsuzuri.text.normalise import display

DECLINED = Answer("", "", Verdict.DECLINED, (), (), None, (), Strategy.SYSTEM1, None, (), (), "x")
WHO = Asked("plain", "Who?", (("Ken Ito", "伊藤"), ("Nara",)), (("a.md", "b.md"), ("c.md",)))
NOBODY = Asked("none", "Who else?", (), ())


def answered(text: str, uri: str = "/home/sample/a.md") -> Answer:
    cited = Citation(1, PassageId(1), Span(0, 1), "x", "", uri, "", None)
    return replace(DECLINED, verdict=Verdict.ANSWERED, statements=(Statement(text, (1,)),), citations=(cited,))


class TestTheQuestions:
    @pytest.fixture(scope="class")
    def questions(self) -> tuple[Asked, ...]:
        return parse(QUESTIONS.read_text(encoding="utf-8"))

    def test_there_are_twenty_of_each_group_in_both_languages(self, questions: tuple[Asked, ...]) -> None:
        for group in ("list", "plain", "none"):
            of_group = [one for one in questions if one.group == group]
            assert len(of_group) == 20
            assert 5 < sum(one.question.isascii() for one in of_group) < 15

    def test_all_but_the_unanswerable_have_their_evidence_in_the_sample(self, questions: tuple[Asked, ...]) -> None:
        sample = shipped("assets/sample")
        there = {display(str(file.relative_to(sample))) for file in sample.rglob("*") if file.is_file()}
        for one in questions:
            assert one.answerable == (one.group != "none") == bool(one.files)
            assert {file for files in one.files for file in files} <= there


class TestScores:
    def test_an_answer_is_right_that_holds_a_word_of_each_list(self) -> None:
        assert Scored(WHO, answered("伊藤さんは Nara にいる。"), 0.0).right
        assert not Scored(WHO, answered("Ken Ito is here."), 0.0).right
        assert not Scored(WHO, DECLINED, 0.0).right

    def test_what_cannot_be_answered_is_right_when_it_is_declined(self) -> None:
        assert Scored(NOBODY, DECLINED, 0.0).right
        assert not Scored(NOBODY, answered("Ken Ito."), 0.0).right

    def test_the_figures_are_shares(self) -> None:
        scored = [
            Scored(WHO, answered("Ken Ito in Nara."), 1.0),
            Scored(WHO, answered("Ken Ito.", "/home/sample/z.md"), 1.0),
            Scored(WHO, DECLINED, 1.0),
            Scored(NOBODY, DECLINED, 1.0),
        ]
        found = metrics(scored)
        assert found["right"] == found["plain.right"] == pytest.approx(1 / 3)
        assert found["declined_wrongly"] == pytest.approx(1 / 3)
        assert found["declined"] == 1.0
        assert found["cited_gold"] == 0.5

    def test_a_place_is_told_below_the_sample(self) -> None:
        assert place("/anywhere/assets/sample/notes/a.md") == "notes/a.md"

    def test_nothing_found_is_no_recall(self) -> None:
        nothing = SearchResult(Outcome.EMPTY, (), (), Strategy.SYSTEM1, (), (), "x")
        assert recall(WHO, nothing) == 0.0
