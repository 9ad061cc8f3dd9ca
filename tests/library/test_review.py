"""The queue of questions: what an answer does, that to undo it leaves no trace, and that nothing is asked twice."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.extract.lines import rows
from tests.fakes import SteppingClock
from tests.library.asked import (
    ODD,
    ONE_HOME,
    all_facts,
    forget_all,
    lives,
    named,
    odd_line,
    propose_merge,
    review_of,
    tell,
    told_of,
    two_homes,
    two_rinas,
    works,
)
from tests.stages import STORES, open_backend
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import EntityId, PassageId, ReviewId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Proposal, Question
from tsuzuri.core.values import FactStatus
from tsuzuri.extract.contradictions import Contradictions
from tsuzuri.library.exceptions import rules_in_force
from tsuzuri.library.questions import TwoFacts
from tsuzuri.library.review import Review
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.text.normalise import key


@pytest.fixture(params=STORES)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path)
    with opened.transaction():
        opened.graph.set_rules(ONE_HOME.rules())
    yield opened
    opened.close()


@pytest.fixture
def review(backend: Backend) -> Review:
    return review_of(backend)


class TestAnswers:
    def test_yes_to_a_merge_makes_two_one_and_undo_parts_them(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        (item,) = propose_merge(backend)
        before = rows(backend)
        assert review.answer(item.id, Answer.YES).answered_by == YOU
        assert named(backend, "R. Hayami").name == "Rina Hayami"
        assert review.waiting().items == ()
        assert review.undo(item.id).answer is None
        assert rows(backend) == before
        assert [view.item.id for view in review.waiting().items] == [item.id]

    def test_what_a_rule_has_united_is_in_the_history_and_can_be_parted(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        (item,) = propose_merge(backend, answer=Answer.YES)
        (view,) = review.history().items
        assert (view.item.answered_by, view.question) == (
            "rule 1",
            "Are Rina Hayami (person) and R. Hayami (person) the same?",
        )
        review.undo(item.id)
        assert named(backend, "R. Hayami").name == "R. Hayami"

    @pytest.mark.parametrize("answer", [Answer.YES, Answer.OTHER])
    def test_to_a_contradiction_takes_back_the_wrong_one(
        self, backend: Backend, review: Review, answer: Answer
    ) -> None:
        item = two_homes(backend)
        before = rows(backend)
        review.answer(item.id, answer)
        (view,) = review.history().items
        assert isinstance(view.about, TwoFacts)
        wrong = view.about.other if answer is Answer.YES else view.about.one
        assert wrong.fact.status is FactStatus.RETRACTED
        (left,) = (fact for fact in backend.graph.facts_of(wrong.fact.subject_id))
        assert left.disputed_by is None
        review.undo(item.id)
        assert rows(backend) == before

    def test_no_to_a_contradiction_lets_both_hold(self, backend: Backend, review: Review) -> None:
        item = two_homes(backend)
        before = rows(backend)
        review.answer(item.id, Answer.NO)
        facts = backend.graph.facts_of(named(backend, "Ida Brook").id)
        assert [fact.disputed_by for fact in facts] == [None, None]
        review.undo()
        assert rows(backend) == before

    def test_to_a_line_lets_it_in_or_drops_it(self, backend: Backend, review: Review) -> None:
        item = odd_line(backend)
        before = rows(backend)
        review.answer(item.id, Answer.YES)
        assert list(all_facts(backend)) == ["Lumen lives in Ulm"]
        review.undo()
        assert rows(backend) == before
        review.answer(item.id, Answer.NO)
        assert (all_facts(backend), backend.graph.quarantined()) == ({}, ())
        review.undo()
        assert rows(backend) == before

    def test_a_line_that_cannot_be_let_in_stays(self, backend: Backend, review: Review) -> None:
        read = tell(backend, "/notes/odd.md", "Lumen AG lives in Ulm.", ODD)
        line = "Nobody | organization | lives_in | Ulm | place"
        with backend.transaction():
            proposal = Proposal(Question.QUARANTINE, 1, read.passage.id, 0, 0.5, "why not", "model 1", line)
            (item,) = backend.reviews.propose([proposal], SteppingClock()())
        with pytest.raises(UsageError, match="cannot be let in: not in the passage"):
            review.answer(item.id, Answer.YES)
        assert [view.item for view in review.waiting().items] == [item]

    def test_to_a_rule_lets_a_relation_have_many_values_in_this_library(self, backend: Backend, review: Review) -> None:
        two_homes(backend)
        with backend.transaction():
            rule = Proposal(Question.RULE, 3, 0, 0, 0.9, "five subjects", "rule 1", "lives_in")
            (item,) = backend.reviews.propose([rule], SteppingClock()())
        review.answer(item.id, Answer.YES)
        assert backend.graph.rules().single == frozenset()
        assert rules_in_force(ONE_HOME, backend.reviews) == backend.graph.rules()
        assert backend.graph.disputed().items == ()
        review.undo(item.id)
        assert backend.graph.rules() == ONE_HOME.rules()
        assert len(backend.graph.disputed().items) == 2

    def test_later_puts_a_question_at_the_end(self, backend: Backend, review: Review) -> None:
        item = two_homes(backend)
        odd_line(backend)
        review.answer(item.id, Answer.LATER)
        assert review.waiting().items[-1].item.id == item.id
        assert review.count() == 1

    def test_later_puts_it_at_the_end_again_and_again(self, backend: Backend, review: Review) -> None:
        ids = [two_homes(backend).id, odd_line(backend).id]
        for id_ in (*ids, *ids[:1]):
            review.answer(id_, Answer.LATER)
        assert [view.item.id for view in review.waiting().items] == ids[::-1]

    def test_what_two_answers_found_wrong_stays_wrong_when_one_is_taken_back(
        self, backend: Backend, review: Review
    ) -> None:
        for place in ("Ulm", "Kobe", "Graz"):
            tell(backend, f"/{place}.md", f"Ida Brook lives in {place}.", lives("Ida Brook", place))
        ulm, kobe, graz = (all_facts(backend)[f"Ida Brook lives in {place}"].id for place in ("Ulm", "Kobe", "Graz"))
        with backend.transaction():
            first, second = backend.reviews.propose(
                [
                    Proposal(Question.CONTRADICTION, 1, ulm, kobe, 0.5, "", "rule 1"),
                    Proposal(Question.CONTRADICTION, 2, kobe, graz, 0.5, "", "rule 1"),
                ],
                SteppingClock()(),
            )
        review.answer(first.id, Answer.YES)
        review.answer(second.id, Answer.OTHER)
        review.undo(first.id)
        assert backend.graph.facts([kobe])[0].status is FactStatus.RETRACTED
        review.undo(second.id)
        assert backend.graph.facts([kobe])[0].status is FactStatus.CURRENT

    def test_a_merge_leaves_the_queue_when_the_two_are_one_by_other_answers(
        self, backend: Backend, review: Review
    ) -> None:
        two_rinas(backend)
        (item,) = propose_merge(backend)
        tell(backend, "/notes/c.md", "Rina H. lives in Ulm.", lives("Rina H.", "Ulm"))
        third, initial = named(backend, "Rina H.").id, named(backend, "R. Hayami").id
        first = review.merge(third, initial)
        assert review.count() == 1
        review.merge(third, EntityId(item.one))
        assert (review.count(), review.waiting().items) == (0, ())
        review.undo(first.id)
        assert {view.item.id for view in review.waiting().items} == {item.id, first.id}

    def test_a_decision_can_be_decided_anew(self, backend: Backend, review: Review) -> None:
        item = two_homes(backend)
        before = rows(backend)
        review.answer(item.id, Answer.YES)
        review.answer(item.id, Answer.NO)
        facts = backend.graph.facts_of(named(backend, "Ida Brook").id)
        assert [(fact.status, fact.disputed_by) for fact in facts] == [(FactStatus.CURRENT, None)] * 2
        review.undo(item.id)
        assert rows(backend) == before

    def test_that_make_no_sense_are_refused(self, backend: Backend, review: Review) -> None:
        item = odd_line(backend)
        with pytest.raises(UsageError, match="there is no question 99"):
            review.answer(ReviewId(99), Answer.YES)
        with pytest.raises(UsageError, match="has no other side"):
            review.answer(item.id, Answer.OTHER)
        with pytest.raises(UsageError, match="was not decided"):
            review.undo(item.id)
        with pytest.raises(UsageError, match="you have decided nothing"):
            review.undo()


class TestNeverAskedTwice:
    def test_a_no_to_a_merge_outlives_the_documents(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        (item,) = propose_merge(backend)
        review.answer(item.id, Answer.NO)
        forget_all(backend)
        assert (review.waiting().items, review.history().items) == ((), ())
        two_rinas(backend)
        (again,) = propose_merge(backend)
        assert (again.answer, again.answered_by) == (Answer.NO, YOU)
        assert review.waiting().items == ()

    def test_an_answer_to_a_contradiction_does_too(self, backend: Backend, review: Review) -> None:
        item = two_homes(backend)
        review.answer(item.id, Answer.NO)
        forget_all(backend)
        tell(backend, "/notes/a.md", "Ida Brook lives in Ulm.", lives("Ida Brook", "Ulm"))
        tell(backend, "/notes/b.md", "Ida Brook lives in Kobe.", lives("Ida Brook", "Kobe"))
        Contradictions(backend, None, SteppingClock()).run()
        assert (review.waiting().items, backend.graph.disputed().items) == ((), ())


class TestByHand:
    def test_two_are_one_from_now_on_and_it_is_remembered(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        before = rows(backend)
        item = review.merge(named(backend, "Rina Hayami").id, named(backend, "R. Hayami").id)
        assert (item.answer, item.answered_by, item.by) == (Answer.YES, YOU, YOU)
        assert named(backend, "R. Hayami").name == "Rina Hayami"
        review.undo()
        assert rows(backend) == before
        review.merge(named(backend, "Rina Hayami").id, named(backend, "R. Hayami").id)
        forget_all(backend)
        two_rinas(backend)
        (again,) = propose_merge(backend)
        assert (again.answer, again.answered_by) == (Answer.YES, YOU)

    def test_a_question_that_waits_is_answered_by_it(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        (asked,) = propose_merge(backend)
        item = review.merge(named(backend, "Rina Hayami").id, named(backend, "R. Hayami").id)
        assert (item.id, item.by) == (asked.id, "rule 1")
        assert review.waiting().items == ()

    def test_what_is_one_already_or_gone_is_refused(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        rina, other = named(backend, "Rina Hayami").id, named(backend, "R. Hayami").id
        review.merge(rina, other)
        with pytest.raises(UsageError, match="is one already"):
            review.merge(other, rina)
        with pytest.raises(UsageError, match="no such entity"):
            review.merge(rina, EntityId(999))

    def test_an_answer_in_the_middle_can_be_taken_back(self, backend: Backend, review: Review) -> None:
        for name in ("Ada", "Bea", "Cleo", "Dora"):
            tell(backend, f"/{name}.md", f"{name} Roth lives in Ulm.", lives(f"{name} Roth", "Ulm"))
        ada, bea, cleo, dora = (named(backend, f"{name} Roth").id for name in ("Ada", "Bea", "Cleo", "Dora"))
        review.merge(ada, bea)
        middle = review.merge(cleo, dora)
        review.merge(ada, cleo)
        review.undo(middle.id)
        assert {named(backend, f"{name} Roth").id for name in ("Ada", "Bea", "Cleo")} == {ada}
        assert named(backend, "Dora Roth").id == dora

    def test_what_some_sources_say_is_said_of_another_and_can_be_joined_again(
        self, backend: Backend, review: Review
    ) -> None:
        tell(backend, "/a.md", "Rina Hayami works at Lumen AG.", works("Rina Hayami", "Lumen AG"))
        tell(backend, "/b.md", "Rina Hayami lives in Kobe.", lives("Rina Hayami", "Kobe"))
        tell(backend, "/c.md", "Rina Hayami works at Ostra GmbH.", works("Rina Hayami", "Ostra GmbH"))
        before = told_of(backend, "Rina Hayami")
        rina = named(backend, "Rina Hayami").id
        sources = [source.id for source in backend.catalog.sources().items if source.uri != "/a.md"]
        first, second = review.split(rina, sources)
        found = backend.graph.entities_by_key([key("Rina Hayami")])[key("Rina Hayami")]
        said = sorted(sorted(fact.predicate for fact in backend.graph.facts_of(one.id)) for one in found)
        assert said == [["lives in Kobe", "works at Ostra"], ["works at Lumen"]]
        review.undo(first.id)
        assert told_of(backend, "Rina Hayami") == {"works at Lumen", "lives in Kobe"}
        review.undo(second.id)
        assert told_of(backend, "Rina Hayami") == before
        assert backend.check() == ()

    def test_a_split_of_what_a_source_does_not_say_is_refused(self, backend: Backend, review: Review) -> None:
        two_rinas(backend)
        rina = named(backend, "Rina Hayami").id
        other = backend.catalog.sources(contains="b.md").items[0].id
        with pytest.raises(UsageError, match="says nothing of Rina Hayami"):
            review.split(rina, [other])
        only = backend.catalog.sources(contains="a.md").items[0].id
        with pytest.raises(UsageError, match="nobody else does"):
            review.split(rina, [only])
        assert review.history().items == ()


pairs = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] != pair[1])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(pairs, min_size=1, max_size=6, unique_by=lambda pair: frozenset(pair)), st.data())
def test_what_is_one_follows_from_the_answers_that_stand(
    merges: Sequence[tuple[int, int]], data: st.DataObject
) -> None:
    backend = MemoryBackend()
    review = review_of(backend)
    names = [f"{name} Roth" for name in ("Ada", "Bea", "Cleo", "Dora", "Edda")]
    for name in names:
        tell(backend, f"/{name}.md", f"{name} lives in Ulm.", lives(name, "Ulm"))
    ids = [named(backend, name).id for name in names]
    standing: dict[ReviewId, tuple[int, int]] = {}
    for one, other in merges:
        if named(backend, names[one]).id != named(backend, names[other]).id:
            item = review.merge(ids[one], ids[other])
            standing[item.id] = (ids.index(EntityId(item.one)), ids.index(EntityId(item.other)))
    for id_ in data.draw(st.lists(st.sampled_from(sorted(standing)), unique=True)):
        review.undo(id_)
        del standing[id_]
    groups = {at: {at} for at in range(len(ids))}
    for one, other in standing.values():
        joined = groups[one] | groups[other]
        groups |= dict.fromkeys(joined, joined)
    for at, name in enumerate(names):
        assert ids.index(named(backend, name).id) in groups[at]
        found = {ids.index(member.id) for member in backend.identities.members([ids[at]])[ids[at]]}
        assert found == groups[at]


def test_passages_are_what_questions_about_lines_name(backend: Backend) -> None:
    item = odd_line(backend)
    assert backend.catalog.passages([PassageId(item.one)])[0].source_uri == "/notes/odd.md"
