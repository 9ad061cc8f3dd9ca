"""One ranking out of several: scores are made comparable within their list, then added by weight.

Plain reciprocal rank fusion of a weak and a strong list loses to the strong one; standardised scores keep how sure
each list is of its first hits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from tsuzuri.core.results import Route
from tsuzuri.core.values import Scored


@dataclass(frozen=True, slots=True)
class Fused:
    """An id with its fused score and the routes that found it."""

    id: int
    score: float
    routes: tuple[Route, ...]


def fuse(lists: Mapping[Route, Sequence[Scored]], weights: Mapping[Route, float]) -> tuple[Fused, ...]:
    """The union of the lists, best first; ties by id.

    Each list's scores become z-scores over the list. An id that a list lacks gets that list's lowest score: it was not
    good enough to be in it. To ask more of it is worse on every set (`tests/eval/fusion.py`).
    """
    totals: dict[int, float] = {}
    routes: dict[int, list[Route]] = {}
    everything = {scored.id for found in lists.values() for scored in found}
    for route, found in lists.items():
        if not found:
            continue
        standard = _standardised(found)
        absent = min(standard.values())
        for id_ in everything:
            totals[id_] = totals.get(id_, 0.0) + weights[route] * standard.get(id_, absent)
            if id_ in standard:
                routes.setdefault(id_, []).append(route)
    order = sorted(totals, key=lambda id_: (-totals[id_], id_))
    return tuple(Fused(id_, totals[id_], tuple(routes[id_])) for id_ in order)


def _standardised(found: Sequence[Scored]) -> dict[int, float]:
    mean = sum(scored.score for scored in found) / len(found)
    deviation = sqrt(sum((scored.score - mean) ** 2 for scored in found) / len(found)) or 1.0
    return {scored.id: (scored.score - mean) / deviation for scored in found}
