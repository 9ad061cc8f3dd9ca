"""What was asked, in memory."""

from collections.abc import Sequence
from datetime import datetime

from tsuzuri.core.answers import Answer
from tsuzuri.core.history import Asked
from tsuzuri.core.ids import AskedId, PassageId
from tsuzuri.store.asked_records import answer_of, record_of
from tsuzuri.store.memory.asked_row import AskedRow
from tsuzuri.store.memory.catalog import MemoryCatalog
from tsuzuri.store.memory.state import Box


class MemoryHistory:
    """The `History` over a `Box`."""

    def __init__(self, box: Box, catalog: MemoryCatalog) -> None:
        self._box = box
        self._catalog = catalog

    def put(self, answer: Answer, rests_on: Sequence[PassageId], now: datetime, *, most: int) -> AskedId | None:
        """See `History.put`."""
        state = self._box.write()
        kept = record_of(answer)
        support = frozenset((*kept.cites, *rests_on))
        if not support <= state.passages.keys():
            return None
        id_ = AskedId(state.next_id("asked"))
        state.asked[id_] = AskedRow(now, kept.told, support)
        for old in sorted(state.asked)[: max(0, len(state.asked) - most)]:
            del state.asked[old]
        return id_

    def asked(self, limit: int) -> tuple[Asked, ...]:
        """See `History.asked`."""
        state = self._box.read()
        latest = sorted(state.asked, reverse=True)[:limit]
        cited = {id_ for one in latest for id_ in state.asked[one].rests_on}
        known = {one.id: one for one in self._catalog.passages(sorted(cited))}
        return tuple(
            Asked(id_, state.asked[id_].at, answer_of(state.asked[id_].told, known)) for id_ in reversed(latest)
        )

    def remove(self, id: AskedId) -> None:
        """See `History.remove`."""
        self._box.write().asked.pop(id, None)

    def clear(self) -> None:
        """See `History.clear`."""
        self._box.write().asked.clear()
