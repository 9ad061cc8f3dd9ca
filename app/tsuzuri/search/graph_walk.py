"""Personalised PageRank by local push: only what is near the seeds is ever looked at.

Andersen, Chung, Lang 2006, "Local Graph Partitioning using PageRank Vectors" (FOCS), without the lazy step. A node
whose residual is large gives a share of it to its own rank and the rest to its neighbours, until no residual is large.
Neighbours are asked for in batches, and only those of nodes that are pushed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tsuzuri.core.values import Kind

Node = tuple[Kind, int]
"""A passage, entity or fact by its id."""
Neighbours = Callable[[Sequence[Node]], Mapping[Node, Mapping[Node, float]]]
"""From nodes to what each is joined to, and how strongly: what is weakly joined to all is passed little (`walk`)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a walk goes.

    `restart` is the share of a residual that stays where it is: how near the seeds the walk keeps. Residuals below
    `least` are left. Neighbours are asked for `rounds` times at most, of `batch` nodes each.
    """

    restart: float
    least: float
    rounds: int
    batch: int


@dataclass(frozen=True, slots=True)
class Walked:
    """The rank of every node that was reached (they sum to at most 1), and how many nodes were pushed."""

    ranks: Mapping[Node, float]
    pushed: int


def walk(seeds: Mapping[Node, float], neighbours: Neighbours, bounds: Bounds) -> Walked:
    """Personalised PageRank around weighted seeds, which need not sum to 1. Deterministic.

    A node whose weights sum to less than 1 keeps what they lack: so what is only beside it gains little.

    What is left of residuals in the end counts as if its nodes had no neighbours but one another far away.
    """
    total = sum(seeds.values())
    residual = {node: weight / total for node, weight in seeds.items() if weight > 0}
    ranks: dict[Node, float] = {}
    joined: dict[Node, Mapping[Node, float]] = {}
    for _ in range(bounds.rounds):
        large = sorted(
            (node for node, left in residual.items() if left >= bounds.least), key=lambda node: (-residual[node], node)
        )
        if not large:
            break
        unknown = [node for node in large if node not in joined][: bounds.batch]
        if unknown:
            found = neighbours(unknown)
            joined |= {node: found.get(node, {}) for node in unknown}
        for node in large:
            if node in joined:
                _push(node, joined[node], residual, ranks, bounds.restart)
    for node, left in residual.items():
        ranks[node] = ranks.get(node, 0.0) + bounds.restart * left
    return Walked(ranks, len(joined))


def _push(
    node: Node,
    joined: Mapping[Node, float],
    residual: dict[Node, float],
    ranks: dict[Node, float],
    restart: float,
) -> None:
    """Give a node's residual to its neighbours and its rank; one that is joined to others weakly keeps more of it."""
    left = residual.pop(node)
    total = max(sum(joined.values()), 1.0)
    passed = 0.0
    for other, weight in joined.items():
        share = (1 - restart) * left * weight / total
        residual[other] = residual.get(other, 0.0) + share
        passed += share
    ranks[node] = ranks.get(node, 0.0) + left - passed
