"""What can be wrong inside a library, and the questions that find it."""

from dataclasses import dataclass

import apsw

from tsuzuri.core.values import Kind
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.settling import unsettled_facts


@dataclass(frozen=True, slots=True)
class _Rule:
    """`count` is SQL that counts what breaks the rule; `sentence` tells it, with the number in place of {}."""

    count: str
    sentence: str


def _rules_of(kind: Kind) -> tuple[_Rule, ...]:
    table = kind.value
    return (
        _Rule(
            f"SELECT count(*) FROM {table} WHERE id NOT IN (SELECT id FROM {table}_fts_docsize)",
            f"The full-text index misses {{}} of kind {table}.",
        ),
        _Rule(
            f"SELECT count(*) FROM {table}_fts_docsize WHERE id NOT IN (SELECT id FROM {table})",
            f"The full-text index holds {{}} of kind {table} that are gone.",
        ),
        _Rule(
            f"SELECT count(*) FROM vector WHERE kind = '{table}' AND owner_id NOT IN (SELECT id FROM {table})",
            f"{{}} vectors belong to no {table}.",
        ),
    )


_RULES = (
    *(rule for kind in Kind for rule in _rules_of(kind)),
    _Rule(
        "SELECT count(*) FROM vector WHERE id NOT IN (SELECT vector_id FROM vector_bits)",
        "{} vectors have no sign bits.",
    ),
    _Rule(
        """
        SELECT count(*) FROM evidence e JOIN passage p ON p.id = e.passage_id
        WHERE max(e.statement_end, e.subject_end, e.object_end, ifnull(e.time_end, 0)) > p.span_end - p.span_start
        """,
        "{} pieces of evidence point outside their passage.",
    ),
    _Rule(
        """
        SELECT count(*) FROM mention m JOIN passage p ON p.id = m.passage_id
        WHERE m.span_end > p.span_end - p.span_start
        """,
        "{} mentions point outside their passage.",
    ),
    _Rule("SELECT count(*) FROM fact WHERE id NOT IN (SELECT fact_id FROM evidence)", "{} facts have no evidence."),
    _Rule(
        "SELECT count(*) FROM content WHERE id NOT IN (SELECT content_id FROM source WHERE content_id IS NOT NULL)",
        "{} contents have no source.",
    ),
    _Rule(
        """
        SELECT count(*) FROM content c WHERE (c.passages, c.pending) IS NOT (
          SELECT count(*), ifnull(sum(read_state = 'pending'), 0) FROM passage WHERE content_id = c.id)
        """,
        "{} contents count their passages wrongly.",
    ),
    _Rule(
        """
        SELECT count(*) FROM entity e
        WHERE e.mentions <> (SELECT count(*) FROM mention WHERE entity_id = e.id)
          OR e.facts <> (SELECT count(*) FROM fact WHERE subject_id = e.id OR object_id = e.id)
        """,
        "{} entities count their facts or mentions wrongly.",
    ),
    _Rule(
        "SELECT count(*) FROM entity e WHERE e.linked <> (SELECT count(*) FROM link WHERE entity_id = e.id)",
        "{} entities count their links wrongly.",
    ),
    _Rule(
        "SELECT count(*) FROM alias WHERE kept = 0 AND id NOT IN (SELECT alias_id FROM alias_passage)",
        "{} other names are given by no passage.",
    ),
    _Rule(
        """
        SELECT count(*) FROM entity e JOIN type_vote v ON v.id = (SELECT min(id) FROM type_vote WHERE entity_id = e.id)
        WHERE e.type <> v.type
        """,
        "{} entities are not what was said of them first.",
    ),
    _Rule(
        """
        SELECT count(*) FROM link WHERE (alias_id, entity_id) NOT IN (SELECT id, entity_id FROM alias)
          OR span_end > (SELECT span_end - span_start FROM passage WHERE id = passage_id)
        """,
        "{} links have no name or point outside their passage.",
    ),
    _Rule(
        """
        SELECT count(*) FROM fact WHERE unlearnt_at IS NULL
          AND (held_from, held_to, held_precision, closed_by, disputed_by)
            IS NOT (valid_from, valid_to, precision, NULL, NULL)
          AND relation NOT IN (SELECT relation FROM bearing)
        """,
        "{} facts do not hold as their words say.",
    ),
    _Rule(
        """
        SELECT count(*) FROM job j JOIN source s ON s.id = j.source_id
        WHERE j.state = 'done' AND s.content_id IS NULL AND s.refusal IS NULL
        """,
        "{} files count as read but were neither read nor refused.",
    ),
    _Rule(
        """
        WITH RECURSIVE above(id, top) AS (
          SELECT id, same_as FROM entity WHERE same_as IS NOT NULL
          UNION SELECT a.id, e.same_as FROM above a CROSS JOIN entity e ON e.id = a.top)
        SELECT count(*) FROM entity e WHERE (same_as IS NULL) <> (under IS NULL)
          OR (under IS NOT NULL AND (
            under IN (SELECT id FROM entity WHERE under IS NOT NULL)
            OR NOT EXISTS (SELECT 1 FROM above WHERE id = e.id AND top = e.under)
            OR EXISTS (SELECT 1 FROM above WHERE id = e.id AND top = e.id)))
        """,
        "{} entities are not one with what they were united with.",
    ),
    _Rule(
        """
        SELECT count(*) FROM hidden h LEFT JOIN fact f ON f.id = h.fact_id LEFT JOIN fact k ON k.id = h.kept_id
        WHERE (h.subject_id, h.object_id) IS NOT (f.subject_id, f.object_id)
          OR (h.kept_id IS NULL AND f.unlearnt_at IS NULL)
          OR (h.kept_id IS NOT NULL AND (
            k.id IS NULL OR (k.unlearnt_at IS NULL AND (f.unlearnt_at IS NOT NULL OR k.id > f.id))
            OR EXISTS (SELECT 1 FROM hidden WHERE fact_id = k.id AND kept_id IS NOT NULL)
            OR (f.relation, f.value_type, f.value_norm, f.valid_from, f.valid_to)
              IS NOT (k.relation, k.value_type, k.value_norm, k.valid_from, k.valid_to)
            OR (SELECT root_id FROM entity WHERE id = f.subject_id)
              IS NOT (SELECT root_id FROM entity WHERE id = k.subject_id)
            OR (SELECT root_id FROM entity WHERE id = f.object_id)
              IS NOT (SELECT root_id FROM entity WHERE id = k.object_id)))
        """,
        "{} facts are hidden without a reason.",
    ),
    _Rule(
        "SELECT count(*) FROM fact WHERE unlearnt_at IS NOT NULL AND id NOT IN (SELECT fact_id FROM hidden)",
        "{} facts that were retracted are shown.",
    ),
    _Rule(
        """
        SELECT count(*) FROM (
          SELECT 1 FROM fact f JOIN entity s ON s.id = f.subject_id LEFT JOIN entity o ON o.id = f.object_id
          WHERE f.id NOT IN (SELECT fact_id FROM hidden) GROUP BY s.root_id, f.relation, o.root_id, f.value_type,
            f.value_norm, ifnull(f.valid_from, ''), ifnull(f.valid_to, '') HAVING count(*) > 1)
        """,
        "{} facts are shown more than once.",
    ),
    _Rule(
        "SELECT (SELECT count(*) FROM untwinned) + (SELECT count(*) FROM unsettled)",
        "{} changes of facts were not followed up.",
    ),
    _Rule(
        """
        SELECT count(*) FROM review WHERE one <> 0 AND (
          (question IN ('merge', 'split') AND one NOT IN (SELECT id FROM entity))
          OR (question = 'merge' AND other NOT IN (SELECT id FROM entity))
          OR (question = 'split' AND other NOT IN (SELECT id FROM content))
          OR (question = 'contradiction' AND (one NOT IN (SELECT id FROM fact) OR other NOT IN (SELECT id FROM fact)))
          OR (question = 'quarantine' AND one NOT IN (SELECT id FROM passage)))
        """,
        "{} questions are about what is gone.",
    ),
)


def check(connection: apsw.Connection) -> tuple[str, ...]:
    """What is wrong, a sentence each: the file's structure, its references, its indexes, its evidence, its times."""
    structure = [str(line) for (line,) in connection.execute("PRAGMA integrity_check")]
    if structure != ["ok"]:
        return tuple(f"The file is damaged: {line}." for line in structure)
    broken = len(rows.fetch(connection, "PRAGMA foreign_key_check"))
    wrong = [f"{broken} rows refer to rows that are gone."] if broken else []
    counted = ((rule, connection.execute(rule.count).get) for rule in _RULES)
    wrong += [rule.sentence.format(count) for rule, count in counted if count]
    if unsettled := unsettled_facts(connection):
        wrong.append(f"{unsettled} facts are kept with other times than those at which they hold.")
    return tuple(wrong)
