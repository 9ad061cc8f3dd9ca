"""The last walk down the categories, kept in memory for who wants to see how a search came to its finds."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from tsuzuri.core.clock import Clock
from tsuzuri.core.models import ChatModel
from tsuzuri.core.results import SearchResult, Strategy, TraceStep
from tsuzuri.library.searching import strategies
from tsuzuri.library.stages import Stages
from tsuzuri.search.registry import OnStep, Registry
from tsuzuri.search.searcher import Searcher


@dataclass(frozen=True, slots=True)
class Walk:
    """One walk: the question, the day it was asked as of, its steps from the top down, and the whole search's result.

    What was cut short, and why, is in the result's message.
    """

    question: str
    as_of: date | None
    at: datetime
    steps: tuple[TraceStep, ...]
    result: SearchResult

    @property
    def calls(self) -> int:
        """How many of its steps a model chose in."""
        return sum(step.tokens > 0 for step in self.steps)

    @property
    def tokens(self) -> int:
        """About how many tokens it read and wrote, cached ones included."""
        return sum(step.tokens for step in self.steps)

    @property
    def ms(self) -> float:
        """How long the choosing took, in milliseconds."""
        return sum(step.ms for step in self.steps)


class Walks:
    """Searches by strategies that may walk, and remembers the last walk. For any number of threads."""

    def __init__(self, strategies: Registry, clock: Clock) -> None:
        self._strategies = strategies
        self._clock = clock
        self.last: Walk | None = None
        """None where nothing walked since the library was opened."""

    @classmethod
    def over(cls, stages: Stages, searcher: Searcher, new_id: Callable[[], str], chat: ChatModel | None) -> "Walks":
        """Over every strategy of a library; see `searching.strategies`."""
        return cls(strategies(stages, searcher, new_id, chat), stages.clock)

    def search(
        self, text: str, *, strategy: Strategy, limit: int, as_of: date | None, on_step: OnStep | None
    ) -> SearchResult:
        """Search by a strategy; see `search.registry.Registry.search`."""
        steps: list[TraceStep] = []

        def heard(step: TraceStep) -> None:
            steps.append(step)
            if on_step is not None:
                on_step(step)

        result = self._strategies.search(text, strategy=strategy, limit=limit, as_of=as_of, on_step=heard)
        if steps:
            self.last = Walk(text, as_of, self._clock(), tuple(steps), result)
        return result
