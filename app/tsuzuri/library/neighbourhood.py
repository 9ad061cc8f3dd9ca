"""What stands around an entity: the facts that join it to others, and what those are joined to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, Fact

NEAR = 30
"""So many facts of the entity itself are followed."""

FAR = 4
"""So many facts of each neighbour."""

_READ = 60


@dataclass(frozen=True, slots=True)
class Branch:
    """A fact that leads away from an entity, and what leads on from there.

    `inward` where the entity is the fact's object. `entity` is None where the fact leads to a value. `more` facts of
    the neighbour are not shown.
    """

    fact: Fact
    inward: bool
    entity: Entity | None
    below: "tuple[Branch, ...]" = ()
    more: int = 0

    @property
    def name(self) -> str:
        """What the fact leads to."""
        return self.fact.subject_name if self.inward else self.fact.object_name


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """An entity with what is at most two facts away; `more` of its own facts are not shown."""

    centre: Entity
    branches: tuple[Branch, ...]
    more: int


def neighbourhood(backend: Backend, entity_id: EntityId, *, as_of: date | None = None) -> Neighbourhood | None:
    """The neighbourhood of an entity, None if it is gone.

    The same library gives the same picture: facts by when they held, then by id. A neighbour is followed where it is
    met first. With `as_of`, only facts that held on that day. Five queries, however many neighbours there are.
    """
    centre = backend.graph.entity(entity_id)
    if centre is None:
        return None
    own = backend.graph.facts_of(entity_id, as_of=as_of, limit=NEAR + 1)
    shown = own[:NEAR]
    others = list(dict.fromkeys(id_ for fact in shown if (id_ := _other(fact, entity_id)) is not None))
    nodes = backend.edges.entities(others, _READ)
    ids = list(dict.fromkeys(id_ for node in nodes.values() for id_ in node.facts))
    facts = {fact.id: fact for fact in backend.graph.facts(ids) if as_of is None or fact.held.holds_on(as_of)}
    followed = {other: _followed(nodes[other].facts, facts, shown) for other in others if other in nodes}
    far = (id_ for other, found in followed.items() for fact in found if (id_ := _other(fact, other)) is not None)
    entities = {one.id: one for one in backend.graph.entities_by_id(list(dict.fromkeys([*others, *far])))}
    drawn: set[EntityId] = set()
    branches = []
    for fact in shown:
        other = _other(fact, entity_id)
        onward = () if other is None or other in drawn else followed.get(other, ())
        if other is not None:
            drawn.add(other)
        below = tuple(_branch(one, other, entities) for one in onward[:FAR] if other is not None)
        inward = fact.subject_id != entity_id
        branches.append(Branch(fact, inward, _of(other, entities), below, max(0, len(onward) - FAR)))
    return Neighbourhood(centre, tuple(branches), len(own) - len(shown))


def _other(fact: Fact, entity_id: EntityId) -> EntityId | None:
    """The other end, where it is an entity."""
    return fact.object_id if fact.subject_id == entity_id else fact.subject_id


def _followed(ids: Sequence[FactId], facts: Mapping[FactId, Fact], but: Sequence[Fact]) -> tuple[Fact, ...]:
    left_out = {fact.id for fact in but}
    found = [facts[id_] for id_ in ids if id_ in facts and id_ not in left_out]
    return tuple(sorted(found, key=lambda fact: (fact.held.start or date.max, fact.id)))


def _branch(fact: Fact, entity_id: EntityId, entities: Mapping[EntityId, Entity]) -> Branch:
    return Branch(fact, fact.subject_id != entity_id, _of(_other(fact, entity_id), entities))


def _of(entity_id: EntityId | None, entities: Mapping[EntityId, Entity]) -> Entity | None:
    return None if entity_id is None else entities.get(entity_id)
