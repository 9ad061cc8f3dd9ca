"""Which hit a row of an index is: a member's is one on its root, a twin's one on the fact that is kept."""

from collections.abc import Callable, Sequence

from tsuzuri.core.values import Kind, Scored
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_STANDS_FOR = {
    Kind.ENTITY: "SELECT e.id, e.root_id FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value",
    Kind.FACT: """
      SELECT j.value, ifnull(h.kept_id, j.value) FROM json_each(?) j LEFT JOIN hidden h ON h.fact_id = j.value
      WHERE h.fact_id IS NULL OR NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = ifnull(h.kept_id, h.fact_id))
    """,
}


def best(session: Session, kind: Kind, k: int, found: Callable[[int], Sequence[Scored]]) -> tuple[Scored, ...]:
    """The k best of what is hit, each once with its best score; ties by id.

    `found` gives the n best rows of the index, best first, and is asked for more where too many are hits on the same.
    """
    if kind is Kind.PASSAGE:
        return tuple(found(k))
    n = k
    while True:
        hits = found(n)
        with session.reading() as connection:
            found_ids = rows.id_list(hit.id for hit in hits)
            stands_for: dict[int, int] = dict(rows.fetch(connection, _STANDS_FOR[kind], (found_ids,)))
        scores: dict[int, float] = {}
        for hit in hits:
            if hit.id in stands_for:
                scores.setdefault(stands_for[hit.id], hit.score)
        if len(scores) >= k or len(hits) < n:
            ranked = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
            return tuple(Scored(id_, score) for id_, score in ranked[:k])
        n *= 2
