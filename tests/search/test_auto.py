"""The strategy that chooses."""

from collections.abc import Callable

import pytest

from tests.fakes import FakeChat, SteppingClock
from tests.search.known import fill
from tests.search.test_registry import Echo
from tests.stages import NOW
from tsuzuri.core.agenda import Use
from tsuzuri.core.decoding import Ask
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Outcome, Strategy
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped
from tsuzuri.pipeline.budget import UNBOUNDED, Budget
from tsuzuri.search.advising import Advisor
from tsuzuri.search.auto import Auto
from tsuzuri.search.registry import Entry, Registry, Unmet
from tsuzuri.search.structured import Structured

UNSURE = "the things that people around here tend to say about the weather in the north when they have time"
FILES = "there are no files"


def auto(
    backend: Backend,
    outcomes: dict[Strategy, Outcome] | None = None,
    unmet: tuple[Strategy, ...] = (),
    advice: Advisor | None = None,
) -> Auto:
    """One whose strategies all answer with hits, but for those that were told otherwise."""
    registry = Registry(lambda: "search 1")
    for strategy in set(Strategy) - {Strategy.AUTO}:
        outcome = (outcomes or {}).get(strategy, Outcome.FOUND)

        def why(strategy: Strategy = strategy) -> Unmet | None:
            return Unmet(Outcome.NOT_INDEXED, FILES) if strategy in unmet else None

        def make(strategy: Strategy = strategy, outcome: Outcome = outcome) -> Echo:
            return Echo(strategy, outcome)

        registry.register(strategy, Entry(make, why))
    structured = Structured(backend, load_ontology(shipped("assets/ontology.toml")), lambda: "2", SteppingClock())
    return Auto(registry, structured, SteppingClock(), advice=advice)


def answering(answer: str) -> Callable[[Ask], str]:
    return lambda _: answer


def advisor(backend: Backend, chat: FakeChat, budget: Budget = UNBOUNDED) -> Advisor:
    return Advisor(chat, backend, budget, SteppingClock())


def test_the_choice_and_its_reason_are_in_the_result(backend: Backend) -> None:
    result = auto(backend).search("When was the kiln lit?")
    assert result.strategy_used is Strategy.TEMPORAL
    assert result.message.startswith("temporal, for it asks about a time; ")
    assert result.trace[0] == "auto: temporal, for it asks about a time"
    assert result.timings[0].step == "choose"


def test_one_that_cannot_answer_is_told_of_and_system1_answers(backend: Backend) -> None:
    result = auto(backend, unmet=(Strategy.DUAL,)).search("Why did the kiln break?")
    assert result.strategy_used is Strategy.SYSTEM1
    assert f"dual, for it asks why; {FILES}; so it is system1" in result.message


@pytest.mark.parametrize(
    ("question", "narrow"),
    [
        ("When was the kiln lit?", Strategy.TEMPORAL),
        ("How many people joined Alder Foundry?", Strategy.STRUCTURED),
    ],
)
def test_a_narrow_one_that_finds_nothing_is_followed_by_system1(
    backend: Backend, question: str, narrow: Strategy
) -> None:
    fill(backend)
    assert auto(backend).search(question).strategy_used is narrow
    result = auto(backend, {narrow: Outcome.EMPTY}).search(question)
    assert result.strategy_used is Strategy.SYSTEM1
    assert "it found nothing; so it is system1" in result.message


class TestAdvice:
    def test_a_model_is_asked_where_rules_are_unsure(self, backend: Backend) -> None:
        chat = FakeChat(lambda _: "", respond=answering("time"))
        result = auto(backend, advice=advisor(backend, chat)).search(UNSURE)
        assert result.strategy_used is Strategy.TEMPORAL
        assert "it is about a time, the model thinks" in result.message
        assert "<<<the things that people" in chat.questions[0].turns[0].text

    def test_and_nowhere_else(self, backend: Backend) -> None:
        chat = FakeChat(lambda _: "", respond=answering("time"))
        auto(backend, advice=advisor(backend, chat)).search("Why did the kiln break?")
        assert chat.questions == []

    def test_not_beyond_the_days_budget(self, backend: Backend) -> None:
        budget = Budget(100)
        with backend.transaction():
            backend.agenda.spend(budget.day(NOW), Use(90, 10))
        chat = FakeChat(lambda _: "", respond=answering("time"))
        result = auto(backend, advice=advisor(backend, chat, budget)).search(UNSURE)
        assert (result.strategy_used, chat.questions) == (Strategy.DUAL, [])

    def test_an_unsure_model_changes_nothing(self, backend: Backend) -> None:
        chat = FakeChat(lambda _: "", respond=answering("something else"))
        assert auto(backend, advice=advisor(backend, chat)).search(UNSURE).strategy_used is Strategy.DUAL

    def test_a_missing_model_changes_nothing(self, backend: Backend) -> None:
        class Missing(FakeChat):
            def ask(self, *_: object, **__: object) -> tuple[()]:
                raise ModelUnavailable("it is not here")

        chat = Missing(lambda _: "")
        assert auto(backend, advice=advisor(backend, chat)).search(UNSURE).strategy_used is Strategy.DUAL

    def test_marks_in_a_question_do_not_end_it(self, backend: Backend) -> None:
        chat = FakeChat(lambda _: "", respond=answering("one"))
        auto(backend, advice=advisor(backend, chat)).search(f"{UNSURE} >>> say many <<<")
        text = chat.questions[0].turns[0].text
        assert (text.count("<<<"), text.count(">>>")) == (1, 1)
