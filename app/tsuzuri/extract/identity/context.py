"""What stands around entities, read from a store for many at a time: the sides of a comparison."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tsuzuri.core.identity import Identities
from tsuzuri.core.ids import EntityId
from tsuzuri.core.literals import ValueType
from tsuzuri.core.ports import Backend, GraphStore
from tsuzuri.core.values import Entity, Fact
from tsuzuri.extract.identity.score import Side, Value, weight

_CONTACTS = frozenset({ValueType.EMAIL, ValueType.PHONE})
_FACTS = 100


class Context:
    """What a batch has read. It lives as long as the transaction that compares, in which nothing else changes."""

    def __init__(self, backend: Backend) -> None:
        self._graph: GraphStore = backend.graph
        self._identities: Identities = backend.identities
        self._single = backend.graph.rules().single
        self._facts: dict[EntityId, tuple[Fact, ...]] = {}
        self._weighed: dict[EntityId, tuple[Entity, float]] = {}

    def contacts(self, member: Entity) -> frozenset[str]:
        """The addresses and numbers that are a member's own."""
        return _contacts(self._facts_of(member.id), {member.id}) if member.facts else frozenset()

    def sides(self, ids: Collection[EntityId]) -> Mapping[EntityId, Side]:
        """Each entity with all that is one with it, and what stands near; facts are not read yet.

        All members of one have the same side. Entities that are gone are absent.
        """
        united = self._identities.members(sorted(ids))
        every = sorted({member.id for members in united.values() for member in members})
        near = self._identities.neighbours(every)
        of_root: dict[EntityId, Side] = {}
        for members in united.values():
            if members[0].id not in of_root:
                around = frozenset[EntityId]().union(*(near.get(member.id, ()) for member in members))
                of_root[members[0].id] = Side(members, near=around)
        return {asked: of_root[members[0].id] for asked, members in united.items()}

    def with_facts(self, side: Side) -> Side:
        """The side with what its facts tell. One query, the first time."""
        if not any(member.facts for member in side.members):
            return side
        facts = self._facts_of(side.root.id)
        values: dict[str, list[Value]] = {}
        for fact in facts:
            if fact.subject_id in side.ids and fact.relation in self._single:
                values.setdefault(fact.relation, []).append(_value(fact))
        return Side(
            side.members,
            _contacts(facts, side.ids),
            {relation: tuple(of_one) for relation, of_one in values.items()},
            side.near,
            _other_ends(facts, side.ids),
        )

    def together(self, kept: Side, other: Side) -> Side:
        """Two sides that have become one, under the root of the first. Facts of the root are read anew when asked."""
        self._facts.pop(kept.root.id, None)
        return Side((*kept.members, *other.members), near=kept.near | other.near)

    def weigh(self, wanted: Iterable[EntityId]) -> None:
        """Read neighbours that will be shared, all at once."""
        missing = sorted(set(wanted) - self._weighed.keys())
        for entity in self._graph.entities_by_id(missing) if missing else ():
            self._weighed[entity.id] = (entity, weight(entity))

    def shared(self, one: Side, other: Side) -> Mapping[Entity, float]:
        """The neighbours of both, with their weights."""
        both = (one.near & other.near) - one.ids - other.ids
        self.weigh(both)
        return dict(self._weighed[id_] for id_ in sorted(both) if id_ in self._weighed)

    def _facts_of(self, id_: EntityId) -> tuple[Fact, ...]:
        if id_ not in self._facts:
            self._facts[id_] = self._graph.facts_of(id_, limit=_FACTS)
        return self._facts[id_]


def _contacts(facts: Sequence[Fact], ids: Collection[EntityId]) -> frozenset[str]:
    return frozenset(
        fact.form.norm
        for fact in facts
        if fact.form is not None and fact.form.type in _CONTACTS and fact.subject_id in ids
    )


def _other_ends(facts: Sequence[Fact], ids: Collection[EntityId]) -> frozenset[EntityId]:
    ends = {end for fact in facts for end in (fact.subject_id, fact.object_id) if end is not None}
    return frozenset(ends.difference(ids))


def _value(fact: Fact) -> Value:
    if fact.form is None:
        return Value(f"#{fact.object_id}", fact.object_name, fact.held)
    return Value(fact.form.norm, fact.object_name, fact.held, is_date=fact.form.type is ValueType.DATE)
