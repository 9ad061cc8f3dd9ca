"""Mentions that follow from names, in memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.links import Link, NameOf, PassageText
from tsuzuri.core.values import Mention
from tsuzuri.store.memory import reading
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
        """See `Links.names`. A name that several members of one root bear is named once."""
        state = self._box.read()
        once: dict[tuple[EntityId, str], NameOf] = {}
        for root, members in reading.groups_of(state).items():
            for id_ in members:
                row = state.entities[id_]
                for name in row.names:
                    once.setdefault((root, name.key), NameOf(root, name.name, name.key, name.kind, row.type))
        return tuple(once.values())

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
                rooted = replace(mention, entity_id=state.root(mention.entity_id))
                found[content_id] = (*found.get(content_id, ()), rooted)
        return found

    def link(self, passage_ids: Sequence[PassageId], links: Iterable[Link]) -> None:
        """See `Links.link`."""
        state, done = self._box.write(), set(passage_ids)
        state.links = {mention: key for mention, key in state.links.items() if mention.passage_id not in done}
        state.links |= {borne: link.key for link in links for borne in _borne(state, link)}
        state.unlinked = {id_: None for id_ in state.unlinked if id_ not in done}


def _borne(state: State, link: Link) -> tuple[Mention, ...]:
    """The mention of the member that bears the name: the root, or the first; none when the name is gone."""
    members = reading.groups_of(state).get(link.mention.entity_id, ())
    bearers = (id_ for id_ in members if any(name.key == link.key for name in state.entities[id_].names))
    return tuple(replace(link.mention, entity_id=id_) for id_ in bearers)[:1]


def _texts(state: State, ids: Iterable[PassageId], limit: int) -> tuple[PassageText, ...]:
    rows = ((id_, state.passages[id_]) for id_ in sorted(ids)[:limit])
    return tuple(PassageText(id_, row.content_id, row.draft.text) for id_, row in rows)
