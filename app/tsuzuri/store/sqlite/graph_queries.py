"""How the graph is read in SQLite: by roots, and without the facts that are hidden (see `schema_identity`)."""

from tsuzuri.store.sqlite.rows import (
    ENTITY_COLUMNS,
    EVIDENCE_COLUMNS,
    FACT_COLUMNS,
    FACT_JOINS,
    MEMBER_COLUMNS,
    TOLD_COLUMNS,
    TOLD_JOINS,
)

SHOWN = "NOT EXISTS (SELECT 1 FROM hidden h WHERE h.fact_id = f.id)"
"""Whether a fact `f` is listed."""

ENTITIES_BY_KEY = f"""
SELECT t.word, {ENTITY_COLUMNS}
FROM (
  SELECT DISTINCT j.key AS place, j.value AS word, m.root_id
  FROM json_each(?) j CROSS JOIN alias n ON n.key = j.value CROSS JOIN entity m ON m.id = n.entity_id) t
CROSS JOIN entity e ON e.id = t.root_id
ORDER BY t.place, e.id
"""
MEMBERS_BY_KEY = f"""
SELECT j.value, {MEMBER_COLUMNS}
FROM json_each(?) j CROSS JOIN alias n ON n.key = j.value CROSS JOIN entity e ON e.id = n.entity_id
ORDER BY j.key, e.id
"""
ENTITIES_BY_ID = f"""
SELECT {ENTITY_COLUMNS}
FROM json_each(?) j CROSS JOIN entity m ON m.id = j.value CROSS JOIN entity e ON e.id = m.root_id
ORDER BY j.key
"""
MEMBERS_BY_ID = f"SELECT {MEMBER_COLUMNS} FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value ORDER BY j.key"
NAMES_IN = f"""
SELECT {ENTITY_COLUMNS}
FROM (
  SELECT m.root_id, count(*) AS times
  FROM json_each(?) j CROSS JOIN mention n ON n.passage_id = j.value CROSS JOIN entity m ON m.id = n.entity_id
  GROUP BY m.root_id) t
CROSS JOIN entity e ON e.id = t.root_id
ORDER BY t.times DESC, e.id LIMIT ?
"""
MEMBERS_IN = f"""
SELECT {MEMBER_COLUMNS}
FROM (
  SELECT n.entity_id, count(*) AS times
  FROM json_each(?) j CROSS JOIN mention n ON n.passage_id = j.value GROUP BY n.entity_id) t
CROSS JOIN entity e ON e.id = t.entity_id
ORDER BY t.times DESC, e.id LIMIT ?
"""
OTHERWISE_NAMED = """
SELECT (SELECT root_id FROM entity WHERE id = entity_id) FROM alias INDEXED BY alias_other
  WHERE kind <> 'own' AND instr(key, :piece) > 0
UNION SELECT under FROM entity WHERE under IS NOT NULL AND instr(key, :piece) > 0
"""
_ON_DAY = "(:day IS NULL OR (ifnull(held_from <= :day, 1) AND ifnull(:day < held_to, 1)))"
_IN_ORDER = "ORDER BY held_from IS NULL, held_from, id LIMIT :limit"
# Either end of each member by its own index, in order: so only the facts that are asked for are looked up.
FACTS_OF = f"""
SELECT {FACT_COLUMNS} FROM (
  SELECT DISTINCT g.id
  FROM entity a CROSS JOIN entity m ON m.root_id = a.root_id CROSS JOIN fact g ON g.id IN (
    SELECT id FROM (SELECT id FROM fact f WHERE subject_id = m.id AND {_ON_DAY} AND {SHOWN} {_IN_ORDER})
    UNION SELECT id FROM (SELECT id FROM fact f WHERE object_id = m.id AND {_ON_DAY} AND {SHOWN} {_IN_ORDER}))
  WHERE a.id = :entity) t
CROSS JOIN fact f ON f.id = t.id {FACT_JOINS}
ORDER BY f.held_from IS NULL, f.held_from, f.id LIMIT :limit
"""
# With every fact that bears on when the entity's own held, among them those of others about the same subject.
BELIEVED = f"""
WITH member AS (SELECT m.id FROM entity a CROSS JOIN entity m ON m.root_id = a.root_id WHERE a.id = :entity),
  own AS (
    SELECT subject_id, relation FROM member m CROSS JOIN fact g ON g.subject_id = m.id
    UNION SELECT subject_id, relation FROM member m CROSS JOIN fact g ON g.object_id = m.id)
SELECT {FACT_COLUMNS}
FROM (
  SELECT DISTINCT r.id
  FROM own CROSS JOIN entity s ON s.id = own.subject_id CROSS JOIN entity r ON r.root_id = s.root_id) o
CROSS JOIN fact f ON f.subject_id = o.id
{FACT_JOINS}
WHERE f.relation IN (
    SELECT relation FROM own UNION SELECT e.relation FROM ending e JOIN own ON own.relation = e.ended)
  AND f.learnt_at <= :moment AND ifnull(f.unlearnt_at > :moment, 1)
  AND NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = f.id AND kept_id IS NOT NULL)
"""
# A twin stands for the fact that is kept.
FACTS_BY_ID = f"""
SELECT {FACT_COLUMNS}
FROM json_each(?) j CROSS JOIN fact f ON f.id = ifnull((SELECT kept_id FROM hidden WHERE fact_id = j.value), j.value)
{FACT_JOINS} ORDER BY j.key
"""
TOLD_BY_ID = (
    f"SELECT {TOLD_COLUMNS} FROM json_each(?) j CROSS JOIN fact f ON f.id = j.value {TOLD_JOINS} ORDER BY j.key"
)
ALL_FACTS = f"SELECT {FACT_COLUMNS} FROM fact f {FACT_JOINS} WHERE f.id > ? AND {SHOWN} ORDER BY f.id LIMIT ?"
DISPUTED = f"""
SELECT {FACT_COLUMNS} FROM fact f {FACT_JOINS}
WHERE f.id > ? AND f.disputed_by IS NOT NULL AND {SHOWN} AND NOT EXISTS (
  SELECT 1 FROM reconciled WHERE one = min(f.id, f.disputed_by) AND other = max(f.id, f.disputed_by))
ORDER BY f.id LIMIT ?
"""
EVIDENCE_OF = f"""
WITH asked AS (
  SELECT j.key AS place, j.value AS id, ifnull(h.kept_id, j.value) AS kept_id
  FROM json_each(?) j LEFT JOIN hidden h ON h.fact_id = j.value)
SELECT asked.id, {EVIDENCE_COLUMNS} FROM asked CROSS JOIN evidence ON fact_id IN (
  SELECT asked.kept_id UNION ALL SELECT fact_id FROM hidden WHERE kept_id = asked.kept_id)
ORDER BY place, confidence DESC, evidence.id
"""
FIRST_EVIDENCE = f"""
SELECT fact_id, {EVIDENCE_COLUMNS} FROM json_each(?) j
CROSS JOIN evidence ON evidence.id = (SELECT min(id) FROM evidence WHERE fact_id = j.value)
"""
FACTS_IN = f"""
SELECT {FACT_COLUMNS} FROM (
  SELECT DISTINCT ifnull(h.kept_id, e.fact_id) AS id
  FROM json_each(?) j CROSS JOIN evidence e ON e.passage_id = j.value LEFT JOIN hidden h ON h.fact_id = e.fact_id
  WHERE h.fact_id IS NULL OR NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = ifnull(h.kept_id, h.fact_id))
  ORDER BY 1 LIMIT ?) t
CROSS JOIN fact f ON f.id = t.id {FACT_JOINS}
ORDER BY f.id
"""
# Asked for a member or a root, these are the mentions of all that are one with it.
MENTIONS_OF = """
WITH asked AS (
  SELECT j.key AS place, j.value AS id, a.root_id, m.id AS member_id
  FROM json_each(:ids) j CROSS JOIN entity a ON a.id = j.value CROSS JOIN entity m ON m.root_id = a.root_id)
SELECT asked_id, root_id, passage_id, span_start, span_end FROM (
  SELECT place, asked.id AS asked_id, root_id, m.passage_id, m.span_start, m.span_end, m.said_at, m.id
  FROM asked CROSS JOIN mention m ON m.id IN (
    SELECT id FROM mention WHERE entity_id = asked.member_id ORDER BY said_at DESC, id LIMIT :each)
  UNION ALL
  SELECT place, asked.id, root_id, l.passage_id, l.span_start, l.span_end, l.said_at, NULL
  FROM asked CROSS JOIN link l ON l.entity_id = asked.member_id AND (l.passage_id, l.span_start) IN (
    SELECT passage_id, span_start FROM link WHERE entity_id = asked.member_id
    ORDER BY said_at DESC, passage_id, span_start LIMIT :each))
ORDER BY place, said_at DESC, id IS NULL, id, passage_id, span_start
"""
TYPE_OF_CONCEPT = """
SELECT type FROM entity
WHERE id = ?1 AND (type = 'concept' OR EXISTS (SELECT 1 FROM type_vote WHERE entity_id = ?1))
"""
_SAME = """
subject_id = ?1 AND relation = ?2 AND ifnull(object_id, 0) = ifnull(?3, 0) AND value_type = ?4 AND value_norm = ?5
  AND ifnull(valid_from, '') = ifnull(?6, '') AND ifnull(valid_to, '') = ifnull(?7, '')
"""
# The retracted are few, and have an index of their own.
SAME_FACT = f"""
SELECT ifnull(
  (SELECT id FROM fact INDEXED BY fact_live WHERE {_SAME} AND unlearnt_at IS NULL),
  (SELECT id FROM fact INDEXED BY fact_unlearnt WHERE {_SAME} AND unlearnt_at IS NOT NULL LIMIT 1))
"""
