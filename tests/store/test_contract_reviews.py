"""What waits for a person, in every store: the queue, and the memory of answers."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.store.samples import NOW, Stored, evidence, fact_draft, mention, name, state, store
from tsuzuri.core.ids import EntityId, FactId, ReviewId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Item, Proposal, Question

LATER = NOW + timedelta(hours=1)


class Asked:
    """Two notes: each names one of two people and states a fact of it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.notes: list[Stored] = []
        self.people: list[EntityId] = []
        self.facts: list[FactId] = []
        for words in ("Aiko", "Ken"):
            self.write(words)

    def write(self, words: str) -> None:
        with self.backend.transaction():
            note = store(self.backend, f"/{words}.txt", [f"{words} was here"])
            person = name(self.backend, words)
            self.backend.graph.add_mentions([mention(person, note.passages[0])])
            fact = state(self.backend, fact_draft(person, "was", None, value="here"), evidence(note.passages[0]))
        self.notes.append(note)
        self.people.append(person)
        self.facts.append(fact)

    def proposal(self, question: Question, print_: int = 7, score: float = 0.5) -> Proposal:
        one, other = {
            Question.MERGE: (self.people[-2], self.people[-1]),
            Question.SPLIT: (self.people[-2], self.notes[-1].content),
            Question.CONTRADICTION: (self.facts[-2], self.facts[-1]),
            Question.QUARANTINE: (self.notes[-1].passages[0], 0),
            Question.RULE: (0, 0),
        }[question]
        return Proposal(question, print_, one, other, score, "Aiko and Ken", "rule 1", "works_at")

    def ask(self, *proposals: Proposal) -> tuple[Item, ...]:
        with self.backend.transaction():
            return self.backend.reviews.propose(proposals, NOW)

    def answer(self, item: Item, answer: Answer | None, by: str = "you") -> Item:
        with self.backend.transaction():
            return self.backend.reviews.answer(item.id, answer, by, LATER)

    def forget(self) -> None:
        """Forget the second note."""
        with self.backend.transaction():
            self.backend.catalog.forget(self.notes[1].source)
        assert self.backend.check() == ()


ABOUT_SOMETHING = [question for question in Question if question is not Question.RULE]


class TestQueue:
    def test_gives_back_what_was_put_into_it(self, backend: Backend) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(Question.MERGE))
        assert item == Item(
            item.id, Question.MERGE, 7, asked.people[0], asked.people[1], 0.5, "Aiko and Ken", "rule 1", "works_at", NOW
        )
        assert backend.reviews.item(item.id) == item
        assert backend.reviews.waiting().items == (item,)
        assert backend.reviews.count() == 1

    def test_asks_once(self, backend: Backend) -> None:
        asked = Asked(backend)
        proposal = asked.proposal(Question.MERGE)
        assert len(asked.ask(proposal, proposal)) == 1
        assert asked.ask(proposal) == ()
        assert len(asked.ask(asked.proposal(Question.SPLIT))) == 1

    def test_has_the_surest_first_and_what_was_put_off_last(self, backend: Backend) -> None:
        asked = Asked(backend)
        scores = [0.2, 0.9, 0.5, 0.9]
        items = asked.ask(*(asked.proposal(Question.MERGE, n, score) for n, score in enumerate(scores)))
        asked.answer(items[1], Answer.LATER)
        expected = [items[3], items[2], items[0], items[1]]
        assert [item.id for item in backend.reviews.waiting().items] == [item.id for item in expected]
        assert backend.reviews.count() == 3
        found: list[Item] = []
        after: str | None = None
        while True:
            page = backend.reviews.waiting(after=after, limit=1)
            found += page.items
            if (after := page.after) is None:
                break
        assert [item.id for item in found] == [item.id for item in expected]

    def test_tells_the_questions_of_a_kind(self, backend: Backend) -> None:
        asked = Asked(backend)
        items = asked.ask(asked.proposal(Question.MERGE), asked.proposal(Question.RULE))
        assert backend.reviews.waiting(questions=[Question.RULE]).items == items[1:]
        assert backend.reviews.waiting(questions=[Question.SPLIT]).items == ()

    def test_is_without_a_merge_of_two_that_are_one_until_they_are_two_again(self, backend: Backend) -> None:
        asked = Asked(backend)
        items = asked.ask(asked.proposal(Question.MERGE), asked.proposal(Question.SPLIT))
        with backend.transaction():
            backend.identities.unite(*asked.people)
        assert (backend.reviews.waiting().items, backend.reviews.count()) == (items[1:], 1)
        with backend.transaction():
            backend.identities.part(asked.people[1])
        assert (backend.reviews.waiting().items, backend.reviews.count()) == (items, 2)

    def test_asks_about_nothing_that_is_not_there(self, backend: Backend) -> None:
        asked = Asked(backend)
        gone = Proposal(Question.MERGE, 7, asked.people[0], 999, 0.5, "", "rule 1")
        assert asked.ask(gone) == ()


class TestAnswer:
    def test_takes_a_question_out_of_the_queue(self, backend: Backend) -> None:
        asked = Asked(backend)
        items = asked.ask(*(asked.proposal(Question.MERGE, n) for n in range(3)))
        decided = [asked.answer(item, Answer.NO) for item in items[:2]]
        assert decided[0].answer is Answer.NO
        assert (decided[0].answered_at, decided[0].answered_by) == (LATER, "you")
        assert backend.reviews.waiting().items == items[2:]
        assert backend.reviews.decided().items == (decided[1], decided[0])
        first = backend.reviews.decided(limit=1)
        assert backend.reviews.decided(after=first.after).items == (decided[0],)

    def test_can_be_taken_back(self, backend: Backend) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(Question.MERGE))
        asked.answer(item, Answer.YES)
        assert asked.answer(item, None) == item
        assert backend.reviews.waiting().items == (item,)

    def test_of_a_rule_is_a_decision_too(self, backend: Backend) -> None:
        asked = Asked(backend)
        yes = Proposal(Question.MERGE, 7, asked.people[0], asked.people[1], 0.99, "", "rule 1", answer=Answer.YES)
        (item,) = asked.ask(yes)
        assert (item.answer, item.answered_by, item.answered_at) == (Answer.YES, "rule 1", NOW)
        assert backend.reviews.waiting().items == ()
        assert backend.reviews.decided().items == (item,)

    def test_is_given_again_to_who_asks_again(self, backend: Backend) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(Question.MERGE))
        decided = asked.answer(item, Answer.NO)
        assert asked.ask(asked.proposal(Question.MERGE)) == (decided,)

    def test_needs_its_question(self, backend: Backend) -> None:
        Asked(backend)
        with pytest.raises(KeyError), backend.transaction():
            backend.reviews.answer(ReviewId(9), Answer.YES, "you", NOW)


class TestWhatIsGone:
    @pytest.mark.parametrize("question", ABOUT_SOMETHING)
    def test_takes_its_question_with_it(self, backend: Backend, question: Question) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(question))
        asked.answer(item, Answer.LATER)
        asked.forget()
        assert backend.reviews.item(item.id) is None
        assert backend.reviews.waiting().items == ()

    def test_leaves_a_question_about_no_one(self, backend: Backend) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(Question.RULE))
        asked.forget()
        assert backend.reviews.waiting().items == (item,)

    @pytest.mark.parametrize("question", ABOUT_SOMETHING)
    def test_leaves_the_answer_of_a_person_without_a_word(self, backend: Backend, question: Question) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(question))
        asked.answer(item, Answer.NO)
        asked.forget()
        assert backend.reviews.item(item.id) is None
        assert backend.reviews.decided().items == ()
        with pytest.raises(KeyError):
            asked.answer(item, Answer.YES)
        asked.write("Ken")
        if question in (Question.MERGE, Question.CONTRADICTION):
            asked.people[-2], asked.facts[-2] = asked.people[0], asked.facts[0]
        if question is Question.SPLIT:
            asked.people[-2] = asked.people[0]
        (again,) = asked.ask(asked.proposal(question))
        assert (again.answer, again.answered_by, again.answered_at) == (Answer.NO, "you", LATER)
        assert (again.one, again.other) == (asked.proposal(question).one, asked.proposal(question).other)
        assert backend.reviews.decided().items == (again,)

    @pytest.mark.parametrize("question", ABOUT_SOMETHING)
    def test_leaves_no_answer_of_a_rule(self, backend: Backend, question: Question) -> None:
        asked = Asked(backend)
        (item,) = asked.ask(asked.proposal(question))
        asked.answer(item, Answer.NO, "rule 1")
        asked.forget()
        asked.write("Ken")
        if question in (Question.MERGE, Question.CONTRADICTION):
            asked.people[-2], asked.facts[-2] = asked.people[0], asked.facts[0]
        if question is Question.SPLIT:
            asked.people[-2] = asked.people[0]
        (again,) = asked.ask(asked.proposal(question))
        assert again.answer is None


@pytest.mark.parametrize(
    "write",
    [
        lambda backend: backend.reviews.propose([], NOW),
        lambda backend: backend.identities.unite(EntityId(1), EntityId(2)),
        lambda backend: backend.identities.part(EntityId(1)),
        lambda backend: backend.identities.matched(EntityId(1), []),
        lambda backend: backend.graph.retract(FactId(1), None),
        lambda backend: backend.graph.reconcile(FactId(1), FactId(2), both_hold=True),
    ],
)
def test_writing_needs_a_transaction(backend: Backend, write: Callable[[Backend], object]) -> None:
    with pytest.raises(RuntimeError):
        write(backend)
