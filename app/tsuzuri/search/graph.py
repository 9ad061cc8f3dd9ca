"""Search by the graph: from what is found and named, to what stands near it by the names that passages share.

HippoRAG (Gutiérrez et al. 2024, arXiv:2405.14831) ranks passages by personalised PageRank over extracted triples; here
the names alone are enough, and facts join what they can.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tsuzuri.core.ids import PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.graph_joints import Joints
from tsuzuri.search.graph_seeds import seeds
from tsuzuri.search.graph_tuning import TUNED, Tuning
from tsuzuri.search.graph_walk import Bounds, walk

_ROUNDS, _BATCH = 4, 16
"""How often neighbours are asked for in a walk, and of how many nodes at once."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a question: each kind's finds, best first, and how far the walk went, in words."""

    found: Mapping[Kind, tuple[Fused, ...]]
    told: str


def around(question: str, found: Mapping[Kind, Sequence[Fused]], backend: Backend, tuning: Tuning = TUNED) -> Around:
    """Rank anew what was found, and with it what the graph leads to. Each list that comes in is best first.

    Where nothing was found and nothing is named, all stays as it is. Deterministic.
    """
    joints = Joints(backend.edges, [PassageId(one.id) for one in found.get(Kind.PASSAGE, ())], tuning)
    begun = seeds(question, found, backend.graph, joints, tuning)
    if not begun:
        return Around({kind: tuple(found.get(kind, ())) for kind in Kind}, "graph: nowhere to begin")
    walked = walk(begun, joints, Bounds(tuning.restart, tuning.least, _ROUNDS, _BATCH))
    ranked = {kind: _ranked(found.get(kind, ()), _of_kind(walked.ranks, kind), tuning.own) for kind in Kind}
    told = f"graph: {len(begun)} seeds, {walked.pushed} nodes opened, {len(walked.ranks)} reached"
    return Around(ranked, told)


def _of_kind(ranks: Mapping[tuple[Kind, int], float], kind: Kind) -> dict[int, float]:
    return {id_: rank for (of, id_), rank in ranks.items() if of is kind}


def _ranked(found: Sequence[Fused], ranks: Mapping[int, float], own_weight: float) -> tuple[Fused, ...]:
    """By rank in the graph and, less, by a find's own place in the scores of its list; ties by id."""
    own = {one.id: one for one in found}
    most = max(ranks.values(), default=1.0)
    worst = found[-1].score if found else 0.0
    spread = (found[0].score - worst if found else 0.0) or 1.0
    mixed = []
    for id_ in own.keys() | ranks.keys():
        one = own.get(id_, Fused(id_, worst, ()))
        score = ranks.get(id_, 0.0) / most + own_weight * (one.score - worst) / spread
        routes = (*one.routes, Route.GRAPH) if id_ in ranks else one.routes
        mixed.append(replace(one, score=score, routes=routes))
    return tuple(sorted(mixed, key=lambda one: (-one.score, one.id)))
