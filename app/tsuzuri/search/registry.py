"""Every strategy by its name, and what has to be there before it can answer."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from tsuzuri.core.results import Outcome, SearchResult, Strategy, TraceStep
from tsuzuri.search.searcher import Searcher

OnStep = Callable[[TraceStep], None]
_ANYTIME = nullcontext()


class Searching(Protocol):
    """One way to search."""

    def search(
        self, text: str, *, limit: int = 20, as_of: date | None = None, on_step: OnStep | None = None
    ) -> SearchResult:
        """Answer a question; `on_step` is told of each step of a walk as it is done, by one that walks."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """Why a strategy cannot answer now, and what to do about it."""

    outcome: Outcome
    message: str


def always() -> Unmet | None:
    """Nothing has to be there."""
    return None


@dataclass(frozen=True, slots=True)
class Entry:
    """A strategy's entry: what makes it, on first use, and what tells why it cannot answer now.

    Those with the same `turn` search one after the other; without one it may search in several threads at once.
    """

    make: Callable[[], Searching]
    unmet: Callable[[], Unmet | None] = always
    turn: AbstractContextManager[object] = _ANYTIME


class Registry:
    """Answers by the strategy that was named, never by another one: where it cannot, it says why."""

    def __init__(self, new_id: Callable[[], str]) -> None:
        self._entries: dict[Strategy, Entry] = {}
        self._new_id = new_id
        self._made: dict[Strategy, Searching] = {}

    def register(self, strategy: Strategy, entry: Entry) -> None:
        """Let a strategy be found by its name."""
        self._entries[strategy] = entry

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Those that are here."""
        return tuple(self._entries)

    def unmet(self, strategy: Strategy) -> Unmet | None:
        """Why a strategy cannot answer now; None if it can."""
        return self._entries[strategy].unmet()

    def search(
        self,
        text: str,
        *,
        strategy: Strategy,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,
    ) -> SearchResult:
        """Search by a strategy; see `Searching.search`."""
        if (unmet := self.unmet(strategy)) is not None:
            return without_hits(strategy, unmet.outcome, unmet.message, self._new_id())
        entry = self._entries[strategy]
        with entry.turn:
            if (searching := self._made.get(strategy)) is None:
                searching = self._made[strategy] = entry.make()
            return searching.search(text, limit=limit, as_of=as_of, on_step=on_step)


class Planned:
    """A strategy that is a plan of System-1."""

    def __init__(self, searcher: Searcher, strategy: Strategy) -> None:
        self._searcher = searcher
        self._strategy = strategy

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,  # noqa: ARG002 (nothing walks)
    ) -> SearchResult:
        """See `Searching.search`."""
        return self._searcher.search(text, strategy=self._strategy, limit=limit, as_of=as_of)


def without_hits(strategy: Strategy, outcome: Outcome, message: str, diagnostic_id: str) -> SearchResult:
    """A result that only says why there is nothing in it."""
    return SearchResult(outcome, (), (), strategy, (), (), diagnostic_id, message)
