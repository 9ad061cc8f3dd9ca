"""What is taken back by a decision, in SQLite: facts, disputes, evidence, and what was kept out."""

from collections.abc import Sequence
from datetime import datetime

import apsw

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.values import FactStatus, Quarantined
from tsuzuri.store.held import pair
from tsuzuri.store.sqlite import rows

_RETRACT = "UPDATE fact SET (status, unlearnt_at) = (?, ?) WHERE id = ? AND unlearnt_at IS NULL"
_BELIEVE = "UPDATE fact SET (status, unlearnt_at) = (?, NULL) WHERE id = ? AND unlearnt_at IS NOT NULL"
_RECONCILE = """
INSERT INTO reconciled SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM fact WHERE id = ?1)
  AND EXISTS (SELECT 1 FROM fact WHERE id = ?2) ON CONFLICT DO NOTHING
"""
_RECONCILED = "SELECT one, other FROM json_each(?) j CROSS JOIN reconciled ON one = j.value"
_WITHDRAW = """
DELETE FROM evidence WHERE passage_id = ?2 AND made_by = ?3
  AND (fact_id = ?1 OR fact_id IN (SELECT fact_id FROM hidden WHERE kept_id = ?1))
"""
_RELEASE = """
DELETE FROM quarantine WHERE id = (
  SELECT id FROM quarantine WHERE passage_id = ? AND line = ? AND reason = ? AND made_by = ? ORDER BY id LIMIT 1)
"""


def retract(connection: apsw.Connection, fact_id: FactId, now: datetime | None) -> None:
    """See `GraphStore.retract`. What was retracted before keeps its moment."""
    if now is None:
        connection.execute(_BELIEVE, (FactStatus.CURRENT.value, fact_id))
    else:
        connection.execute(_RETRACT, (FactStatus.RETRACTED.value, to_micros(now), fact_id))


def reconcile(connection: apsw.Connection, one: FactId, other: FactId, both_hold: bool) -> None:
    """See `GraphStore.reconcile`."""
    query = _RECONCILE if both_hold else "DELETE FROM reconciled WHERE one = ? AND other = ?"
    connection.execute(query, pair(one, other))


def reconciled(connection: apsw.Connection, fact_ids: Sequence[int]) -> frozenset[tuple[FactId, FactId]]:
    """The pairs that both hold, with one of these facts as their first."""
    found = rows.fetch(connection, _RECONCILED, (rows.id_list(fact_ids),))
    return frozenset((FactId(one), FactId(other)) for one, other in found)


def withdraw(connection: apsw.Connection, fact_id: FactId, passage_id: PassageId, by: str) -> None:
    """See `GraphStore.withdraw`. That of its twins is its own, as when it is read."""
    connection.execute(_WITHDRAW, (fact_id, passage_id, by))


def release(connection: apsw.Connection, item: Quarantined) -> bool:
    """See `GraphStore.release`."""
    connection.execute(_RELEASE, (item.passage_id, item.line, item.reason, item.by))
    return connection.changes() > 0
