"""The strategies there are, each as a plan: which kinds of thing it looks for, and by which routes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto

from tsuzuri.core.results import Route, Strategy
from tsuzuri.core.values import Kind
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.query import is_question


class Walks(Enum):
    """When the graph is walked.

    `QUESTIONS`: for questions, but not Japanese ones. On twowiki101 and hotpot100 it finds what no list has, on locomo
    it changes nothing; jsquad and niilc would lose 0.003 (`tests/eval`).
    """

    NEVER = auto()
    QUESTIONS = auto()
    ALWAYS = auto()


@dataclass(frozen=True, slots=True)
class Plan:
    """What one strategy does. `share` weighs a kind against the others when several are merged.

    Where it `walks`, it ranks what it finds by the graph, and adds what that leads to (`search.graph`).
    """

    kinds: tuple[Kind, ...]
    routes: tuple[Route, ...]
    share: Mapping[Kind, float]
    walks: Walks = Walks.NEVER

    def walks_for(self, question: str) -> bool:
        """Whether the graph is walked for a question."""
        leads_on = is_question(question) and not any(map(is_cjk, question))
        return self.walks is Walks.ALWAYS or (self.walks is Walks.QUESTIONS and leads_on)

    def of(self, kinds: Collection[Kind]) -> "Plan":
        """The plan for those kinds only, for all where none is named."""
        return replace(self, kinds=tuple(kind for kind in self.kinds if kind in kinds)) if kinds else self


_BOTH = (Route.LEXICAL, Route.SEMANTIC)
_EVEN = {Kind.PASSAGE: 1.0, Kind.FACT: 1.0, Kind.ENTITY: 1.0}

PLANS: Mapping[Strategy, Plan] = {
    Strategy.CHUNKS: Plan((Kind.PASSAGE,), _BOTH, _EVEN),
    Strategy.CHUNKS_LEXICAL: Plan((Kind.PASSAGE,), (Route.LEXICAL,), _EVEN),
    Strategy.CHUNKS_SEMANTIC: Plan((Kind.PASSAGE,), (Route.SEMANTIC,), _EVEN),
    Strategy.FACTS: Plan((Kind.FACT,), _BOTH, _EVEN),
    Strategy.SYSTEM1: Plan(
        (Kind.PASSAGE, Kind.FACT, Kind.ENTITY),
        _BOTH,
        {Kind.PASSAGE: 1.0, Kind.FACT: 0.9, Kind.ENTITY: 0.6},
        walks=Walks.QUESTIONS,
    ),
    Strategy.GRAPH: Plan(
        (Kind.PASSAGE, Kind.FACT, Kind.ENTITY),
        _BOTH,
        {Kind.PASSAGE: 1.0, Kind.FACT: 0.6, Kind.ENTITY: 0.6},
        walks=Walks.ALWAYS,
    ),
    Strategy.TEMPORAL: Plan((Kind.FACT, Kind.PASSAGE), _BOTH, _EVEN),
}
