"""Facts that say the same of the same roots at the same time, in SQLite: one of them is kept, the others are hidden.

What has to be looked at anew is noted by triggers (see `schema_identity`): nothing, while no entities are one.
"""

from collections.abc import Iterable

import apsw

from tsuzuri.store.sqlite import rows

_BATCH = 1000

_TOGETHER = """
INSERT INTO untwinned
  SELECT h.kept_id FROM untwinned u CROSS JOIN hidden h ON h.fact_id = u.fact_id WHERE h.kept_id IS NOT NULL
  UNION SELECT o.fact_id FROM untwinned u CROSS JOIN hidden h ON h.fact_id = u.fact_id
    CROSS JOIN hidden o ON o.kept_id = h.kept_id
  UNION SELECT h.fact_id FROM untwinned u CROSS JOIN hidden h ON h.kept_id = u.fact_id
ON CONFLICT DO NOTHING
"""
_UNTWINNED = f"SELECT fact_id FROM untwinned LIMIT {_BATCH}"
# By the index on what a fact says, or on what was retracted: a few looks for each pair of members.
_TWINS = """
WITH noted AS (
  SELECT f.id, f.relation, f.object_id, f.value_type, f.value_norm, f.valid_from, f.valid_to, s.root_id AS subject,
    (SELECT root_id FROM entity WHERE id = f.object_id) AS object
  FROM json_each(?) j CROSS JOIN fact f ON f.id = j.value CROSS JOIN entity s ON s.id = f.subject_id)
SELECT n.id, t.id, t.unlearnt_at FROM noted n
CROSS JOIN entity ms ON ms.root_id = n.subject CROSS JOIN fact t ON t.id IN (
  SELECT id FROM fact INDEXED BY fact_live WHERE subject_id = ms.id AND relation = n.relation
    AND ifnull(object_id, 0) IN (
      SELECT ifnull(n.object, 0) UNION ALL SELECT id FROM entity WHERE under IS NOT NULL AND under = n.object)
    AND value_type = n.value_type AND value_norm = n.value_norm
    AND ifnull(valid_from, '') = ifnull(n.valid_from, '') AND ifnull(valid_to, '') = ifnull(n.valid_to, '')
    AND unlearnt_at IS NULL
  UNION ALL
  SELECT id FROM fact INDEXED BY fact_unlearnt WHERE subject_id = ms.id AND relation = n.relation
    AND ifnull(object_id, 0) IN (
      SELECT ifnull(n.object, 0) UNION ALL SELECT id FROM entity WHERE under IS NOT NULL AND under = n.object)
    AND value_type = n.value_type AND value_norm = n.value_norm
    AND ifnull(valid_from, '') = ifnull(n.valid_from, '') AND ifnull(valid_to, '') = ifnull(n.valid_to, '')
    AND unlearnt_at IS NOT NULL)
"""
_HIDE = """
INSERT INTO hidden SELECT id, ?2, subject_id, object_id FROM fact WHERE id = ?1
ON CONFLICT DO UPDATE SET kept_id = excluded.kept_id WHERE kept_id IS NOT excluded.kept_id
"""
_SHOW = "DELETE FROM hidden WHERE fact_id = ?"
_BELIEVE = """
UPDATE fact SET
  (value, precision, said_at, said_kind, learnt_at) = (
    SELECT fact_value, fact_precision, fact_said_at, fact_said_kind, fact_learnt_at
    FROM evidence WHERE fact_id IN (SELECT value FROM json_each(?2)) ORDER BY id LIMIT 1),
  confidence = (SELECT max(fact_confidence) FROM evidence WHERE fact_id IN (SELECT value FROM json_each(?2)))
WHERE id = ?1
"""


def pair(connection: apsw.Connection) -> None:
    """Find the twins of every fact that is noted, and of those it was one with."""
    connection.execute(_TOGETHER)
    while noted := [id_ for (id_,) in rows.fetch(connection, _UNTWINNED)]:
        for twins in _twins(connection, noted):
            _keep_one(connection, twins)
        connection.executemany("DELETE FROM untwinned WHERE fact_id = ?", [(id_,) for id_ in noted])


def _twins(connection: apsw.Connection, noted: list[int]) -> Iterable[tuple[int, ...]]:
    """The different sets of facts that say the same as one that is noted, the one to be kept first."""
    of_each = rows.grouped((id_, (retracted is None, twin)) for id_, twin, retracted in _found(connection, noted))
    return {tuple(twin for _, twin in sorted(twins)): None for twins in of_each.values()}


def _found(connection: apsw.Connection, noted: list[int]) -> list[rows.Row]:
    return rows.fetch(connection, _TWINS, (rows.id_list(noted),))


def _keep_one(connection: apsw.Connection, twins: tuple[int, ...]) -> None:
    """Show the first of these, unless it was retracted, and hide the others; each is believed by its evidence."""
    kept, *others = twins
    retracted = connection.execute("SELECT unlearnt_at IS NOT NULL FROM fact WHERE id = ?", (kept,)).get
    connection.execute(*((_HIDE, (kept, None)) if retracted else (_SHOW, (kept,))))
    connection.executemany(_HIDE, [(twin, kept) for twin in others])
    connection.execute(_BELIEVE, (kept, rows.id_list(twins)))
    connection.executemany(_BELIEVE, [(twin, rows.id_list([twin])) for twin in others])
