"""Which entities are one, in memory."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.core.values import Entity, Mention
from tsuzuri.store.memory import reading, splitting
from tsuzuri.store.memory.state import Box, State

_PLACES = 16


class MemoryIdentities:
    """The `Identities` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def unite(self, kept: EntityId, other: EntityId) -> bool:
        """See `Identities.unite`."""
        state = self._box.write()
        root, former = _root(state, kept), _root(state, other)
        if root == former:
            return False
        state.same_as[former] = kept
        _change_names(state, former)
        return True

    def part(self, member: EntityId) -> bool:
        """See `Identities.part`."""
        state = self._box.write()
        if _root(state, member) == member:
            return False
        del state.same_as[member]
        _change_names(state, member)
        return True

    def split(self, entity_id: EntityId, contents: Collection[ContentId], now: datetime) -> EntityId | None:
        """See `Identities.split`."""
        state = self._box.write()
        return splitting.split(state, _root(state, entity_id), contents, now)

    def members(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Entity, ...]]:
        """See `Identities.members`. Entities that are gone are absent."""
        state = self._box.read()
        groups = reading.groups_of(state)
        return {
            id_: tuple(reading.member(state, one) for one in groups[state.root(id_)])
            for id_ in entity_ids
            if id_ in state.entities
        }

    def unmatched(self, limit: int) -> tuple[Entity, ...]:
        """See `Identities.unmatched`."""
        state = self._box.read()
        return tuple(reading.member(state, id_) for id_ in sorted(state.unmatched)[:limit])

    def matched(self, member: EntityId, blocks: Collection[str]) -> None:
        """See `Identities.matched`. One that is gone is passed over."""
        state = self._box.write()
        if member in state.entities:
            state.blocks[member] = frozenset(blocks)
            state.unmatched.pop(member, None)

    def by_block(self, blocks: Collection[str], *, limit_each: int = 50) -> Mapping[str, tuple[Entity, ...]]:
        """See `Identities.by_block`."""
        state = self._box.read()
        of_each = {block: sorted(id_ for id_, has in state.blocks.items() if block in has) for block in blocks}
        return {
            block: tuple(reading.member(state, id_) for id_ in ids)
            for block, ids in of_each.items()
            if 0 < len(ids) <= limit_each
        }

    def neighbours(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 64
    ) -> Mapping[EntityId, frozenset[EntityId]]:
        """See `Identities.neighbours`."""
        state = self._box.read()
        found: dict[EntityId, frozenset[EntityId]] = {}
        for id_ in entity_ids:
            if id_ in state.entities:
                near: dict[EntityId, int] = {}
                for other, distance in _near(state, id_):
                    near[state.root(other)] = min(distance, near.get(state.root(other), distance))
                near.pop(state.root(id_), None)
                nearest = sorted(near, key=lambda root: (near[root], root))[:limit_each]
                found[id_] = frozenset(nearest)
        return {id_: roots for id_, roots in found.items() if roots}


def _near(state: State, id_: EntityId) -> Iterator[tuple[EntityId, int]]:
    """Who stands near an entity, and how far away: at the other end of a fact, or around where it is mentioned."""
    for fact_id, fact in state.facts.items():
        if fact_id not in state.retracted and fact.object_id is not None and id_ in (fact.subject_id, fact.object_id):
            yield (fact.object_id if fact.subject_id == id_ else fact.subject_id), 0
    for place in _last([mention for mention in state.named() if mention.entity_id == id_], state):
        for other in state.named():
            if other.passage_id == place.passage_id:
                yield other.entity_id, 1 + abs(other.span.start - place.span.start)


def _last(mentions: Iterable[Mention], state: State) -> Sequence[Mention]:
    """The mentions that were said last."""

    def newness(mention: Mention) -> float:
        said = state.passages[mention.passage_id].draft.said
        return float("inf") if said is None else -said.at.timestamp()

    return sorted(mentions, key=newness)[:_PLACES]


def _root(state: State, entity_id: EntityId) -> EntityId:
    if entity_id not in state.entities:
        raise KeyError(f"no entity {entity_id}")
    return state.root(entity_id)


def _change_names(state: State, member: EntityId) -> None:
    """Note the names of a member and of those below it that others bear too: they have other bearers now."""
    borne = Counter(name.key for row in state.entities.values() for name in row.names)
    below = (row for id_, row in state.entities.items() if _is_below(state, id_, member))
    state.change_names(sorted({name.key for row in below for name in row.names if borne[name.key] > 1}))


def _is_below(state: State, id_: EntityId, member: EntityId) -> bool:
    while id_ != member:
        if id_ not in state.same_as:
            return False
        id_ = state.same_as[id_]
    return True
