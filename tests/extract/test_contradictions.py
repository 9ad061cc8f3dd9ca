"""Facts that cannot both be true: what rules decide, what the model may, and what waits for a person."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tests.extract.lines import wire
from tests.extract.test_write import all_facts, read, write
from tests.fakes import FakeChat, SteppingClock
from tests.stages import SAID, store_text
from tsuzuri.core.agenda import Use
from tsuzuri.core.decoding import Ask, Response, StopReason, Turn
from tsuzuri.core.document import Said
from tsuzuri.core.ids import FactId
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import YOU, Answer, Item, Question
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import Fact, FactStatus
from tsuzuri.extract.contradictions import BY, Contradictions, Weighed, apply, take_back
from tsuzuri.extract.wire import WireFact
from tsuzuri.pipeline.budget import Budget

RULES = Rules(single=frozenset({"lives_in", "works_as", "married_to"}))
LATER = Said(datetime(2025, 2, 1, tzinfo=UTC), SAID.kind)


class UnsureChat(FakeChat):
    """Says yes to everything, as sure as it is told to be."""

    def __init__(self, yes: float) -> None:
        super().__init__(lambda _: "END")
        self._yes = yes

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        answers = super().ask(prefix, requests, on_done=on_done, on_text=on_text)
        return tuple(replace(one, options=(self._yes, 1 - self._yes)) for one in answers)


class StoppedChat(UnsureChat):
    """Is told to stop before it has answered."""

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        return tuple(Response("", 0.0, (), StopReason.CANCELLED, 0, 0) for _ in requests)


@pytest.fixture(autouse=True)
def single_valued(backend: Backend) -> None:
    with backend.transaction():
        backend.graph.set_rules(RULES)


def tell(backend: Backend, uri: str, text: str, *lines: WireFact, said: Said = SAID) -> None:
    """A note that states these facts."""
    (passage,) = backend.catalog.passages(store_text(backend, uri, [text], said=said))
    write(backend, read(passage, *lines))


def home(name: str, place: str, time: str = "") -> WireFact:
    return wire(name, "person", "lives_in", place, "place", time)


def two_homes(backend: Backend, name: str = "Ida Brook") -> None:
    """Two notes of one day that tell of two homes."""
    tell(backend, f"/notes/{name}1.md", f"{name} lives in Ulm.", home(name, "Ulm"))
    tell(backend, f"/notes/{name}2.md", f"{name} lives in Kobe, says Tom.", home(name, "Kobe"))


def two_dated_homes(backend: Backend, ulm: Said, kobe: Said, folder: str = "") -> None:
    """Two notes that tell of two homes at one time, said on those days."""
    one, other = home("Ida Brook", "Ulm", "from 2019 to 2022"), home("Ida Brook", "Kobe", "from 2020 to 2021")
    tell(backend, f"{folder}/b.md", "Ida Brook lived in Ulm from 2019 to 2022.", one, said=ulm)
    tell(backend, f"{folder}/a.md", "Ida Brook lived in Kobe from 2020 to 2021.", other, said=kobe)


def forget_all(backend: Backend) -> None:
    with backend.transaction():
        for source in backend.catalog.sources().items:
            backend.catalog.forget(source.id)


def weigh(backend: Backend, chat: FakeChat | None = None, *, max_calls: int = 3, budget: int | None = None) -> Weighed:
    weighing = Contradictions(backend, chat, SteppingClock(), budget=Budget(budget), max_calls=max_calls)
    return weighing.run()


def waiting(backend: Backend, *questions: Question) -> tuple[Item, ...]:
    return backend.reviews.waiting(questions=questions).items


def decided(backend: Backend) -> tuple[Item, ...]:
    return backend.reviews.decided().items


def disputed(backend: Backend) -> tuple[Fact, ...]:
    return backend.graph.disputed().items


class TestWithoutAModel:
    def test_a_contradiction_waits_for_a_person(self, backend: Backend) -> None:
        two_homes(backend)
        assert weigh(backend) == Weighed(waiting=1)
        (item,) = waiting(backend)
        assert (item.question, item.by, item.score, item.answer) == (Question.CONTRADICTION, BY, 0.5, None)
        values = {fact.object_name for fact in backend.graph.facts([FactId(item.one), FactId(item.other)])}
        assert values == {"Ulm", "Kobe"}
        assert len(disputed(backend)) == 2

    def test_it_is_asked_once(self, backend: Backend) -> None:
        two_homes(backend)
        weigh(backend)
        assert weigh(backend) == Weighed()
        assert len(waiting(backend)) == 1

    def test_a_rule_decides_that_both_hold_and_that_can_be_undone(self, backend: Backend) -> None:
        tell(backend, "/a.md", "Ida Brook is a baker.", wire("Ida Brook", "person", "works_as", "baker", "value"))
        tell(
            backend,
            "/b.md",
            "Ida Brook is a head baker.",
            wire("Ida Brook", "person", "works_as", "head baker", "value"),
        )
        assert weigh(backend) == Weighed(by_rule=1)
        (item,) = decided(backend)
        assert (item.answer, item.answered_by, item.reason) == (Answer.NO, BY, "one of them is more exact")
        assert disputed(backend) == ()
        with backend.transaction():
            backend.reviews.answer(item.id, None, YOU, SteppingClock()())
            take_back(backend, item)
        assert len(disputed(backend)) == 2
        assert weigh(backend) == Weighed()
        assert len(waiting(backend)) == 1

    def test_what_a_later_note_has_put_right_is_not_asked(self, backend: Backend) -> None:
        since = home("Ida Brook", "Ulm", "since May 2020")
        tell(backend, "/a.md", "Ida Brook lives in Ulm since May 2020.", since)
        other = home("Ida Brook", "Kobe", "since May 2020")
        tell(backend, "/b.md", "Ida Brook lives in Kobe since May 2020.", other, said=LATER)
        assert any(fact.disputed_by for fact in all_facts(backend))
        assert weigh(backend) == Weighed()

    def test_a_yes_takes_back_what_was_said_earlier(self, backend: Backend) -> None:
        ulm = home("Ida Brook", "Ulm", "from 2019 to 2022")
        tell(backend, "/b.md", "Ida Brook lived in Ulm from 2019 to 2022.", ulm, said=LATER)
        kobe = home("Ida Brook", "Kobe", "from 2020 to 2021")
        tell(backend, "/a.md", "Ida Brook lived in Kobe from 2020 to 2021.", kobe)
        weigh(backend)
        (item,) = waiting(backend)
        (one, other) = backend.graph.facts([FactId(item.one), FactId(item.other)])
        assert (one.object_name, other.object_name) == ("Ulm", "Kobe")
        clock = SteppingClock()
        with backend.transaction():
            answered = backend.reviews.answer(item.id, Answer.YES, YOU, clock())
            apply(backend, answered, clock)
        assert backend.graph.facts([other.id])[0].status is FactStatus.RETRACTED
        assert disputed(backend) == ()
        with backend.transaction():
            backend.reviews.answer(item.id, None, YOU, clock())
            take_back(backend, answered)
        assert backend.graph.facts([one.id, other.id]) == (one, other)


class TestTheModel:
    def test_reconciles_where_it_is_sure_that_both_hold(self, backend: Backend) -> None:
        two_homes(backend)
        assert weigh(backend, UnsureChat(0.1)) == Weighed(by_model=1)
        (item,) = decided(backend)
        assert (item.answer, item.answered_by) == (Answer.NO, "fake-model 0 dispute-1")
        assert item.score == pytest.approx(0.1)
        assert disputed(backend) == ()

    @pytest.mark.parametrize("yes", [0.97, 0.6, 0.3])
    def test_only_gives_its_opinion_otherwise(self, backend: Backend, yes: float) -> None:
        two_homes(backend)
        assert weigh(backend, UnsureChat(yes)) == Weighed(waiting=1)
        (item,) = waiting(backend)
        assert item.by == "fake-model 0 dispute-1"
        assert item.score == pytest.approx(yes)
        assert all(fact.status is FactStatus.CURRENT for fact in all_facts(backend))
        assert len(disputed(backend)) == 2

    def test_is_not_asked_what_a_rule_decides_nor_twice(self, backend: Backend) -> None:
        chat = UnsureChat(0.6)
        two_homes(backend)
        weigh(backend, chat)
        weigh(backend, chat)
        assert len(chat.questions) == 1
        (turn,) = chat.questions[0].turns
        assert "Ida Brook lives in Kobe, says Tom." in turn.text

    def test_is_asked_so_often_of_one_passage(self, backend: Backend) -> None:
        names = ("Ida Brook", "Tom Vale", "Eva Roth")
        for number, place in enumerate(("Ulm", "Kobe")):
            lines = [replace(home(name, place), sentence=at) for at, name in enumerate(names)]
            text = " ".join(f"{name} lives in {place}." for name in names)
            tell(backend, f"/{number}.md", text, *lines)
        chat = UnsureChat(0.1)
        assert weigh(backend, chat, max_calls=2) == Weighed(by_model=2, waiting=1)
        assert len(chat.questions) == 2

    def test_is_not_asked_when_the_days_budget_is_used_up(self, backend: Backend) -> None:
        two_homes(backend)
        chat = UnsureChat(0.1)
        with backend.transaction():
            backend.agenda.spend(Budget(100).day(SteppingClock()()), Use(tokens_read=100))
        assert weigh(backend, chat, budget=100) == Weighed(waiting=1)
        assert chat.questions == []

    def test_costs_what_it_reads_and_writes(self, backend: Backend) -> None:
        two_homes(backend)
        before = backend.agenda.used(Budget().day(SteppingClock()())).tokens
        weigh(backend, UnsureChat(0.1))
        assert backend.agenda.used(Budget().day(SteppingClock()())).tokens == before + 20

    def test_is_asked_again_later_what_it_was_stopped_at(self, backend: Backend) -> None:
        two_homes(backend)
        assert weigh(backend, StoppedChat(0.1)) == Weighed()
        assert waiting(backend) == ()
        assert weigh(backend, UnsureChat(0.1)) == Weighed(by_model=1)

    def test_is_asked_nothing_more_once_the_run_is_to_stop(self, backend: Backend) -> None:
        for number in range(12):
            two_homes(backend, f"Ida Brook{'abcdefghijkl'[number]}")
        chat = UnsureChat(0.6)
        weighing = Contradictions(backend, chat, SteppingClock(), budget=Budget(None), max_calls=3)
        weighing.run(stop=lambda: bool(chat.questions))
        assert len(chat.questions) == 8


class TestWhatWasAnsweredBefore:
    def test_is_done_again_when_the_notes_were_forgotten_and_come_back(self, backend: Backend) -> None:
        two_homes(backend)
        weigh(backend)
        (item,) = waiting(backend)
        clock = SteppingClock()
        with backend.transaction():
            apply(backend, backend.reviews.answer(item.id, Answer.NO, YOU, clock()), clock)
        with backend.transaction():
            for source in backend.catalog.sources().items:
                backend.catalog.forget(source.id)
        assert decided(backend) == ()
        two_homes(backend)
        chat = UnsureChat(0.97)
        weigh(backend, chat)
        assert (chat.questions, disputed(backend), waiting(backend)) == ([], (), ())
        assert [(one.answer, one.answered_by) for one in decided(backend)] == [(Answer.NO, YOU)]

    def test_is_done_to_the_same_fact_when_the_notes_come_back_with_another_day(self, backend: Backend) -> None:
        two_dated_homes(backend, SAID, LATER)
        weigh(backend)
        (item,) = waiting(backend)
        (right,) = backend.graph.facts([FactId(item.one)])
        clock = SteppingClock()
        with backend.transaction():
            apply(backend, backend.reviews.answer(item.id, Answer.YES, YOU, clock()), clock)
        forget_all(backend)
        two_dated_homes(backend, LATER, SAID)
        weigh(backend)
        assert waiting(backend) == ()
        assert [fact.object_name for fact in all_facts(backend)] == [right.object_name]


class TestARelationThatIsSaidToHaveOneValue:
    def test_and_has_several_time_and_again_is_asked_about_once(self, backend: Backend) -> None:
        for name in ("Ida Brook", "Tom Vale", "Eva Roth", "Ken Ito"):
            two_homes(backend, name)
        weigh(backend)
        assert waiting(backend, Question.RULE) == ()
        two_homes(backend, "Ines Orsk")
        weigh(backend)
        (item,) = waiting(backend, Question.RULE)
        assert (item.detail, item.by, item.reason) == ("lives_in", BY, "5 subjects have several values at a time")
        weigh(backend)
        assert len(waiting(backend, Question.RULE)) == 1

    def test_counts_what_was_found_to_hold_side_by_side(self, backend: Backend) -> None:
        for name in ("Ida Brook", "Tom Vale", "Eva Roth", "Ken Ito", "Ines Orsk"):
            two_homes(backend, name)
        weigh(backend, UnsureChat(0.1))
        assert disputed(backend) == ()
        assert [item.detail for item in waiting(backend, Question.RULE)] == ["lives_in"]
