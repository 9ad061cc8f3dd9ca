"""What a search walks, in SQLite: neighbours of many nodes in a query or two, and names looked up in full text."""

from collections.abc import Mapping, Sequence

import apsw

from tsuzuri.core.graph_edges import EntityNode, FactNode, PassageNode
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.graph_queries import SHOWN
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.titles import phrase_of, title_keys

_PASSAGES = """
SELECT p.id, p.text, iif(p.ordinal = 0, c.title, ''),
  (SELECT id FROM passage WHERE content_id = p.content_id AND ordinal = p.ordinal - 1),
  (SELECT id FROM passage WHERE content_id = p.content_id AND ordinal = p.ordinal + 1),
  (SELECT id FROM passage WHERE content_id = p.content_id AND ordinal = 0)
FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value JOIN content c ON c.id = p.content_id
"""
_BEGINNINGS = """
SELECT p.id, f.id FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value
CROSS JOIN passage f ON f.content_id = p.content_id AND f.ordinal = 0
"""
_ENTITIES_IN = """
SELECT DISTINCT n.passage_id, m.root_id,
  (SELECT sum(mentions + linked) FROM entity g WHERE g.root_id = m.root_id) AS times
FROM (
  SELECT m.passage_id, m.entity_id FROM json_each(?1) j CROSS JOIN mention m ON m.passage_id = j.value
  UNION SELECT l.passage_id, l.entity_id FROM json_each(?1) j CROSS JOIN link l ON l.passage_id = j.value) n
CROSS JOIN entity m ON m.id = n.entity_id ORDER BY n.passage_id, times, m.root_id
"""
_STATED_IN = """
SELECT DISTINCT v.passage_id, ifnull(h.kept_id, v.fact_id)
FROM json_each(?) j CROSS JOIN evidence v ON v.passage_id = j.value LEFT JOIN hidden h ON h.fact_id = v.fact_id
WHERE h.fact_id IS NULL OR NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = ifnull(h.kept_id, h.fact_id))
ORDER BY 1, 2
"""
_ASKED = """
WITH asked AS (
  SELECT j.value AS id, m.id AS member_id
  FROM json_each(?1) j CROSS JOIN entity a ON a.id = j.value CROSS JOIN entity m ON m.root_id = a.root_id)
"""
# The latest of each member, and of each table, are enough for the latest of all.
_NAMING = f"""{_ASKED}
SELECT id, passage_id, said_at FROM (
  SELECT asked.id, m.passage_id, m.said_at FROM asked CROSS JOIN mention m ON m.id IN (
    SELECT id FROM mention WHERE entity_id = asked.member_id ORDER BY said_at DESC, id LIMIT ?2)
  UNION SELECT asked.id, l.passage_id, l.said_at FROM asked CROSS JOIN link l
    ON l.entity_id = asked.member_id AND (l.passage_id, l.span_start) IN (
    SELECT passage_id, span_start FROM link WHERE entity_id = asked.member_id
    ORDER BY said_at DESC, passage_id, span_start LIMIT ?2))
ORDER BY id, said_at DESC, passage_id
"""
_LATEST = f"{SHOWN} ORDER BY held_from IS NULL DESC, held_from DESC, id DESC LIMIT ?2"
_FACTS_AT = f"""{_ASKED}
SELECT DISTINCT asked.id, f.id, f.held_from FROM asked CROSS JOIN fact f ON f.id IN (
  SELECT id FROM (SELECT id FROM fact f WHERE subject_id = asked.member_id AND {_LATEST})
  UNION SELECT id FROM (SELECT id FROM fact f WHERE object_id = asked.member_id AND {_LATEST}))
ORDER BY asked.id, f.held_from IS NULL DESC, f.held_from DESC, f.id DESC
"""
_ENDS = f"""
SELECT f.id, s.root_id, o.root_id FROM json_each(?) j CROSS JOIN fact f ON f.id = j.value
CROSS JOIN entity s ON s.id = f.subject_id LEFT JOIN entity o ON o.id = f.object_id
WHERE {SHOWN}
"""
_STATING = """
SELECT DISTINCT j.value, v.passage_id FROM json_each(?) j CROSS JOIN evidence v ON v.fact_id IN (
  SELECT j.value UNION ALL SELECT fact_id FROM hidden WHERE kept_id = j.value)
ORDER BY 1, 2
"""
_FIRST = "CROSS JOIN passage p ON p.content_id = c.id AND p.ordinal = 0"
"""From a document to its first passage. What goes on in brackets lies between "(" and the next character, ")"."""
_STANDING = "SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT ?"
_TITLED = f"""
SELECT j.key, p.id FROM json_each(?1) j
CROSS JOIN content c ON c.title_folded = j.value {_FIRST}
UNION SELECT j.key, p.id FROM json_each(?1) j
CROSS JOIN content c ON c.title_folded >= j.value || ' (' AND c.title_folded < j.value || ' )' {_FIRST}
UNION SELECT j.key, p.id FROM json_each(?1) j
CROSS JOIN content c ON c.title_folded >= j.value || '(' AND c.title_folded < j.value || ')' {_FIRST}
ORDER BY 1, 2
"""


class SqliteEdges:
    """The `GraphEdges` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def passages(self, ids: Sequence[PassageId], limit: int) -> Mapping[PassageId, PassageNode]:
        """See `GraphEdges.passages`. Entities that are named least come first."""
        wanted = rows.id_list(dict.fromkeys(ids))
        with self._session.reading() as connection:
            found = rows.fetch(connection, _PASSAGES, (wanted,))
            named = rows.fetch(connection, _ENTITIES_IN, (wanted,))
            stated = _grouped(connection, _STATED_IN, (wanted,))
        entities = rows.grouped((passage, (EntityId(id_), times)) for passage, id_, times in named)
        return {
            PassageId(id_): PassageNode(
                text,
                title,
                tuple(dict.fromkeys(PassageId(near) for near in nearby if near is not None and near != id_)),
                entities.get(id_, ())[:limit],
                tuple(map(FactId, stated.get(id_, ())[:limit])),
            )
            for id_, text, title, *nearby in found
        }

    def beginnings(self, ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """See `GraphEdges.beginnings`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _BEGINNINGS, (rows.id_list(dict.fromkeys(ids)),))
        return {PassageId(id_): PassageId(first) for id_, first in found}

    def entities(self, ids: Sequence[EntityId], limit: int) -> Mapping[EntityId, EntityNode]:
        """See `GraphEdges.entities`. Facts that are undated come first, then the latest."""
        wanted = rows.id_list(dict.fromkeys(ids))
        with self._session.reading() as connection:
            there = rows.fetch(
                connection, "SELECT e.id FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value", (wanted,)
            )
            naming = _grouped(connection, _NAMING, (wanted, limit))
            facts = _grouped(connection, _FACTS_AT, (wanted, limit))
        return {
            EntityId(id_): EntityNode(
                tuple(map(PassageId, dict.fromkeys(naming.get(id_, ()))))[:limit],
                tuple(map(FactId, facts.get(id_, ())[:limit])),
            )
            for (id_,) in there
        }

    def facts(self, ids: Sequence[FactId], limit: int) -> Mapping[FactId, FactNode]:
        """See `GraphEdges.facts`. The passages that came first are given."""
        wanted = rows.id_list(dict.fromkeys(ids))
        with self._session.reading() as connection:
            found = rows.fetch(connection, _ENDS, (wanted,))
            stating = _grouped(connection, _STATING, (wanted,))
        return {
            FactId(id_): FactNode(
                tuple(EntityId(end) for end in ends if end is not None),
                tuple(map(PassageId, stating.get(id_, ())[:limit])),
            )
            for id_, *ends in found
        }

    def standing(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """See `GraphEdges.standing`."""
        with self._session.reading() as connection:
            found = {name: _passages_with(connection, name, limit + 1) for name in dict.fromkeys(names)}
        return {name: ids for name, ids in found.items() if 0 < len(ids) <= limit}

    def titled(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """See `GraphEdges.titled`."""
        titles = [(name, title) for name in dict.fromkeys(names) for title in title_keys(name)]
        with self._session.reading() as connection:
            found = rows.fetch(connection, _TITLED, (rows.text_list(title for _, title in titles),))
        titled = rows.grouped((titles[at][0], PassageId(id_)) for at, id_ in found)
        return {name: tuple(dict.fromkeys(ids))[:limit] for name, ids in titled.items()}


def _passages_with(connection: apsw.Connection, name: str, limit: int) -> tuple[PassageId, ...]:
    if not (tokens := phrase_of(name)):
        return ()
    found = rows.fetch(connection, _STANDING, (f'body : "{" ".join(tokens)}"', limit))
    return tuple(PassageId(id_) for (id_,) in found)


def _grouped(connection: apsw.Connection, query: str, values: "apsw.Bindings") -> dict[int, tuple[int, ...]]:
    """The second column of each row, by the first."""
    return rows.grouped((int(row[0]), int(row[1])) for row in rows.fetch(connection, query, values))
