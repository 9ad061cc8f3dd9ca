"""What a decision needs of every store: finding what was asked, and taking back exactly what was let in."""

import pytest

from tests.store.samples import NOW, evidence, fact_draft, mention, name, state, store
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Proposal, Question
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import Fact, Quarantined


@pytest.fixture
def passage(backend: Backend) -> PassageId:
    with backend.transaction():
        return store(backend, "/note.txt", ["Aiko Mori lives in Ulm and in Kobe"]).passages[0]


@pytest.fixture
def aiko(backend: Backend, passage: PassageId) -> EntityId:
    with backend.transaction():
        backend.graph.set_rules(Rules(frozenset({"lives_in"})))
        id_ = name(backend, "Aiko Mori")
        backend.graph.add_mentions([mention(id_, passage)])
    return id_


def live(backend: Backend, who: EntityId, where: str, passage: PassageId, *, by: str = "model 1") -> Fact:
    with backend.transaction():
        known = backend.graph.entities_by_key([where.casefold()]).get(where.casefold())
        place = known[0].id if known else name(backend, where)
        id_ = state(backend, fact_draft(who, "lives_in", place), evidence(passage, by=by))
    return backend.graph.facts([id_])[0]


def ask(backend: Backend, question: Question, print_: int, one: int, other: int = 0) -> Item:
    with backend.transaction():
        proposal = Proposal(question, print_, one, other, 0.5, "why", "rule 1", "words")
        (item,) = backend.reviews.propose([proposal], NOW)
    return item


def answer(backend: Backend, item: Item, answer: Answer | None, by: str = YOU) -> Item:
    with backend.transaction():
        return backend.reviews.answer(item.id, answer, by, NOW)


class TestQuestions:
    def test_are_found_by_their_prints_whether_they_wait_or_not(
        self, backend: Backend, passage: PassageId, aiko: EntityId
    ) -> None:
        first = ask(backend, Question.QUARANTINE, 1, passage)
        second = answer(backend, ask(backend, Question.QUARANTINE, -2, passage), Answer.NO)
        ask(backend, Question.RULE, 1, 0)
        assert backend.reviews.asked(Question.QUARANTINE, [1, -2, 3]) == {1: first, -2: second}
        assert backend.reviews.asked(Question.QUARANTINE, []) == {}

    def test_of_what_is_gone_leave_their_answer_alone(
        self, backend: Backend, passage: PassageId, aiko: EntityId
    ) -> None:
        for print_, said, by in ((1, Answer.YES, YOU), (2, Answer.NO, "rule 1"), (3, Answer.LATER, YOU)):
            answer(backend, ask(backend, Question.QUARANTINE, print_, passage), said, by)
        with backend.transaction():
            backend.catalog.forget(backend.catalog.sources().items[0].id)
        assert backend.reviews.asked(Question.QUARANTINE, [1, 2, 3]) == {}
        assert backend.reviews.remembered(Question.QUARANTINE, [1, 2, 3]) == {1: Answer.YES}
        assert backend.reviews.remembered(Question.MERGE, [1]) == {}

    def test_that_were_decided_are_listed_by_kind(self, backend: Backend, passage: PassageId, aiko: EntityId) -> None:
        line = answer(backend, ask(backend, Question.QUARANTINE, 1, passage), Answer.NO)
        rule = answer(backend, ask(backend, Question.RULE, 2, 0), Answer.YES)
        assert backend.reviews.decided().items == (rule, line)
        assert backend.reviews.decided(questions=[Question.RULE]).items == (rule,)
        page = backend.reviews.decided(questions=[Question.RULE, Question.QUARANTINE], limit=1)
        assert backend.reviews.decided(questions=list(Question), after=page.after).items == (line,)

    def test_may_be_answered_the_other_way_round(self, backend: Backend, passage: PassageId, aiko: EntityId) -> None:
        ulm, kobe = (live(backend, aiko, where, passage) for where in ("Ulm", "Kobe"))
        item = answer(backend, ask(backend, Question.CONTRADICTION, 1, ulm.id, kobe.id), Answer.OTHER)
        assert backend.reviews.decided().items == (item,)
        assert backend.reviews.remembered(Question.CONTRADICTION, [1]) == {1: Answer.OTHER}
        assert answer(backend, item, None).answer is None
        assert backend.reviews.remembered(Question.CONTRADICTION, [1]) == {}


class TestEvidence:
    def test_that_is_withdrawn_takes_with_it_what_it_alone_held(
        self, backend: Backend, passage: PassageId, aiko: EntityId
    ) -> None:
        kept = live(backend, aiko, "Ulm", passage)
        before = backend.catalog.counts()
        live(backend, aiko, "Ulm", passage, by=YOU)
        gone = live(backend, aiko, "Kobe", passage, by=YOU)
        with backend.transaction():
            for fact in (kept, gone):
                backend.graph.withdraw(fact.id, passage, YOU)
        assert backend.graph.all_facts().items == (kept,)
        assert backend.catalog.counts() == before
        with backend.transaction():
            backend.graph.withdraw(gone.id, passage, YOU)
        assert backend.check() == ()

    def test_of_twins_is_withdrawn_from_whichever_holds_it(
        self, backend: Backend, passage: PassageId, aiko: EntityId
    ) -> None:
        with backend.transaction():
            mori = name(backend, "A. Mori")
            backend.graph.add_mentions([mention(mori, passage, 3)])
            backend.identities.unite(aiko, mori)
        kept = live(backend, aiko, "Ulm", passage)
        live(backend, mori, "Ulm", passage, by=YOU)
        assert backend.graph.facts([kept.id])[0].evidence == 2
        with backend.transaction():
            backend.graph.withdraw(kept.id, passage, YOU)
        assert backend.graph.facts([kept.id]) == (kept,)
        assert backend.check() == ()


class TestQuarantine:
    def test_is_left_by_one_line_alone(self, backend: Backend, passage: PassageId) -> None:
        line, other = (Quarantined(passage, words, "why", "model 1") for words in ("a | b", "c | d"))
        with backend.transaction():
            backend.graph.quarantine([line, line, other], NOW)
            assert backend.graph.release(line)
        assert set(backend.graph.quarantined()) == {line, other}
        with backend.transaction():
            assert backend.graph.release(line)
            assert not backend.graph.release(line)
        assert backend.graph.quarantined() == (other,)
