"""The walk: one choice a layer, from the top down, to entities that are each there once."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes import FakeEmbedder
from tests.search.hierarchies import Choosing, Unavailable, build, fill, remember
from tsuzuri.core.decoding import StopReason
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import TraceStep
from tsuzuri.search.near import CardVectors, Near
from tsuzuri.search.selecting import ALONE, EMBEDDING, MODEL, Budget, Chooser
from tsuzuri.search.walk import Reached, Sizes, Walk
from tsuzuri.store.memory.backend import MemoryBackend

FROM_THE_TOP = Sizes(begin=2)
ALONE_CHOSEN = Budget(beside=0)


class Walked:
    """A walk and what it came to."""

    def __init__(
        self,
        backend: Backend,
        chat: ChatModel | None,
        question: str = "What is in the market?",
        *,
        sizes: Sizes = FROM_THE_TOP,
        budget: Budget = ALONE_CHOSEN,
        embeds: bool = True,
    ) -> None:
        self.steps: list[TraceStep] = []
        embedder = FakeEmbedder()
        near = Near(backend, embedder, CardVectors(embedder), embedder.query(question)) if embeds else None
        self.chooser = Chooser(question, chat, near, budget)
        self.reached: Reached = Walk(backend.categories, self.chooser, near, self.steps.append, sizes).down()

    @property
    def categories(self) -> list[str]:
        return [one.name for one in self.reached.categories]


def test_takes_the_entities_of_what_was_chosen_in_the_lowest_layer(backend: Backend) -> None:
    entities, _ = fill(backend)
    walked = Walked(backend, Choosing("Living", "Places"))
    assert set(walked.reached.entities) == {entities[name] for name in ("harbour", "mill", "market")}
    assert walked.categories == ["Living", "Places"]
    assert [(step.layer, step.shown, step.chosen, step.by) for step in walked.steps] == [
        (2, 2, ("Living",), MODEL),
        (1, 2, ("Places",), MODEL),
    ]


def test_takes_all_below_a_starred_one_and_the_category_itself(backend: Backend) -> None:
    entities, _ = fill(backend)
    walked = Walked(backend, Choosing("Living*"))
    assert set(walked.reached.entities) == {entities[name] for name in ("pasta", "soup", "market", "harbour", "mill")}
    assert walked.categories == ["Living"]
    assert [step.whole for step in walked.steps] == [("Living",)]


def test_goes_on_below_what_has_no_star_beside_one_that_has(backend: Backend) -> None:
    entities, _ = fill(backend)
    walked = Walked(backend, Choosing("Arts*, Living", "Dishes"))
    assert set(walked.reached.entities) == {
        entities[name] for name in ("violin", "piano", "cello", "pasta", "soup", "market")
    }


def test_has_an_entity_of_two_categories_once(backend: Backend) -> None:
    entities, _ = fill(backend)
    reached = Walked(backend, Choosing("Living", "Dishes, Places*")).reached
    assert reached.entities.count(entities["market"]) == 1


@pytest.mark.parametrize("answer", ["99, Living", "Living, 0, -1", "x, Living"])
def test_passes_over_numbers_that_are_none(backend: Backend, answer: str) -> None:
    fill(backend)
    assert Walked(backend, Choosing(answer, "0")).categories == ["Living"]


def test_ends_where_nothing_is_chosen(backend: Backend) -> None:
    fill(backend)
    chat = Choosing("0")
    assert Walked(backend, chat).reached == Reached()
    assert len(chat.questions) == 1


def test_may_not_choose_below_what_was_not_chosen(backend: Backend) -> None:
    fill(backend)
    walked = Walked(backend, Choosing("Living", "Instruments, Dishes"))
    assert walked.categories == ["Living", "Dishes"]


def test_of_one_card_there_is_nothing_to_ask(backend: Backend) -> None:
    entities, _ = fill(backend)
    chat = Choosing("Arts")
    walked = Walked(backend, chat)
    assert set(walked.reached.entities) == {entities[name] for name in ("violin", "piano", "cello")}
    assert [step.by for step in walked.steps] == [MODEL, ALONE]
    assert len(chat.questions) == 1


def test_begins_at_the_lowest_layer_that_can_be_seen_at_once(backend: Backend) -> None:
    fill(backend)
    walked = Walked(backend, Choosing("Dishes"), sizes=Sizes(begin=3))
    assert [step.layer for step in walked.steps] == [1]


def test_asks_of_every_question_after_the_same_prefix(backend: Backend) -> None:
    fill(backend)
    first, second = Choosing("Living", "Places"), Choosing("Arts, Living", "Dishes, Instruments")
    Walked(backend, first, "Where is the mill?")
    Walked(backend, second, "チェロはどこですか。")
    assert first.prefixes == second.prefixes
    assert len(set(first.prefixes)) == 2
    assert all("mill?" not in turn.text for prefix in first.prefixes for turn in prefix)
    assert not any(prefix[-1].own for prefix in first.prefixes)


def test_shows_of_a_large_layer_the_nearest_cards(backend: Backend) -> None:
    fill(backend)
    sizes = replace(FROM_THE_TOP, page=2, fresh=1)
    walked = Walked(backend, Choosing("Arts, Living"), "Where is the harbour?", sizes=sizes)
    assert [(step.shown, step.chosen) for step in walked.steps] == [(2, ("Arts", "Living")), (1, ("Places",))]


class TestAmongManyEntities:
    SIZES = replace(FROM_THE_TOP, leaf=2)

    def test_the_nearest_are_taken_where_the_model_is_slow(self, backend: Backend) -> None:
        entities, _ = fill(backend)
        walked = Walked(backend, None, "Arts Instruments piano", sizes=self.SIZES)
        assert entities["piano"] in walked.reached.entities
        assert walked.steps[-1].layer == 0
        assert walked.steps[-1].by == EMBEDDING

    def test_the_model_chooses_where_there_is_no_embedder(self, backend: Backend) -> None:
        entities, _ = fill(backend)
        walked = Walked(backend, Choosing("Living", "Places", "mill, harbour"), sizes=self.SIZES, embeds=False)
        assert walked.reached.entities == (entities["mill"], entities["harbour"])

    def test_none_may_be_chosen(self, backend: Backend) -> None:
        fill(backend)
        walked = Walked(backend, Choosing("Living", "Places", "0"), sizes=self.SIZES, embeds=False)
        assert walked.reached.entities == ()
        assert walked.categories == ["Living", "Places"]


class TestABudget:
    @pytest.mark.parametrize("budget", [Budget(calls=1, beside=0), Budget(tokens=300, beside=0)])
    def test_ends_the_walk_and_takes_what_was_chosen(self, backend: Backend, budget: Budget) -> None:
        entities, _ = fill(backend)
        walked = Walked(backend, Choosing("Living"), budget=budget)
        assert set(walked.reached.entities) == {
            entities[name] for name in ("pasta", "soup", "market", "harbour", "mill")
        }
        assert walked.categories == ["Living"]
        assert walked.chooser.told == ["the walk ended early, for its budget of calls or tokens is spent"]


class TestWithoutAModel:
    def test_the_nearest_cards_are_gone_into(self, backend: Backend) -> None:
        entities, _ = fill(backend)
        walked = Walked(backend, None, "Instruments violin piano cello")
        assert entities["piano"] in walked.reached.entities
        assert {step.by for step in walked.steps} <= {EMBEDDING, ALONE}

    def test_that_goes_on_the_walk_and_is_told(self, backend: Backend) -> None:
        fill(backend)
        walked = Walked(backend, Unavailable())
        assert walked.reached.entities
        assert walked.chooser.told == ["walked by embeddings: the chat model is not here"]

    def test_that_was_cancelled_it_goes_on_too(self, backend: Backend) -> None:
        fill(backend)
        walked = Walked(backend, Choosing("Living", stop=StopReason.CANCELLED))
        assert walked.reached.entities
        assert walked.chooser.told == ["walked on by embeddings: the model's answer was not complete (cancelled)"]
        assert {step.by for step in walked.steps} <= {EMBEDDING, ALONE}

    def test_and_without_an_embedder_it_ends(self, backend: Backend) -> None:
        entities, _ = fill(backend)
        walked = Walked(backend, Unavailable(), embeds=False)
        assert set(walked.reached.entities) == set(entities.values())
        assert "neither a chat model nor an embedder" in walked.chooser.told[-1]


def test_without_categories_there_is_nowhere_to_go(backend: Backend) -> None:
    remember(backend, ["violin"])
    assert Walked(backend, Choosing()).reached == Reached()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sets(st.integers(0, 5), min_size=1), min_size=1, max_size=6),
    st.lists(st.text("0123456789,*", max_size=8), min_size=6, max_size=6),
)
def test_whatever_the_model_says_the_walk_ends_with_entities_each_once(
    members: list[set[int]], answers: list[str]
) -> None:
    backend = MemoryBackend()
    names = [f"name {number}" for number in range(6)]
    entities = remember(backend, names)
    lower = {f"Low {at}": tuple(names[one] for one in sorted(of_one)) for at, of_one in enumerate(members)}
    upper = {"All": tuple(lower), "Some": tuple(lower)[:1]}
    build(backend, entities, (lower, upper))
    walked = Walked(backend, Choosing(*answers))
    assert len(set(walked.reached.entities)) == len(walked.reached.entities)
    assert set(walked.reached.entities) <= set(entities.values())
    assert len(walked.steps) <= 3
