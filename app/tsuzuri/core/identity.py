"""Which stored entities are one: the values and the protocol a store implements.

An entity is a *member*: what was resolved to one name in one sense. Members that turn out to be one person or thing are
united, and read as one from then on, under the *root* of their tree. Nothing that was written about a member moves, so
that to part them again gives back exactly what was there, and what a source supported goes with it as ever.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.core.values import Entity


class Identities(Protocol):
    """What is one, and what is looked at to find out.

    Everywhere else in a store the id of a member that is read stands for its root, and what is read of a root is all
    that its members have: names, mentions, and facts, of which those that say the same at the same time are one with
    the evidence of all. What is written stays with the member that it was written for.
    """

    def unite(self, kept: EntityId, other: EntityId) -> bool:
        """The root of `other` is one with `kept` from now on, and reads under its root; False if they were one already.

        Raises:
            KeyError: one of them is gone.
        """

    def part(self, member: EntityId) -> bool:
        """A member that was united with another is by itself again, with those united with it; False if it was a root.

        Raises:
            KeyError: it is gone.
        """

    def split(self, entity_id: EntityId, contents: Collection[ContentId], now: datetime) -> EntityId | None:
        """What those contents say of an entity is said of another of the same name and type from now on: its id.

        Mentions, evidence and names given there move. None if they say nothing of it, or nobody else does. To unite
        the two again undoes it.
        """

    def members(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Entity, ...]]:
        """The members each asked entity is one with, itself included, root first; counts and names are their own."""

    def unmatched(self, limit: int) -> tuple[Entity, ...]:
        """Members that have not been compared with the others since they came or got another name or type, by id."""

    def matched(self, member: EntityId, blocks: Collection[str]) -> None:
        """A member was compared, and is found from now on by these blocks; those it had before are dropped."""

    def by_block(self, blocks: Collection[str], *, limit_each: int = 50) -> Mapping[str, tuple[Entity, ...]]:
        """The members that each block finds, by id. One with more than `limit_each` tells nothing and is absent."""

    def neighbours(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 64
    ) -> Mapping[EntityId, frozenset[EntityId]]:
        """The roots that stand at the other end of a fact of each member, or in a passage with it; nearest text first.

        Entities without any are absent. As many queries for any number.
        """
