"""When facts hold, kept in their rows. What has to be settled anew is noted by triggers (see `schema_time`)."""

import json
from collections.abc import Iterator

import apsw

from tsuzuri.core.clock import from_micros
from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.supersession import Held, Rules, Stated, settle
from tsuzuri.store.held import differing, stated
from tsuzuri.store.sqlite import rows

_BATCH = 256

_UNSETTLED = f"SELECT subject_id, relation FROM unsettled LIMIT {_BATCH}"
# A group is kept under the id of any member, and settled with all facts of its root.
_ROOTS = """
SELECT DISTINCT root_id, g.relation FROM (SELECT value ->> 0 AS member, value ->> 1 AS relation FROM json_each(?)) g
CROSS JOIN entity e ON e.id = g.member
"""
_SETTLED = "DELETE FROM unsettled WHERE subject_id = ? AND relation = ?"
_GROUP = """
SELECT f.id, o.root_id, value_type, value_norm, valid_from, valid_to, precision, said_at, relation <> ?2,
  held_from, held_to, held_precision, closed_by, disputed_by
FROM entity m CROSS JOIN fact f INDEXED BY fact_live ON f.subject_id = m.id LEFT JOIN entity o ON o.id = f.object_id
WHERE m.root_id = ?1 AND relation IN (SELECT ?2 UNION SELECT relation FROM ending WHERE ended = ?2)
  AND unlearnt_at IS NULL AND NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = f.id)
"""
_HOLD = "UPDATE fact SET (held_from, held_to, held_precision, closed_by, disputed_by) = (?, ?, ?, ?, ?) WHERE id = ?"
_RULED = "SELECT relation FROM single_valued UNION SELECT ended FROM ending"
_GROUPS = f"""
SELECT DISTINCT (SELECT root_id FROM entity WHERE id = subject_id), relation FROM fact
WHERE relation IN ({_RULED}) AND unlearnt_at IS NULL
"""
_UNSETTLE = """
INSERT INTO unsettled SELECT DISTINCT subject_id, relation FROM fact
WHERE relation IN (SELECT value FROM json_each(?)) AND unlearnt_at IS NULL ON CONFLICT DO NOTHING
"""


def rules_of(connection: apsw.Connection) -> Rules:
    """The rules by which the facts are settled."""
    single: dict[str, int] = dict(rows.fetch(connection, "SELECT relation, fixed FROM single_valued"))
    ends: dict[str, tuple[str, ...]] = rows.grouped(rows.fetch(connection, "SELECT relation, ended FROM ending"))
    return Rules(
        frozenset(single),
        {relation: frozenset(ended) for relation, ended in ends.items()},
        frozenset(name for name, fixed in single.items() if fixed),
    )


def set_rules(connection: apsw.Connection, rules: Rules) -> bool:
    """Put other rules in place; whether they are others. What they change is settled before the transaction ends."""
    changed = differing(rules_of(connection), rules)
    if not changed:
        return False
    connection.execute("DELETE FROM single_valued; DELETE FROM ending")
    connection.executemany(
        "INSERT INTO single_valued(relation, fixed) VALUES (?, ?)",
        [(name, name in rules.fixed) for name in sorted(rules.single)],
    )
    connection.executemany(
        "INSERT INTO ending VALUES (?, ?)",
        [(relation, name) for relation, ended in sorted(rules.ends.items()) for name in sorted(ended)],
    )
    connection.execute(_UNSETTLE, (rows.text_list(sorted(changed)),))
    return True


def settle_groups(connection: apsw.Connection) -> None:
    """Settle the facts of every subject and relation of which some have changed."""
    while groups := rows.fetch(connection, _UNSETTLED):
        rules = rules_of(connection)
        listed = json.dumps(groups, ensure_ascii=False)
        for subject_id, relation in rows.fetch(connection, _ROOTS, (listed,)):
            connection.executemany(_HOLD, tuple(_changes(connection, subject_id, relation, rules)))
        connection.executemany(_SETTLED, groups)


def unsettled_facts(connection: apsw.Connection) -> int:
    """How many facts that follow rules are not kept as they hold. Looks at one subject and relation at a time."""
    rules = rules_of(connection)
    return sum(
        len(tuple(_changes(connection, subject_id, relation, rules)))
        for subject_id, relation in connection.execute(_GROUPS)
    )


def _changes(connection: apsw.Connection, subject_id: int, relation: str, rules: Rules) -> Iterator[rows.Row]:
    """The values of `_HOLD` for the facts of one subject and relation whose rows are not as they hold."""
    group = rows.fetch(connection, _GROUP, (subject_id, relation))
    statements = map(_stated, group)
    held = settle(statements, single=relation in rules.single, fixed=relation in rules.fixed)
    for id_, *_, ending, start, end, precision, closed_by, disputed_by in group:
        if not ending and (now := _columns(held[FactId(id_)])) != (start, end, precision, closed_by, disputed_by):
            yield (*now, id_)


def _stated(row: rows.Row) -> Stated:
    id_, object_id, type_, norm, start, end, precision, said_at, ending = row[:9]
    return stated(
        FactId(id_),
        None if object_id is None else EntityId(object_id),
        ValueForm(ValueType(type_), norm) if type_ else None,
        rows.valid(start, end, precision),
        None if said_at is None else from_micros(said_at),
        ending=bool(ending),
    )


def _columns(held: Held) -> rows.Row:
    return (*rows.valid_columns(held.interval), held.closed_by, held.disputed_by)
