"""From the entities that a walk reached to their facts and passages, each ranked by its nearness to the question.

What a hub is joined to (the person whom half of the notes are about) is no sign that it helps: of a hub only those
facts and passages count that are among the nearest to the question.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.near import UNKNOWN, Near

_ROUTES = (Route.SYSTEM2,)


@dataclass(frozen=True, slots=True)
class Caps:
    """The bounds of a pool: `entities` that are expanded, facts and passages of `each`, and `pool` of each kind.

    An entity with `each` or more of them is a hub; of the `nearest` to the question, its own count.
    """

    entities: int = 60
    each: int = 24
    nearest: int = 100
    pool: int = 300


def pool(
    entities: Sequence[EntityId], near: Near | None, backend: Backend, caps: Caps
) -> dict[Kind, tuple[Fused, ...]]:
    """Each kind's finds, best first, without those that are known to be far from the question. A few queries.

    All entities are expanded, near or not. Ties, and without `near` all, stay in the order in which they are joined.
    """
    ranked = _ranked(Kind.ENTITY, entities, near)
    expanded = [EntityId(one.id) for one in ranked[: caps.entities]]
    nodes = backend.edges.entities(expanded, caps.each) if expanded else {}
    facts: dict[FactId, None] = {}
    passages: dict[PassageId, None] = {}
    hubs: set[EntityId] = set()
    for id_ in expanded:
        if id_ not in nodes:
            continue
        node = nodes[id_]
        if near is not None and max(len(node.facts), len(node.passages)) >= caps.each:
            hubs.add(id_)
            continue
        facts |= dict.fromkeys(node.facts)
        passages |= dict.fromkeys(node.passages)
    if hubs and near is not None:
        facts |= dict.fromkeys(_facts_of(hubs, near, backend, caps))
        passages |= dict.fromkeys(_passages_of(hubs, near, backend, caps))
    found = {
        Kind.ENTITY: ranked[: caps.pool],
        Kind.FACT: _ranked(Kind.FACT, list(facts)[: caps.pool], near),
        Kind.PASSAGE: _ranked(Kind.PASSAGE, list(passages)[: caps.pool], near),
    }
    return found if near is None else {kind: _not_far(ones, near.least) for kind, ones in found.items()}


def _facts_of(hubs: set[EntityId], near: Near, backend: Backend, caps: Caps) -> Iterable[FactId]:
    ids = [FactId(id_) for id_ in near.nearest(Kind.FACT, caps.nearest)]
    nodes = backend.edges.facts(ids, caps.each) if ids else {}
    return (id_ for id_ in ids if id_ in nodes and hubs.intersection(nodes[id_].ends))


def _passages_of(hubs: set[EntityId], near: Near, backend: Backend, caps: Caps) -> Iterable[PassageId]:
    ids = [PassageId(id_) for id_ in near.nearest(Kind.PASSAGE, caps.nearest)]
    nodes = backend.edges.passages(ids, caps.each) if ids else {}
    return (id_ for id_ in ids if id_ in nodes and any(entity in hubs for entity, _ in nodes[id_].entities))


def _ranked(kind: Kind, ids: Sequence[int], near: Near | None) -> tuple[Fused, ...]:
    if near is None:
        return tuple(Fused(id_, 1.0 / rank, _ROUTES) for rank, id_ in enumerate(ids, 1))
    scores: Mapping[int, float] = near.of(kind, ids) if ids else {}
    return tuple(Fused(id_, scores[id_], _ROUTES) for id_ in sorted(scores, key=lambda id_: -scores[id_]))


def _not_far(found: Sequence[Fused], least: float) -> tuple[Fused, ...]:
    return tuple(one for one in found if one.score >= least or one.score == UNKNOWN)
