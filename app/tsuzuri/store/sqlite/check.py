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
