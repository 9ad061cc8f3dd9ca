"""System-2: what the categories of a library lead to, chosen by a chat model, or by nearness where there is none."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from tsuzuri.core.categories import Category
from tsuzuri.core.clock import Clock, system_clock
from tsuzuri.core.models import ChatModel, Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import CategoryHit, Hit, Outcome, Route, SearchResult, Strategy, Timing, TraceStep
from tsuzuri.core.values import Kind
from tsuzuri.search.cards import category_card
from tsuzuri.search.fuse import Fused
from tsuzuri.search.near import CardVectors, Near
from tsuzuri.search.pool import Caps, pool
from tsuzuri.search.ranking import shown
from tsuzuri.search.registry import OnStep
from tsuzuri.search.selecting import Budget, Chooser, Speed
from tsuzuri.search.sought import Sought, sought
from tsuzuri.search.walk import Sizes, Walk

NO_CATEGORIES = "there are no categories yet; make them with: tsuzuri categories --build"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a walk shows, what it may ask of a model, and how much it brings back."""

    sizes: Sizes = field(default_factory=Sizes)
    budget: Budget = field(default_factory=Budget)
    caps: Caps = field(default_factory=Caps)


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk brought back: finds of each kind, best first, and the categories that were chosen."""

    found: Mapping[Kind, tuple[Fused, ...]]
    categories: tuple[CategoryHit, ...]
    steps: tuple[TraceStep, ...]
    told: tuple[str, ...]
    timings: tuple[Timing, ...]

    @property
    def trace(self) -> tuple[str, ...]:
        """The walk in lines, and what came of it."""
        found = ", ".join(f"{len(ones)} {kind}" for kind, ones in self.found.items())
        return (*map(str, self.steps), f"walk: {found}")


class System2:
    """Walks down the categories of one dataset; the strategy `GLOBAL`. For one search at a time.

    `chat` is None where no model runs here. `new_id` gives each search its diagnostic id, `clock` says what day it is.
    """

    def __init__(
        self,
        backend: Backend,
        embedder: Embedder,
        chat: ChatModel | None,
        new_id: Callable[[], str],
        clock: Clock = system_clock,
        bounds: Bounds | None = None,
    ) -> None:
        self._backend = backend
        self._embedder = embedder
        self._chat = chat
        self._new_id = new_id
        self._clock = clock
        self._bounds = bounds or Bounds()
        self._cards = CardVectors(embedder)
        self.speed = Speed()
        """How fast the model was in this session."""

    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        """Search by the walk alone; operators and `as_of` hold as in `Searcher.search`.

        `limit` bounds the facts, and entities and categories together; of passages there are half as many. `on_step` is
        told of each step as it is done.
        """
        want = self.sought(text, as_of)
        if (unmet := self._unmet(want)) is not None:
            return self._result(*unmet)
        walked = self.walk(want, on_step)
        started = time.perf_counter()
        hits, categories = shown(walked.found, walked.categories, want, self._backend, limit)
        timings = (*walked.timings, Timing("show", (time.perf_counter() - started) * 1000))
        message = "; ".join((*want.told, *walked.told))
        if not hits:
            message = "; ".join(filter(None, (message, "no category holds anything that may help")))
        outcome = Outcome.FOUND if hits else Outcome.EMPTY
        return self._result(outcome, message, hits, categories, walked.trace, timings)

    def sought(self, text: str, as_of: date | None) -> Sought:
        """The question as both routes look for it."""
        return sought(text, self._clock().astimezone().date(), as_of, self._backend, self._embedder)

    @property
    def is_ready(self) -> bool:
        """Whether there are categories to walk."""
        return self._backend.categories.current() is not None

    def walk(self, want: Sought, on_step: OnStep | None = None) -> Walked:
        """Walk for a question; `on_step` is called in the calling thread.

        Raises:
            ModelUnavailable: the embedder has gone meanwhile.
        """
        started = time.perf_counter()
        steps: list[TraceStep] = []

        def note(step: TraceStep) -> None:
            steps.append(step)
            if on_step is not None:
                on_step(step)

        near = None if want.vector is None else Near(self._backend, self._embedder, self._cards, want.vector)
        chooser = Chooser(want.text, self._chat, near, self._bounds.budget, self.speed)
        reached = Walk(self._backend.categories, chooser, near, note, self._bounds.sizes).down()
        walked = time.perf_counter()
        found = want.keep(pool(reached.entities, near, self._backend, self._bounds.caps))
        categories = () if want.kinds else _hits(reached.categories, near)
        timings = (
            Timing("walk", (walked - started) * 1000),
            Timing("expand", (time.perf_counter() - walked) * 1000),
        )
        without = () if self._chat is not None else ("walked by embeddings, without a chat model",)
        return Walked(found, categories, tuple(steps), (*without, *chooser.told), timings)

    def _unmet(self, want: Sought) -> tuple[Outcome, str] | None:
        """How the search ends before it begins, and why."""
        if want.is_empty:
            return Outcome.EMPTY, "type some words to search for"
        if self._backend.catalog.counts().passages == 0:
            return Outcome.NOT_INDEXED, "nothing is indexed yet; add files with: tsuzuri add PATH"
        if not self.is_ready:
            return Outcome.NOT_INDEXED, NO_CATEGORIES
        if self._chat is None and want.vector is None:
            return Outcome.MODEL_UNAVAILABLE, "; ".join((*want.told, "there is no chat model to walk with either"))
        return None

    def _result(
        self,
        outcome: Outcome,
        message: str,
        hits: tuple[Hit, ...] = (),
        categories: tuple[CategoryHit, ...] = (),
        trace: tuple[str, ...] = (),
        timings: tuple[Timing, ...] = (),
    ) -> SearchResult:
        routes = (Route.SYSTEM2,)
        id_ = self._new_id()
        return SearchResult(outcome, hits, routes, Strategy.GLOBAL, timings, trace, id_, message, categories)


def _hits(categories: tuple[Category, ...], near: Near | None) -> tuple[CategoryHit, ...]:
    """Each chosen category with its nearness to the question; without an embedder in the order of the choice."""
    cards = [category_card(one) for one in categories]
    scores = {card.id: 1.0 / rank for rank, card in enumerate(cards, 1)} if near is None else near.of_cards(cards)
    return tuple(
        CategoryHit(one.id, one.layer, scores[one.id], one.name, one.summary, one.tags, one.entities)
        for one in categories
    )
