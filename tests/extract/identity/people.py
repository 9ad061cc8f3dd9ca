"""Invented entities for the tests of identity."""

from itertools import count

from tsuzuri.core.ids import EntityId
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.identity.score import Side

_numbers = count(1)


def entity(
    name: str, *aliases: str, type: EntityType = EntityType.PERSON, id: int | None = None, mentions: int = 1
) -> Entity:
    return Entity(EntityId(id or next(_numbers)), name, type, aliases, 0, mentions, None)


def side(name: str, *aliases: str, type: EntityType = EntityType.PERSON) -> Side:
    return Side((entity(name, *aliases, type=type),))
