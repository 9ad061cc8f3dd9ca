"""Summaries of documents in memory."""

from collections.abc import Sequence

from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.summaries import Summary
from tsuzuri.store.memory.state import Box, State


class MemorySummaries:
    """The `Summaries` over a state: each is kept with the passages its document had, and counts while it has those."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def missing(self, limit: int) -> tuple[ContentId, ...]:
        """See `Summaries.missing`."""
        state = self._box.read()
        known = _known(state)
        return tuple(id_ for id_ in sorted(state.contents) if id_ not in known)[:limit]

    def put(self, summaries: Sequence[Summary]) -> None:
        """See `Summaries.put`."""
        state = self._box.write()
        for one in summaries:
            state.summaries.pop(one.content_id, None)
            if one.content_id in state.contents and all(cited.passage_id in state.passages for cited in one.sentences):
                state.summaries[one.content_id] = (_passages(state, one.content_id), one)

    def of(self, content_ids: Sequence[ContentId]) -> dict[ContentId, Summary]:
        """See `Summaries.of`."""
        known = _known(self._box.read())
        return {id_: known[id_] for id_ in content_ids if id_ in known}

    def count(self) -> int:
        """See `Summaries.count`."""
        return len(_known(self._box.read()))


def _known(state: State) -> dict[ContentId, Summary]:
    return {
        id_: summary
        for id_, (passages, summary) in state.summaries.items()
        if id_ in state.contents and passages == _passages(state, id_)
    }


def _passages(state: State, content_id: ContentId) -> frozenset[PassageId]:
    return frozenset(id_ for id_, row in state.passages.items() if row.content_id == content_id)
