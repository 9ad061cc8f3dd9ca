"""What every backend does: what was asked is kept, without a word of its own of what an answer cites."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.store.samples import NOW, Stored, store
from tsuzuri.core.answers import Answer, Citation, Composer, Statement, Verdict
from tsuzuri.core.document import Span
from tsuzuri.core.ids import AskedId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Strategy, Timing

MOST = 100


def declined(question: str) -> Answer:
    return Answer(
        question, question, Verdict.DECLINED, (), (), None, (), Strategy.SYSTEM1, None, (), (), "s-1", "not there"
    )


def answered(backend: Backend, question: str, *passages: PassageId) -> Answer:
    """An answer with a sentence and a citation for each passage."""
    found = backend.catalog.passages(passages)
    citations = tuple(
        Citation(n, one.id, Span(0, 3), one.text[:3], one.title, one.source_uri, one.locator, one.said, FactId(7))
        for n, one in enumerate(found, start=1)
    )
    return replace(
        declined(question),
        verdict=Verdict.ANSWERED,
        statements=tuple(Statement(f"It says {one.number}.", (one.number,)) for one in citations),
        citations=citations,
        composer=Composer.MODEL,
        as_of=date(2024, 5, 1),
        message="",
        model="tiny 1",
    )


def put(backend: Backend, answer: Answer, *rests_on: PassageId, most: int = MOST) -> AskedId | None:
    with backend.transaction():
        return backend.history.put(answer, rests_on, NOW, most=most)


def questions(backend: Backend) -> list[str]:
    return [one.answer.question for one in backend.history.asked(MOST)]


@pytest.fixture
def notes(backend: Backend) -> Stored:
    with backend.transaction():
        return store(backend, "/notes.txt", ["Ada rows.", "Ben rides."])


class TestAQuestion:
    def test_is_kept_with_its_answer_but_for_what_nobody_reads_again(self, backend: Backend, notes: Stored) -> None:
        answer = answered(backend, "who?", *notes.passages)
        id_ = put(backend, replace(answer, trace=("a step",), timings=(Timing("search", 1.0),), cut=("no",)))
        (kept,) = backend.history.asked(MOST)
        assert (kept.id, kept.at, kept.answer) == (id_, NOW, answer)

    def test_may_have_no_answer(self, backend: Backend) -> None:
        put(backend, declined("where is 綴り?"))
        assert [one.answer for one in backend.history.asked(MOST)] == [declined("where is 綴り?")]

    def test_comes_after_those_before_it(self, backend: Backend) -> None:
        for question in "abc":
            with backend.transaction():
                backend.history.put(declined(question), (), NOW - timedelta(days=ord(question)), most=MOST)
        assert questions(backend) == ["a", "b", "c"]
        assert [one.answer.question for one in backend.history.asked(2)] == ["b", "c"]

    def test_goes_when_there_are_too_many(self, backend: Backend) -> None:
        for question in "abcd":
            put(backend, declined(question), most=3)
        assert questions(backend) == ["b", "c", "d"]

    def test_is_taken_out_alone_or_with_all(self, backend: Backend) -> None:
        ids = [put(backend, declined(question)) for question in "abc"]
        assert ids[1] is not None
        with backend.transaction():
            backend.history.remove(ids[1])
            backend.history.remove(AskedId(999))
        assert questions(backend) == ["a", "c"]
        with backend.transaction():
            backend.history.clear()
        assert questions(backend) == []

    def test_never_gets_the_id_of_one_before(self, backend: Backend) -> None:
        first = put(backend, declined("a"))
        with backend.transaction():
            backend.history.clear()
        assert put(backend, declined("b")) != first


class TestWhatItRestsOn:
    def test_takes_it_along_when_it_goes(self, backend: Backend, notes: Stored) -> None:
        with backend.transaction():
            other = store(backend, "/other.txt", ["Chie reads."])
        put(backend, answered(backend, "of both?", notes.passages[0], other.passages[0]))
        put(backend, declined("on top of it?"), notes.passages[1])
        put(backend, answered(backend, "of the other?", other.passages[0]))
        with backend.transaction():
            backend.catalog.forget(notes.source)
        assert questions(backend) == ["of the other?"]
        assert backend.check() == ()

    def test_must_be_there(self, backend: Backend, notes: Stored) -> None:
        answer = answered(backend, "who?", *notes.passages)
        assert put(backend, declined("and?"), PassageId(999)) is None
        with backend.transaction():
            backend.catalog.forget(notes.source)
        assert put(backend, answer) is None
        assert questions(backend) == []
