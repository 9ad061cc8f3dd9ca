"""Spans laid over each other: which predictions meet which gold spans."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tsuzuri.core.document import Span

T = TypeVar("T")
U = TypeVar("U")


def span(pair: Sequence[int]) -> Span:
    """A span as the sets write it: start and end."""
    start, end = pair
    return Span(start, end)


def meet(some: Iterable[Span], others: Iterable[Span]) -> bool:
    """Whether any of the one overlaps any of the others."""
    kept = tuple(others)
    return any(one.overlaps(other) for one in some for other in kept)


def paired(predicted: Sequence[T], gold: Sequence[U], overlap: Callable[[T, U], int]) -> tuple[tuple[T, U], ...]:
    """Predictions and gold one to one, those with the greatest overlap first; without any they are no pair."""
    meeting = [
        (-size, i, j)
        for i, one in enumerate(predicted)
        for j, other in enumerate(gold)
        if (size := overlap(one, other))
    ]
    taken_here: set[int] = set()
    taken_there: set[int] = set()
    pairs = []
    for _, i, j in sorted(meeting):
        if i not in taken_here and j not in taken_there:
            taken_here.add(i)
            taken_there.add(j)
            pairs.append((predicted[i], gold[j]))
    return tuple(pairs)


def likeness(one: Span, other: Span) -> int:
    """How well two spans lie on each other: 0 apart, else larger for more shared and fewer other characters."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return max(0, 1000 * shared // (len(one) + len(other) - shared)) + 1 if shared > 0 else 0
