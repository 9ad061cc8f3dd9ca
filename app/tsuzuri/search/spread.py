"""Passages of several documents: one that is much like the question does not fill the list while others wait."""

from collections import Counter
from collections.abc import Sequence

from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.search.fuse import Fused

PLACES = 10
MOST = 7
"""Of so many places one document takes so many at most. At 7 locomo gains 0.001 and jsquad, whose questions are on one
article each, loses nothing; at 6 both lose 0.001."""
WORTH = 0.3
"""What takes the place of another passage scores this share of it at least: nothing comes up for being other."""
_DEPTH = 60


def spread(found: Sequence[Fused], backend: Backend) -> tuple[Fused, ...]:
    """The finds, best first, with those beyond the seventh of a document in ten places behind good ones of others.

    Of the first sixty; one query.
    """
    if len(found) <= MOST:
        return tuple(found)
    shown = found[:_DEPTH]
    passages = backend.catalog.passages([PassageId(one.id) for one in shown])
    content = {int(passage.id): passage.content_id for passage in passages}
    return (*_spread([one for one in shown if one.id in content], content), *found[_DEPTH:])


def _spread(found: Sequence[Fused], content: dict[int, ContentId]) -> list[Fused]:
    waiting = list(found)
    ordered: list[Fused] = []
    taken: Counter[ContentId] = Counter()
    while waiting:
        if len(ordered) % PLACES == 0:
            taken.clear()
        best = waiting[0]
        others = (one for one in waiting if taken[content[one.id]] < MOST and one.score >= WORTH * best.score)
        chosen = best if taken[content[best.id]] < MOST else next(others, best)
        waiting.remove(chosen)
        ordered.append(chosen)
        taken[content[chosen.id]] += 1
    return ordered
