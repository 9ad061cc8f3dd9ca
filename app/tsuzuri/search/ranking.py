"""From finds by kind to one list of hits: so many of each kind, interleaved by rank."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tsuzuri.core.ports import Backend
from tsuzuri.core.results import CategoryHit, Hit
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.hits import Presenter
from tsuzuri.search.sought import Sought

_SHARE = {Kind.PASSAGE: 1.0, Kind.FACT: 0.9, Kind.ENTITY: 0.6}


def shown(
    found: Mapping[Kind, Sequence[Fused]], categories: Sequence[CategoryHit], want: Sought, backend: Backend, limit: int
) -> tuple[tuple[Hit, ...], tuple[CategoryHit, ...]]:
    """`limit` facts, half as many passages, and `limit` entities and categories together, a quarter of them categories
    at most.
    """
    best = sorted(categories, key=lambda one: (-one.score, one.id))[: limit // 4]
    most = {Kind.PASSAGE: (limit + 1) // 2, Kind.FACT: limit, Kind.ENTITY: limit - len(best)}
    presenter = Presenter(backend, want.words, want.as_of)
    hits: list[Hit] = []
    for kind, share in _SHARE.items():
        chosen = found.get(kind, ())[: most[kind]]
        hits += presenter.hits(kind, [replace(one, score=share / rank) for rank, one in enumerate(chosen, 1)])
    hits.sort(key=lambda hit: -hit.score)
    return tuple(hits), tuple(best)
