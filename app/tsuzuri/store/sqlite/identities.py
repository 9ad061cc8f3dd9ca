"""Which entities are one, in SQLite. What follows from it is noted by triggers (see `schema_identity`)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import apsw

from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.core.values import Entity
from tsuzuri.store.sqlite import rows, splitting
from tsuzuri.store.sqlite.graph_queries import MEMBERS_BY_ID
from tsuzuri.store.sqlite.rows import MEMBER_COLUMNS
from tsuzuri.store.sqlite.session import Session

_PLACES = 16
"""So many places at which an entity was mentioned last are looked at for its neighbours."""

_UNITE = "UPDATE entity SET under = ? WHERE id IN (SELECT id FROM entity WHERE root_id = ?)"
_BELOW = """
WITH RECURSIVE below(id) AS (
  SELECT ?1 UNION SELECT e.id FROM below b CROSS JOIN entity e ON e.same_as = b.id)
"""
_PART = f"{_BELOW} UPDATE entity SET under = nullif(?1, id) WHERE id IN (SELECT id FROM below)"
_MEMBERS = f"""
SELECT j.value, {MEMBER_COLUMNS}
FROM json_each(?) j CROSS JOIN entity a ON a.id = j.value CROSS JOIN entity e ON e.root_id = a.root_id
ORDER BY j.key, e.under IS NOT NULL, e.id
"""
_UNMATCHED = f"""
SELECT {MEMBER_COLUMNS} FROM (SELECT entity_id FROM unmatched ORDER BY entity_id LIMIT ?) u
CROSS JOIN entity e ON e.id = u.entity_id ORDER BY e.id
"""
_BY_BLOCK = """
SELECT j.value, b.entity_id FROM json_each(?1) j CROSS JOIN block b ON b.block = j.value AND b.entity_id IN (
  SELECT entity_id FROM block WHERE block = j.value LIMIT ?2)
ORDER BY j.key, b.entity_id
"""
# Facts are nearest. Of facts, places and what stands around them, so many of each are looked at as are wanted.
_NEIGHBOURS = f"""
WITH asked AS (SELECT j.key AS place, e.id, e.root_id FROM json_each(:ids) j CROSS JOIN entity e ON e.id = j.value),
  stands AS (
    SELECT a.id, m.passage_id, m.span_start FROM asked a CROSS JOIN mention m ON m.id IN (
      SELECT id FROM mention WHERE entity_id = a.id ORDER BY said_at DESC, id LIMIT {_PLACES})
    UNION SELECT a.id, l.passage_id, l.span_start FROM asked a
      CROSS JOIN link l ON l.entity_id = a.id AND (l.passage_id, l.span_start) IN (
        SELECT passage_id, span_start FROM link WHERE entity_id = a.id ORDER BY said_at DESC LIMIT {_PLACES})),
  near(id, other_id, distance) AS (
    SELECT a.id, f.object_id, 0 FROM asked a CROSS JOIN fact f ON f.id IN (
      SELECT id FROM fact WHERE subject_id = a.id LIMIT :each)
      WHERE f.object_id IS NOT NULL AND f.unlearnt_at IS NULL
    UNION ALL SELECT a.id, f.subject_id, 0 FROM asked a CROSS JOIN fact f ON f.id IN (
      SELECT id FROM fact WHERE object_id = a.id LIMIT :each) WHERE f.unlearnt_at IS NULL
    UNION ALL SELECT s.id, m.entity_id, 1 + abs(m.span_start - s.span_start)
      FROM stands s CROSS JOIN mention m ON m.passage_id = s.passage_id
    UNION ALL SELECT s.id, l.entity_id, 1 + abs(l.span_start - s.span_start)
      FROM stands s CROSS JOIN link l ON l.passage_id = s.passage_id),
  ranked AS (
    SELECT a.place, n.id, o.root_id AS root,
      row_number() OVER (PARTITION BY n.id ORDER BY min(n.distance), o.root_id) AS rank
    FROM near n CROSS JOIN entity o ON o.id = n.other_id CROSS JOIN asked a ON a.id = n.id AND a.root_id <> o.root_id
    GROUP BY n.id, o.root_id)
SELECT id, root FROM ranked WHERE rank <= :each ORDER BY place, rank
"""


class SqliteIdentities:
    """The `Identities` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def unite(self, kept: EntityId, other: EntityId) -> bool:
        """See `Identities.unite`."""
        with self._session.writing() as connection:
            root, former = _root(connection, kept), _root(connection, other)
            if root == former:
                return False
            connection.execute(_UNITE, (root, former))
            connection.execute("UPDATE entity SET same_as = ? WHERE id = ?", (kept, former))
        return True

    def part(self, member: EntityId) -> bool:
        """See `Identities.part`."""
        with self._session.writing() as connection:
            if _root(connection, member) == member:
                return False
            connection.execute(_PART, (member,))
            connection.execute("UPDATE entity SET same_as = NULL WHERE id = ?", (member,))
        return True

    def split(self, entity_id: EntityId, contents: Collection[ContentId], now: datetime) -> EntityId | None:
        """See `Identities.split`."""
        with self._session.writing() as connection:
            return splitting.split(connection, _root(connection, entity_id), contents, now)

    def members(self, entity_ids: Sequence[EntityId]) -> Mapping[EntityId, tuple[Entity, ...]]:
        """See `Identities.members`. Entities that are gone are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _MEMBERS, (rows.id_list(dict.fromkeys(entity_ids)),))
        return rows.grouped((EntityId(id_), rows.entity(tuple(row))) for id_, *row in found)

    def unmatched(self, limit: int) -> tuple[Entity, ...]:
        """See `Identities.unmatched`."""
        with self._session.reading() as connection:
            return tuple(map(rows.entity, rows.fetch(connection, _UNMATCHED, (limit,))))

    def matched(self, member: EntityId, blocks: Collection[str]) -> None:
        """See `Identities.matched`. One that is gone is passed over."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM block WHERE entity_id = ?", (member,))
            connection.executemany(
                "INSERT INTO block SELECT ?, id FROM entity WHERE id = ?",
                [(block, member) for block in sorted(set(blocks))],
            )
            connection.execute("DELETE FROM unmatched WHERE entity_id = ?", (member,))

    def by_block(self, blocks: Collection[str], *, limit_each: int = 50) -> Mapping[str, tuple[Entity, ...]]:
        """See `Identities.by_block`. Two queries."""
        wanted = rows.text_list(dict.fromkeys(blocks))
        with self._session.reading() as connection:
            found: dict[str, tuple[int, ...]] = rows.grouped(
                rows.fetch(connection, _BY_BLOCK, (wanted, limit_each + 1))
            )
            telling = {block: ids for block, ids in found.items() if len(ids) <= limit_each}
            every = rows.id_list(dict.fromkeys(id_ for ids in telling.values() for id_ in ids))
            entities = {one.id: one for one in map(rows.entity, rows.fetch(connection, MEMBERS_BY_ID, (every,)))}
        return {block: tuple(entities[EntityId(id_)] for id_ in ids) for block, ids in telling.items()}

    def neighbours(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 64
    ) -> Mapping[EntityId, frozenset[EntityId]]:
        """See `Identities.neighbours`. One query."""
        wanted = rows.id_list(dict.fromkeys(entity_ids))
        with self._session.reading() as connection:
            found = rows.fetch(connection, _NEIGHBOURS, {"ids": wanted, "each": limit_each})
        near = rows.grouped((EntityId(id_), EntityId(root)) for id_, root in found)
        return {id_: frozenset(roots) for id_, roots in near.items()}


def _root(connection: apsw.Connection, entity_id: EntityId) -> EntityId:
    root = connection.execute("SELECT root_id FROM entity WHERE id = ?", (entity_id,)).get
    if root is None:
        raise KeyError(f"no entity {entity_id}")
    return EntityId(root)
