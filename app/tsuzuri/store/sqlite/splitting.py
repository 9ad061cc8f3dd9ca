"""How an entity is split in SQLite: what some contents say of it moves to another of the same name and type."""

from collections.abc import Collection, Iterable
from datetime import datetime

import apsw

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.store.sqlite import graph_queries as queries
from tsuzuri.store.sqlite import rows

_MEMBERS = "SELECT id FROM entity WHERE root_id = ? ORDER BY id"
_PASSAGES = "SELECT p.id FROM json_each(?) j CROSS JOIN passage p ON p.content_id = j.value ORDER BY p.id"
_SPLIT = "SELECT value FROM json_each(:passages)"
_SPOKEN = """
SELECT passage_id FROM json_each(:members) j CROSS JOIN mention m ON m.entity_id = j.value
UNION SELECT v.passage_id FROM json_each(:members) j CROSS JOIN fact f ON f.subject_id = j.value
  CROSS JOIN evidence v ON v.fact_id = f.id
UNION SELECT v.passage_id FROM json_each(:members) j CROSS JOIN fact f ON f.object_id = j.value
  CROSS JOIN evidence v ON v.fact_id = f.id
"""
_NEW = "INSERT INTO entity(name, key, type, created_at) SELECT name, key, type, ? FROM entity WHERE id = ? RETURNING id"
_OWN_NAME = (
    "INSERT INTO alias(entity_id, key, name, kind, kept) SELECT id, key, name, 'own', 1 FROM entity WHERE id = ?"
)
# What a member was called in those contents; by its own name it was called wherever it was mentioned.
_CALLED = f"""
SELECT a.key, a.name, a.kind, g.passage_id, a.entity_id AS bearer, a.id AS place
FROM json_each(:members) j CROSS JOIN alias a ON a.entity_id = j.value
CROSS JOIN alias_passage g ON g.alias_id = a.id AND g.passage_id IN ({_SPLIT})
UNION ALL
SELECT e.key, e.name, 'stated', m.passage_id, e.id, 0 FROM json_each(:members) j CROSS JOIN entity e ON e.id = j.value
CROSS JOIN mention m ON m.entity_id = e.id AND m.passage_id IN ({_SPLIT})
ORDER BY bearer, place
"""
_CALL = """
INSERT INTO alias(entity_id, key, name, kind) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
"""
_GIVEN_BY = """
INSERT INTO alias_passage(alias_id, passage_id)
SELECT id, ?3 FROM alias WHERE entity_id = ?1 AND key = ?2 AND kept = 0 ON CONFLICT DO NOTHING
"""
_UNCALL = f"""
DELETE FROM alias_passage WHERE passage_id IN ({_SPLIT})
  AND alias_id IN (SELECT a.id FROM json_each(:members) j CROSS JOIN alias a ON a.entity_id = j.value)
"""
_MENTIONS = f"""
SELECT m.id FROM json_each(:members) j CROSS JOIN mention m ON m.entity_id = j.value
WHERE m.passage_id IN ({_SPLIT}) ORDER BY m.id
"""
# Those that were retracted first: what says the same is retracted with them.
_FACTS = f"""
SELECT id, EXISTS (SELECT 1 FROM evidence WHERE fact_id = f.id AND passage_id NOT IN ({_SPLIT})),
  subject_id, relation, object_id, value_type, value_norm, valid_from, valid_to
FROM fact f WHERE id IN (
    SELECT f.id FROM json_each(:members) j CROSS JOIN fact f ON f.subject_id = j.value
    UNION SELECT f.id FROM json_each(:members) j CROSS JOIN fact f ON f.object_id = j.value)
  AND EXISTS (SELECT 1 FROM evidence WHERE fact_id = f.id AND passage_id IN ({_SPLIT}))
ORDER BY unlearnt_at IS NULL, id
"""
_COPY = """
INSERT INTO fact(subject_id, relation, object_id, value_type, value_norm, valid_from, valid_to, value, precision,
  said_at, said_kind, learnt_at, confidence, held_from, held_to, held_precision)
SELECT ?2, relation, ?3, value_type, value_norm, valid_from, valid_to, value, precision,
  said_at, said_kind, learnt_at, confidence, valid_from, valid_to, precision
FROM fact WHERE id = ?1 RETURNING id
"""
_STAY_RETRACTED = (
    "UPDATE fact SET (status, unlearnt_at) = (SELECT status, unlearnt_at FROM fact WHERE id = ?2) WHERE id = ?1"
)
_MOVE_EVIDENCE = f"""
UPDATE OR IGNORE evidence SET fact_id = :to WHERE fact_id = :fact AND passage_id IN ({_SPLIT})
"""
_DROP_EVIDENCE = f"DELETE FROM evidence WHERE fact_id = :fact AND passage_id IN ({_SPLIT})"
_RELINK = f"""
INSERT INTO link_passage SELECT DISTINCT l.passage_id
  FROM json_each(:members) j CROSS JOIN link l ON l.entity_id = j.value
  WHERE l.passage_id IN ({_SPLIT}) ON CONFLICT DO NOTHING
"""


def split(
    connection: apsw.Connection, root: EntityId, contents: Collection[ContentId], now: datetime
) -> EntityId | None:
    """See `Identities.split`; what is said of all members of a root moves, also of those that have other names."""
    members = [id_ for (id_,) in rows.fetch(connection, _MEMBERS, (root,))]
    passages = {id_ for (id_,) in rows.fetch(connection, _PASSAGES, (rows.id_list(contents),))}
    spoken = {id_ for (id_,) in rows.fetch(connection, _SPOKEN, {"members": rows.id_list(members)})}
    if not spoken & passages or spoken <= passages:
        return None
    new = EntityId(connection.execute(_NEW, (to_micros(now), root)).get)
    connection.execute(_OWN_NAME, (new,))
    moved = {"members": rows.id_list(members), "passages": rows.id_list(spoken & passages)}
    _move_names(connection, new, moved | {"passages": rows.id_list(passages)})
    connection.execute(_RELINK, moved)
    _move_facts(connection, new, frozenset(members), moved)
    _move_mentions(connection, new, moved)
    connection.execute("INSERT INTO stale_entity VALUES (?) ON CONFLICT DO NOTHING", (new,))
    connection.execute(
        "INSERT INTO link_content SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
        (rows.id_list(contents),),
    )
    return new


def _move_names(connection: apsw.Connection, new: EntityId, moved: dict[str, str]) -> None:
    called = rows.fetch(connection, _CALLED, moved)
    connection.executemany(_CALL, [(new, key, name, kind) for key, name, kind, *_ in called])
    connection.executemany(_GIVEN_BY, [(new, key, passage) for key, _, _, passage, *_ in called])
    connection.execute(_UNCALL, moved)


def _move_facts(connection: apsw.Connection, new: EntityId, members: Collection[int], moved: dict[str, str]) -> None:
    """Move what only those contents state; of what others state too, only the evidence, to a fact of its own."""
    for id_, stays, subject_id, relation, object_id, *rest in rows.fetch(connection, _FACTS, moved):
        ends = [new if end in members else end for end in (subject_id, object_id)]
        same = connection.execute(queries.SAME_FACT, (ends[0], relation, ends[1], *rest)).get
        if same is None and not stays:
            connection.execute("UPDATE fact SET (subject_id, object_id) = (?, ?) WHERE id = ?", (*ends, id_))
            continue
        if same is None:
            same = connection.execute(_COPY, (id_, *ends)).get
            connection.execute(_STAY_RETRACTED, (same, id_))
        connection.execute(_MOVE_EVIDENCE, moved | {"fact": id_, "to": same})
        connection.execute(_DROP_EVIDENCE, moved | {"fact": id_})
        _settle_belief(connection, [same, *([id_] if stays else [])])
        if not stays:
            connection.execute("DELETE FROM fact WHERE id = ?", (id_,))


def _settle_belief(connection: apsw.Connection, fact_ids: Iterable[int]) -> None:
    """Let facts be what their evidence and that of their twins made them (see `twins`), and be indexed anew."""
    for id_ in fact_ids:
        connection.execute("INSERT INTO untwinned VALUES (?) ON CONFLICT DO NOTHING", (id_,))
        connection.execute("INSERT INTO stale_fact VALUES (?) ON CONFLICT DO NOTHING", (id_,))
        connection.execute(
            """
            DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND kind = 'fact' AND owner_id = ?
            """,
            (id_,),
        )


def _move_mentions(connection: apsw.Connection, new: EntityId, moved: dict[str, str]) -> None:
    """Move the mentions; of two members' at one place one is enough."""
    ids = rows.fetch(connection, _MENTIONS, moved)
    connection.executemany("UPDATE OR IGNORE mention SET entity_id = ? WHERE id = ?", [(new, *row) for row in ids])
    connection.executemany("DELETE FROM mention WHERE id = ? AND entity_id <> ?", [(*row, new) for row in ids])
