"""What the place of search asks the library, route by route, and what comes back. Asked in threads."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.results import SearchResult, Strategy, TraceStep
from tsuzuri.tui.bridge import Answer, Library
from tsuzuri.tui.choices import Choice

_WALKING = frozenset({Strategy.DUAL, Strategy.GLOBAL, Strategy.AUTO})
"""Those that may walk down the categories, which takes its time."""

WAYS = tuple(
    Choice(strategy, title, words)
    for strategy, title, words in (
        (Strategy.SYSTEM1, "System-1", "Passages, facts and names, by words and meaning, at once"),
        (Strategy.DUAL, "Both systems", "System-1 at once, and what a walk down the categories finds"),
        (Strategy.AUTO, "Automatic", "The one that fits the question; says which, and why"),
        (Strategy.GLOBAL, "System-2", "Only what a walk down the categories finds"),
        (Strategy.GRAPH, "Graph", "What names and facts lead to, over several steps"),
        (Strategy.TEMPORAL, "Temporal", "What held or was said at the time in the question"),
        (Strategy.STRUCTURED, "Structured", "Exact facts of a name and a relation, counted"),
    )
)
"""The strategies that are offered."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for: by words alone or also by meaning, while one types or after, as of a day, by a strategy."""

    words: str
    semantic: bool
    typing: bool
    as_of: date | None
    strategy: Strategy = Strategy.SYSTEM1

    @property
    def walks(self) -> bool:
        """Whether it may take its time."""
        return self.strategy in _WALKING


class Found(Answer):
    """What came of a search; `is_last` where nothing follows."""

    def __init__(self, sought: Sought, result: SearchResult, *, is_last: bool = True) -> None:
        super().__init__()
        self.sought = sought
        self.result = result
        self.is_last = is_last


class Walked(Answer):
    """A search has walked a step."""

    def __init__(self, sought: Sought, step: TraceStep) -> None:
        super().__init__()
        self.sought = sought
        self.step = step


def search(library: Library, sought: Sought, tell: Callable[[Answer], None]) -> Found:
    """Search; where that walks, `tell` hears at once what System-1 finds, and then of each step."""
    words, day = sought.words, sought.as_of
    if not sought.walks:
        result = library.search(
            words, strategy=sought.strategy, semantic=sought.semantic, typing=sought.typing, as_of=day
        )
        return Found(sought, result)
    tell(Found(sought, library.search(words, as_of=day), is_last=False))
    result = library.search(words, strategy=sought.strategy, as_of=day, on_step=lambda step: tell(Walked(sought, step)))
    return Found(sought, result)
