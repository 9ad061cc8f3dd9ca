"""The strategies there are, each as a plan: which kinds of thing it looks for, and by which routes."""

from collections.abc import Mapping
from dataclasses import dataclass

from tsuzuri.core.results import Route, Strategy
from tsuzuri.core.values import Kind


@dataclass(frozen=True, slots=True)
class Plan:
    """What one strategy does. `share` weighs a kind against the others when several are merged."""

    kinds: tuple[Kind, ...]
    routes: tuple[Route, ...]
    share: Mapping[Kind, float]


_BOTH = (Route.LEXICAL, Route.SEMANTIC)
_EVEN = {Kind.PASSAGE: 1.0, Kind.FACT: 1.0, Kind.ENTITY: 1.0}

PLANS: Mapping[Strategy, Plan] = {
    Strategy.CHUNKS: Plan((Kind.PASSAGE,), _BOTH, _EVEN),
    Strategy.CHUNKS_LEXICAL: Plan((Kind.PASSAGE,), (Route.LEXICAL,), _EVEN),
    Strategy.CHUNKS_SEMANTIC: Plan((Kind.PASSAGE,), (Route.SEMANTIC,), _EVEN),
    Strategy.FACTS: Plan((Kind.FACT,), _BOTH, _EVEN),
    Strategy.SYSTEM1: Plan(
        (Kind.PASSAGE, Kind.FACT, Kind.ENTITY), _BOTH, {Kind.PASSAGE: 1.0, Kind.FACT: 0.9, Kind.ENTITY: 0.6}
    ),
    Strategy.TEMPORAL: Plan((Kind.FACT, Kind.PASSAGE), _BOTH, _EVEN),
}
