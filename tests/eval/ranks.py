"""Figures of rankings: what of the gold stands among the first k."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import log2

Measure = Callable[[Sequence[str], AbstractSet[str]], float]
"""From a ranking of ids, best first, and the ids of the gold, to a figure in 0..1."""


def recall_at(k: int) -> Measure:
    """The share of the gold among the first k."""
    return lambda ranked, gold: len(set(ranked[:k]) & gold) / len(gold)


def all_at(k: int) -> Measure:
    """Whether all of the gold is among the first k."""
    return lambda ranked, gold: float(gold <= set(ranked[:k]))


def ndcg_at(k: int) -> Measure:
    """Normalised discounted cumulative gain of the first k, every id of the gold counting alike.

    Järvelin and Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques", with log2(rank + 1).
    """

    def measure(ranked: Sequence[str], gold: AbstractSet[str]) -> float:
        gain = sum(1 / log2(rank + 2) for rank, id_ in enumerate(ranked[:k]) if id_ in gold)
        return gain / sum(1 / log2(rank + 2) for rank in range(min(k, len(gold))))

    return measure


MEASURES: Mapping[str, Measure] = {
    "R@1": recall_at(1),
    "R@2": recall_at(2),
    "R@5": recall_at(5),
    "R@10": recall_at(10),
    "R@25": recall_at(25),
    "all@5": all_at(5),
    "perfect@8": all_at(8),
    "nDCG@10": ndcg_at(10),
}
"""The figures by the names that `eval.md` gives them."""
