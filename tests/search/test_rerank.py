"""The model judges the best finds where it is fast enough, and else says that it did not."""

from collections.abc import Callable, Sequence

from tests.search.hierarchies import Choosing, Unavailable, remember
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.rerank import MOST, reranked
from tsuzuri.search.selecting import Speed

FAST, SLOW = 100_000.0, 30.0
TOOLS = tuple(f"tool {number}" for number in range(30))


def passages(backend: Backend) -> dict[Kind, tuple[Fused, ...]]:
    source = backend.catalog.source_by_uri("/notes/tool 0.md")
    assert source is not None
    assert source.content_id is not None
    return {
        Kind.PASSAGE: tuple(
            Fused(one.id, 0.0, (Route.LEXICAL,)) for one in backend.catalog.passages_of(source.content_id)
        )
    }


def judged(backend: Backend, chat: ChatModel | None, speed: float) -> tuple[list[int], str]:
    """The places of the passages in the new order, and what was told."""
    found = passages(backend)
    order, told = reranked("Which tool?", found, backend, chat, Speed(speed))
    before = [one.id for one in found[Kind.PASSAGE]]
    return [before.index(one.id) for one in order[Kind.PASSAGE]], told


def test_puts_what_helps_first_and_what_does_not_last(backend: Backend) -> None:
    remember(backend, TOOLS)
    chat = Choosing(yes=lambda text: 0.9 if "tool 9 " in text else 0.2 if "tool 0 " in text else 0.5)
    order, told = judged(backend, chat, FAST)
    assert order == [9, *range(1, 9), *range(10, 30), 0]
    assert told == f"ranked by the model: {MOST // 2} finds judged"


def test_leaves_all_as_it_is_where_the_model_is_slow(backend: Backend) -> None:
    remember(backend, TOOLS)
    chat = Choosing()
    order, told = judged(backend, chat, SLOW)
    assert order == list(range(30))
    assert "no time" in told
    assert not chat.questions


def test_leaves_all_as_it_is_without_a_model(backend: Backend) -> None:
    remember(backend, TOOLS)
    assert judged(backend, None, FAST) == (list(range(30)), "ranked by the scores of both routes")
    order, told = judged(backend, Unavailable(), FAST)
    assert order == list(range(30))
    assert told.endswith("the chat model is not here")


def test_shows_a_fact_with_its_dates_after_it(backend: Backend) -> None:
    remember(backend, TOOLS[:8], owner="Mariko Hoshi")
    facts = tuple(Fused(fact.id, 0.0, ()) for fact in backend.graph.all_facts().items)
    chat = Choosing(yes=lambda _: 0.5)
    reranked("Which tool?", {Kind.FACT: facts}, backend, chat, Speed(FAST))
    assert chat.questions[0].turns[0].text == "Text: Mariko Hoshi owns tool 0 (? - now)\nDoes it help?"


class CrossEncoder:
    """Scores by a rule; keeps what it was asked."""

    name = "cross"

    def __init__(self, score: Callable[[str], float]) -> None:
        self._score = score
        self.asked: list[tuple[str, int]] = []

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        self.asked.append((question, len(texts)))
        return tuple(map(self._score, texts))

    def close(self) -> None:
        """Nothing is open."""


class Gone(CrossEncoder):
    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        raise ModelUnavailable("the server is not there")


class TestACrossEncoder:
    def test_orders_what_it_has_seen_before_what_it_has_not(self, backend: Backend) -> None:
        remember(backend, TOOLS)
        cross = CrossEncoder(lambda text: float("tool 9 " in text))
        found = passages(backend)
        order, told = reranked("Which tool?", found, backend, None, Speed(SLOW), cross)
        before = [one.id for one in found[Kind.PASSAGE]]
        assert [before.index(one.id) for one in order[Kind.PASSAGE]] == [9, *range(9), *range(10, 30)]
        assert told == f"ranked by cross: {MOST} finds scored"
        assert cross.asked == [("Which tool?", MOST)]

    def test_that_is_gone_leaves_all_as_it_is_and_says_so(self, backend: Backend) -> None:
        remember(backend, TOOLS)
        found = passages(backend)
        order, told = reranked("Which tool?", found, backend, None, Speed(SLOW), Gone(lambda _: 0.0))
        assert order == found
        assert told.endswith("the server is not there")
