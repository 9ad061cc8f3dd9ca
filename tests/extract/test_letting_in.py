"""Lines that the ontology refused: which are asked about, how one is let in, and that nothing is left when it goes."""

import pytest

from tests.extract.lines import rows, scripted, wire
from tests.extract.test_write import all_facts, passage, read, write
from tests.fakes import FakeChat, SteppingClock
from tests.stages import ONTOLOGY, store_text
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Question
from tsuzuri.core.values import Kind, Passage, Quarantined
from tsuzuri.extract.letting_in import LettingIn, line_of
from tsuzuri.extract.understand import Understanding
from tsuzuri.extract.wire import WireFact

TEXT = "Lumen AG lives in Ulm since 2021. Nobody knows why."
ODD = wire("Lumen AG", "organization", "lives_in", "Ulm", "place", "since 2021")
MODEL = "fake-model 0 facts-1"


@pytest.fixture
def letting_in(backend: Backend) -> LettingIn:
    return LettingIn(backend, ONTOLOGY, SteppingClock())


def refuse(backend: Backend, letting_in: LettingIn, text: str, *lines: WireFact) -> Passage:
    """A passage of which these lines were refused."""
    found = passage(backend, text)
    one = read(found, *lines)
    assert one.refused
    write(backend, one)
    with backend.transaction():
        letting_in.ask([one], MODEL)
    return found


def waiting(backend: Backend) -> tuple[Item, ...]:
    return backend.reviews.waiting(questions=[Question.QUARANTINE]).items


class TestAsking:
    def test_is_about_lines_that_did_not_fit(self, backend: Backend, letting_in: LettingIn) -> None:
        found = refuse(backend, letting_in, TEXT, ODD)
        (item,) = waiting(backend)
        assert (item.one, item.detail, item.by) == (found.id, ODD.line, MODEL)
        assert item.reason == "an organization cannot be the subject of lives_in"
        assert line_of(item) == Quarantined(found.id, ODD.line, item.reason, MODEL)

    @pytest.mark.parametrize(
        "line",
        [
            wire("Nobody Atall", "organization", "lives_in", "Ulm", "place"),
            wire("Lumen AG", "organization", "works_at", "Nowhere", "organization"),
        ],
    )
    def test_is_not_about_what_could_not_be_let_in(
        self, backend: Backend, letting_in: LettingIn, line: WireFact
    ) -> None:
        refuse(backend, letting_in, TEXT, line)
        assert waiting(backend) == ()

    def test_does_at_once_what_a_person_has_answered_before(self, backend: Backend, letting_in: LettingIn) -> None:
        for answer, facts in ((Answer.YES, 1), (Answer.NO, 0)):
            refuse(backend, letting_in, f"{TEXT} {answer}", ODD)
            (item,) = waiting(backend)
            with backend.transaction():
                backend.reviews.answer(item.id, answer, YOU, SteppingClock()())
                backend.catalog.forget(backend.catalog.sources().items[0].id)
            refuse(backend, letting_in, f"{TEXT} {answer}", ODD)
            assert waiting(backend) == ()
            assert backend.graph.quarantined() == ()
            assert len(all_facts(backend)) == facts
            with backend.transaction():
                backend.catalog.forget(backend.catalog.sources().items[0].id)


class TestLettingIn:
    def test_writes_the_fact_as_the_line_has_it(self, backend: Backend, letting_in: LettingIn) -> None:
        refuse(backend, letting_in, TEXT, ODD)
        (item,) = waiting(backend)
        with backend.transaction():
            assert letting_in.let_in(line_of(item)) == ""
        (fact,) = all_facts(backend)
        assert fact.statement == "Lumen lives in Ulm"
        assert str(fact.valid.start) == "2021-01-01"
        (proof,) = backend.graph.evidence_of([fact.id])[fact.id]
        assert (proof.by, proof.confidence) == (YOU, 1.0)
        assert proof.statement.of(TEXT) == "Lumen AG lives in Ulm since 2021."
        assert proof.time is not None
        assert proof.time.of(TEXT) == "since 2021"
        assert backend.graph.quarantined() == ()
        query = LexicalQuery((Term(("ulm",)),))
        assert [one.id for one in backend.lexical.match(Kind.FACT, query, 5)] == [fact.id]

    def test_knows_who_is_meant(self, backend: Backend, letting_in: LettingIn) -> None:
        text = f"{TEXT} Eva Roth founded Lumen AG."
        founded = wire("Eva Roth", "person", "founded", "Lumen AG", "organization", sentence=2)
        refuse(backend, letting_in, text, ODD, founded)
        (item,) = waiting(backend)
        with backend.transaction():
            letting_in.let_in(line_of(item))
        (lumen,) = backend.graph.entities_by_key(["lumen"])["lumen"]
        assert lumen.facts == 2

    def test_takes_a_relation_that_a_closed_ontology_does_not_list(self, backend: Backend) -> None:
        letting_in = LettingIn(backend, ONTOLOGY, SteppingClock())
        found = passage(backend, "Lumen AG sponsors Chess Club.")
        line = "Lumen AG | organization | sponsors | Chess Club | organization"
        with backend.transaction():
            assert letting_in.let_in(Quarantined(found.id, line, "not listed", MODEL)) == ""
        assert [fact.statement for fact in all_facts(backend)] == ["Lumen sponsors Chess Club"]

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("no line at all", "not a fact line: 1 fields"),
            ("Ostra | organization | lives_in | Ulm | place", "not in the passage"),
            ("Lumen AG | organization | lives_in | Lumen AG | place", "subject and object are the same words"),
        ],
    )
    def test_refuses_what_does_not_stand_there(
        self, backend: Backend, letting_in: LettingIn, line: str, reason: str
    ) -> None:
        found = passage(backend, TEXT)
        with backend.transaction():
            assert letting_in.let_in(Quarantined(found.id, line, "", MODEL)) == reason
        assert all_facts(backend) == ()

    def test_can_be_taken_back_without_a_trace(self, backend: Backend, letting_in: LettingIn) -> None:
        text = f"{TEXT} Eva Roth founded Lumen AG."
        founded = wire("Eva Roth", "person", "founded", "Lumen AG", "organization", sentence=2)
        refuse(backend, letting_in, text, ODD, founded)
        (item,) = waiting(backend)
        before = rows(backend)
        with backend.transaction():
            letting_in.let_in(line_of(item))
        assert rows(backend) != before
        with backend.transaction():
            letting_in.take_out(line_of(item))
        assert rows(backend) == before
        assert backend.check() == ()


def test_what_the_model_writes_and_the_ontology_refuses_is_asked_about(backend: Backend) -> None:
    store_text(backend, "/notes/a.md", [TEXT])
    chat = FakeChat(scripted(("lives in Ulm", ODD.line)))
    Understanding(backend, chat, ONTOLOGY, SteppingClock()).run()
    (item,) = waiting(backend)
    assert (item.detail, item.by) == (ODD.line, "fake-model 0 facts-5")
    (kept,) = backend.graph.quarantined()
    assert line_of(item) == kept


def test_what_was_found_wrong_before_is_not_let_in(backend: Backend, letting_in: LettingIn) -> None:
    refuse(backend, letting_in, TEXT, ODD)
    (item,) = waiting(backend)
    with backend.transaction():
        letting_in.let_in(line_of(item))
    (fact,) = all_facts(backend)
    with backend.transaction():
        backend.graph.retract(fact.id, SteppingClock()())
    again = passage(backend, f"{TEXT} Really.", "/notes/b.md")
    before = rows(backend)
    with backend.transaction():
        assert letting_in.let_in(Quarantined(again.id, ODD.line, "why", MODEL)) == "it was found wrong before"
    assert rows(backend) == before
