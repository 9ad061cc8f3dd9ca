"""Mentions that follow from names, in memory."""

from collections.abc import Iterable, Mapping, Sequence

from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.links import Link, NameOf, PassageText
from tsuzuri.core.values import Mention
from tsuzuri.store.memory.state import Box, State


class MemoryLinks:
    """The `Links` over a `Box`. What waits is noted where the rows are written."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def has_work(self) -> bool:
        """See `Links.has_work`."""
        state = self._box.read()
        return bool(state.unlinked or state.told or state.changed_names)

    def version(self) -> int:
        """See `Links.version`."""
        return self._box.read().sweep["names"]

    def names(self) -> tuple[NameOf, ...]:
        """See `Links.names`."""
        return tuple(
            NameOf(id_, name.name, name.key, name.kind, row.type)
            for id_, row in self._box.read().entities.items()
            for name in row.names
        )

    def queue_documents(self) -> None:
        """See `Links.queue_documents`."""
        state = self._box.write()
        state.unlinked |= {id_: None for id_, row in state.passages.items() if row.content_id in state.told}
        state.told = {}

    def changed(self) -> tuple[str, ...]:
        """See `Links.changed`."""
        return tuple(sorted(self._box.read().changed_names))

    def unswept(self, limit: int) -> tuple[PassageText, ...]:
        """See `Links.unswept`."""
        state = self._box.read()
        left = (id_ for id_ in state.passages if id_ > state.sweep["swept"] and id_ not in state.unlinked)
        return _texts(state, left, limit)

    def sweep(self, upto: PassageId, holding: Sequence[PassageId]) -> None:
        """See `Links.sweep`."""
        state = self._box.write()
        state.unlinked |= dict.fromkeys(holding)
        state.sweep = state.sweep | {"swept": upto}

    def end_sweep(self) -> None:
        """See `Links.end_sweep`."""
        state = self._box.write()
        state.changed_names = {}
        state.sweep = state.sweep | {"swept": 0}

    def waiting(self, limit: int) -> tuple[PassageText, ...]:
        """See `Links.waiting`."""
        state = self._box.read()
        return _texts(state, state.unlinked, limit)

    def waiting_count(self) -> int:
        """See `Links.waiting_count`."""
        return len(self._box.read().unlinked)

    def told(self, content_ids: Sequence[ContentId]) -> Mapping[ContentId, tuple[Mention, ...]]:
        """See `Links.told`. Documents of which nothing was told are absent."""
        state = self._box.read()
        found: dict[ContentId, tuple[Mention, ...]] = {}
        for mention in state.mentions:
            content_id = state.passages[mention.passage_id].content_id
            if content_id in content_ids:
                found[content_id] = (*found.get(content_id, ()), mention)
        return found

    def link(self, passage_ids: Sequence[PassageId], links: Iterable[Link]) -> None:
        """See `Links.link`."""
        state, done = self._box.write(), set(passage_ids)
        state.links = {mention: key for mention, key in state.links.items() if mention.passage_id not in done}
        state.links |= {link.mention: link.key for link in links if _is_named(state, link)}
        state.unlinked = {id_: None for id_ in state.unlinked if id_ not in done}


def _is_named(state: State, link: Link) -> bool:
    row = state.entities.get(link.mention.entity_id)
    return row is not None and any(name.key == link.key for name in row.names)


def _texts(state: State, ids: Iterable[PassageId], limit: int) -> tuple[PassageText, ...]:
    rows = ((id_, state.passages[id_]) for id_ in sorted(ids)[:limit])
    return tuple(PassageText(id_, row.content_id, row.draft.text) for id_, row in rows)
