"""What stands beside a good hit: the next message of a talk, and the facts about what a fact tells of.

A question is often answered in the message after the one that is like it, and "where was the founder of … born?" by two
facts of which the second shares no word with the question but the name that the first gives.
"""

from collections.abc import Mapping, Sequence

from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused

_BEST = 5
_MESSAGE_SHARE, _FACT_SHARE = 0.5, 0.5
"""How many of the first hits pass how much of their score on; found by `tests/eval/fusion.py`. For messages on locomo:
R@10 0.767 without, 0.802 with. The paragraphs beside one of prose are no better than others: jsquad falls by 0.03."""
_FACTS_EACH = 20
"""Of what much is told, the facts that are like the question are found by themselves."""


def with_neighbours(kind: Kind, found: Sequence[Fused], backend: Backend) -> tuple[Fused, ...]:
    """The finds, with what stands beside the best of them raised, or added; best first, ties by id. Two queries."""
    good = {one.id: one for one in found[:_BEST] if one.score >= 0}
    match kind:
        case Kind.PASSAGE:
            return _raised(found, good, _messages_beside(list(good), backend), _MESSAGE_SHARE)
        case Kind.FACT:
            return _raised(found, good, _facts_beside(list(good), backend), _FACT_SHARE)
        case Kind.ENTITY:
            return tuple(found)


def _messages_beside(ids: Sequence[int], backend: Backend) -> dict[int, tuple[int, ...]]:
    messages = [one.id for one in backend.catalog.passages([PassageId(id_) for id_ in ids]) if one.speaker]
    neighbours = backend.catalog.neighbours(messages) if messages else {}
    return {id_: tuple(one for one in (beside.before, beside.after) if one) for id_, beside in neighbours.items()}


def _facts_beside(ids: Sequence[int], backend: Backend) -> dict[int, tuple[int, ...]]:
    """For each fact those that have the entity that it tells of as an end."""
    facts = backend.graph.facts([FactId(id_) for id_ in ids])
    objects = {fact.id: fact.object_id for fact in facts if fact.object_id is not None}
    known = backend.edges.entities(list(dict.fromkeys(objects.values())), _FACTS_EACH) if objects else {}
    return {
        id_: tuple(other for other in known[entity].facts if other != id_)
        for id_, entity in objects.items()
        if entity in known
    }


def _raised(
    found: Sequence[Fused], good: Mapping[int, Fused], beside: Mapping[int, Sequence[int]], share: float
) -> tuple[Fused, ...]:
    if not beside:
        return tuple(found)
    ranked = {one.id: one for one in found}
    lowest = min(one.score for one in found)
    for id_, others in beside.items():
        for other in others:
            own = ranked.get(other, Fused(other, lowest, good[id_].routes))
            ranked[other] = Fused(own.id, own.score + share * good[id_].score, own.routes)
    return tuple(sorted(ranked.values(), key=lambda one: (-one.score, one.id)))
