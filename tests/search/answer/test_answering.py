from datetime import date

import pytest

from tests.fakes import FakeChat, SteppingClock
from tests.search.answer.office import LEFT, find, sound
from tsuzuri.core.answers import Answer, Composer, Verdict
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import SearchResult
from tsuzuri.search.answer.answering import Answering


class Desk:
    """Asks the office, and remembers what was shown meanwhile."""

    def __init__(self, backend: Backend, reply: str | None = None) -> None:
        self._backend = backend
        self.chat = None if reply is None else FakeChat(lambda _: "", respond=lambda _: reply)
        self.steps: list[str] = []
        self.texts: list[str] = []
        self.asked_widely = 0

    def _widely(self, words: str, day: date | None) -> SearchResult:
        self.asked_widely += 1
        return find(self._backend, words, day)

    def ask(self, question: str, *history: Answer, as_of: date | None = None) -> Answer:
        return Answering(self._backend, self.chat, SteppingClock(), sound).answer(
            question,
            lambda words, day: find(self._backend, words, day),
            find_widely=self._widely,
            as_of=as_of,
            history=history,
            on_step=self.steps.append,
            on_text=self.texts.append,
        )


def test_a_stored_fact_answers_by_itself(office: Backend) -> None:
    desk = Desk(office, "never asked")
    answer = desk.ask("Where does Ken Ito work?")
    assert (answer.verdict, answer.composer) == (Verdict.ANSWERED, Composer.FACT)
    assert answer.text == "Ken Ito works at Lumen Works (since 2021-05-01). [1]"
    assert answer.citations[0].fact_id is not None
    assert desk.chat is not None
    assert desk.chat.questions == []


def test_a_sentence_that_says_it_outright_is_quoted(office: Backend) -> None:
    answer = Desk(office, "never asked").ask("When did Ada Berg leave Lumen Works?")
    assert answer.composer is Composer.QUOTED
    assert answer.text == "Ada Berg left Lumen Works in 2022. [1]"


def test_every_citation_is_a_span_of_its_passage(office: Backend) -> None:
    answer = Desk(office).ask("Why was the launch of the Mellow lamp postponed?")
    for cited in answer.citations:
        (passage,) = office.catalog.passages([cited.passage_id])
        assert cited.span.of(passage.text) == cited.text
    assert "too soft" in answer.text
    assert {number for one in answer.statements for number in one.cites} == {one.number for one in answer.citations}


def test_what_the_model_writes_is_kept_where_a_source_says_it(office: Backend) -> None:
    desk = Desk(office, "It was postponed because the stands were too soft. [1] Tom Vale was angry. [1]")
    answer = desk.ask("Why was the launch of the Mellow lamp postponed?")
    assert answer.composer is Composer.MODEL
    assert answer.statements[0].text == "It was postponed because the stands were too soft."
    assert answer.cut == ("Tom Vale was angry.",)
    assert answer.model.startswith("fake-model")
    assert desk.texts[-1] == "It was postponed because the stands were too soft."
    assert desk.steps == ["search", "weigh evidence", "write"]


def test_what_the_model_leaves_out_is_quoted_behind_it(office: Backend) -> None:
    answer = Desk(office, "Ken Ito works there since May 2021. [2]").ask("Who has worked at Lumen Works?")
    assert answer.composer is Composer.MODEL
    assert len(answer.statements) > 1
    assert any("Ada Berg" in one.text for one in answer.statements)


def test_where_the_model_makes_it_up_the_sources_speak(office: Backend) -> None:
    answer = Desk(office, "Tom Vale did. [1]").ask("Who has left Lumen Works?")
    assert answer.composer is Composer.QUOTED
    assert answer.cut == ("Tom Vale did.",)
    assert LEFT.partition(".")[0] in answer.text


@pytest.mark.parametrize("question", ["Who is Marta Lindqvist married to?", "Who is the husband of Ken Ito?"])
def test_ignorance_is_admitted_before_the_model_is_asked(office: Backend, question: str) -> None:
    desk = Desk(office, "Tom Vale. [1]")
    answer = desk.ask(question)
    assert answer.verdict is Verdict.DECLINED
    assert answer.message.startswith("not in your library")
    assert (answer.text, answer.composer) == ("", None)
    assert desk.chat is not None
    assert desk.chat.questions == []


def test_a_declined_question_has_the_nearest_finds(office: Backend) -> None:
    assert Desk(office).ask("Who is the husband of Ken Ito?").hits


def test_as_of_is_stated_and_kept_to(office: Backend) -> None:
    answer = Desk(office).ask("Where does Ken Ito work?", as_of=date(2020, 1, 1))
    assert answer.as_of == date(2020, 1, 1)
    assert answer.verdict is Verdict.DECLINED


def test_what_was_told_later_may_have_been_so_by_then(office: Backend) -> None:
    answer = Desk(office).ask("Where does Ken Ito work?", as_of=date(2022, 1, 1))
    assert answer.text == "Ken Ito works at Lumen Works (since 2021-05-01). [1]"


def test_a_question_may_follow_on_another(office: Backend) -> None:
    desk = Desk(office)
    first = desk.ask("Where does Ken Ito work?")
    second = desk.ask("And where does he live?", first)
    assert second.asked == "And where does Ken Ito live?"
    assert second.text == "Ken Ito lives in Nara. [1]"


def test_a_wide_search_is_made_where_several_things_are_asked_for(office: Backend) -> None:
    desk = Desk(office)
    desk.ask("Where does Ken Ito work?")
    assert desk.asked_widely == 0
    desk.ask("Who has worked at Lumen Works?")
    assert desk.asked_widely == 1


def test_nothing_is_written_down(office: Backend) -> None:
    before = office.data_version(), office.catalog.counts()
    Desk(office).ask("Where does Ken Ito work?")
    assert (office.data_version(), office.catalog.counts()) == before


def test_an_empty_library_says_so(backend: Backend) -> None:
    answer = Desk(backend).ask("Where does Ken Ito work?")
    assert answer.verdict is Verdict.NOT_INDEXED
    assert "nothing is indexed yet" in answer.message
