"""Entities, mentions, facts and evidence in SQLite."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from tsuzuri.core.clock import to_micros
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import (
    Entity,
    EntityType,
    Evidence,
    Fact,
    FactDraft,
    Mention,
    NameKind,
    Page,
    Quarantined,
)
from tsuzuri.store.cursors import cut, pack, unpack
from tsuzuri.store.held import listed, settled
from tsuzuri.store.sqlite import rows, settling
from tsuzuri.store.sqlite.rows import ENTITY_COLUMNS, EVIDENCE_COLUMNS, FACT_COLUMNS, FACT_JOINS
from tsuzuri.store.sqlite.session import Session

_ENTITIES_BY_KEY = f"""
SELECT j.value, {ENTITY_COLUMNS}
FROM json_each(?) j CROSS JOIN alias n ON n.key = j.value JOIN entity e ON e.id = n.entity_id
ORDER BY j.key, e.id
"""
_ENTITIES_BY_ID = f"SELECT {ENTITY_COLUMNS} FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value ORDER BY j.key"
_NAMES_IN = f"""
SELECT {ENTITY_COLUMNS}
FROM (
  SELECT n.entity_id, count(*) AS times
  FROM json_each(?) j CROSS JOIN mention n ON n.passage_id = j.value GROUP BY n.entity_id) t
JOIN entity e ON e.id = t.entity_id
ORDER BY t.times DESC, e.id LIMIT ?
"""
_ON_DAY = "(:day IS NULL OR (ifnull(held_from <= :day, 1) AND ifnull(:day < held_to, 1)))"
_IN_ORDER = "ORDER BY held_from IS NULL, held_from, id LIMIT :limit"
# Either end by its own index, in order: so only the facts that are asked for are looked up.
_FACTS_OF = f"""
SELECT {FACT_COLUMNS} FROM (
  SELECT id FROM (SELECT id FROM fact WHERE subject_id = :entity AND {_ON_DAY} {_IN_ORDER})
  UNION SELECT id FROM (SELECT id FROM fact WHERE object_id = :entity AND {_ON_DAY} {_IN_ORDER})) t
CROSS JOIN fact f ON f.id = t.id {FACT_JOINS}
ORDER BY f.held_from IS NULL, f.held_from, f.id LIMIT :limit
"""
# With every fact that bears on when the entity's own held, among them those of others about the same subject.
_BELIEVED = f"""
WITH own AS (SELECT subject_id, relation FROM fact WHERE subject_id = :entity OR object_id = :entity)
SELECT {FACT_COLUMNS} FROM (SELECT DISTINCT subject_id FROM own) o CROSS JOIN fact f ON f.subject_id = o.subject_id
{FACT_JOINS}
WHERE f.relation IN (
    SELECT relation FROM own UNION SELECT e.relation FROM ending e JOIN own ON own.relation = e.ended)
  AND f.learnt_at <= :moment AND ifnull(f.unlearnt_at > :moment, 1)
"""
_FACTS_BY_ID = (
    f"SELECT {FACT_COLUMNS} FROM json_each(?) j CROSS JOIN fact f ON f.id = j.value {FACT_JOINS} ORDER BY j.key"
)
_ALL_FACTS = f"SELECT {FACT_COLUMNS} FROM fact f {FACT_JOINS} WHERE f.id > ? ORDER BY f.id LIMIT ?"
_EVIDENCE_OF = f"""
SELECT fact_id, {EVIDENCE_COLUMNS} FROM json_each(?) j CROSS JOIN evidence ON fact_id = j.value
ORDER BY j.key, confidence DESC, evidence.id
"""
_FIRST_EVIDENCE = f"""
SELECT fact_id, {EVIDENCE_COLUMNS} FROM json_each(?) j
CROSS JOIN evidence ON evidence.id = (SELECT min(id) FROM evidence WHERE fact_id = j.value)
"""
_FACTS_IN = f"""
SELECT {FACT_COLUMNS} FROM (
  SELECT DISTINCT e.fact_id FROM json_each(?) j CROSS JOIN evidence e ON e.passage_id = j.value
  ORDER BY e.fact_id LIMIT ?) t
CROSS JOIN fact f ON f.id = t.fact_id {FACT_JOINS}
ORDER BY f.id
"""
_MENTIONS_OF = """
SELECT entity_id, passage_id, span_start, span_end FROM (
  SELECT j.key AS place, m.entity_id, m.passage_id, m.span_start, m.span_end, m.said_at, m.id
  FROM json_each(:ids) j CROSS JOIN mention m ON m.id IN (
    SELECT id FROM mention WHERE entity_id = j.value ORDER BY said_at DESC, id LIMIT :each)
  UNION ALL
  SELECT j.key, l.entity_id, l.passage_id, l.span_start, l.span_end, l.said_at, NULL
  FROM json_each(:ids) j CROSS JOIN link l ON l.entity_id = j.value AND (l.passage_id, l.span_start) IN (
    SELECT passage_id, span_start FROM link WHERE entity_id = j.value
    ORDER BY said_at DESC, passage_id, span_start LIMIT :each))
ORDER BY place, said_at DESC, id IS NULL, id, passage_id, span_start
"""
_OTHERWISE_NAMED = "SELECT entity_id FROM alias INDEXED BY alias_other WHERE kind <> 'own' AND instr(key, ?) > 0"
_TYPE_OF_CONCEPT = """
SELECT type FROM entity
WHERE id = ?1 AND (type = 'concept' OR EXISTS (SELECT 1 FROM type_vote WHERE entity_id = ?1))
"""
_LIVE_FACT = """
SELECT id FROM fact INDEXED BY fact_live
WHERE subject_id = ? AND relation = ? AND ifnull(object_id, 0) = ifnull(?, 0) AND value_type = ? AND value_norm = ?
  AND ifnull(valid_from, '') = ifnull(?, '') AND ifnull(valid_to, '') = ifnull(?, '') AND unlearnt_at IS NULL
"""


class SqliteGraph:
    """The `GraphStore` over a session.

    Every write raises KeyError when it refers to an entity or passage that is not there. Evidence also keeps what
    it made its fact believe, so that a fact that loses some of its evidence is again what the rest supports.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def add_entity(self, name: str, key: str, type: EntityType, now: datetime) -> EntityId:
        """See `GraphStore.add_entity`."""
        with self._session.writing() as connection:
            id_ = connection.execute(
                "INSERT INTO entity(name, key, type, created_at) VALUES (?, ?, ?, ?) RETURNING id",
                (name, key, type.value, to_micros(now)),
            ).get
            connection.execute(
                "INSERT INTO alias(entity_id, key, name, kind, kept) VALUES (?, ?, ?, 'own', 1)", (id_, key, name)
            )
        return EntityId(id_)

    def add_alias(self, entity_id: EntityId, name: str, key: str, kind: NameKind, passage_id: PassageId) -> None:
        """See `GraphStore.add_alias`."""
        with self._session.writing() as connection:
            connection.execute(
                "INSERT INTO alias(entity_id, key, name, kind) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (entity_id, key, name, kind.value),
            )
            connection.execute(
                """
                INSERT INTO alias_passage(alias_id, passage_id)
                SELECT id, ? FROM alias WHERE entity_id = ? AND key = ? AND kept = 0 ON CONFLICT DO NOTHING
                """,
                (passage_id, entity_id, key),
            )

    def vote_type(self, entity_id: EntityId, type: EntityType, passage_id: PassageId) -> bool:
        """See `GraphStore.vote_type`."""
        if type is EntityType.CONCEPT:
            raise ValueError("a concept is no vote")
        with self._session.writing() as connection:
            former = connection.execute(_TYPE_OF_CONCEPT, (entity_id,)).get
            if former is None:
                return False
            connection.execute(
                "INSERT INTO type_vote(entity_id, passage_id, type) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (entity_id, passage_id, type.value),
            )
        return bool(former == EntityType.CONCEPT)

    def entities_by_key(self, keys: Iterable[str]) -> Mapping[str, tuple[Entity, ...]]:
        """See `GraphStore.entities_by_key`. Entities of one key are in order of id."""
        wanted = rows.text_list(dict.fromkeys(keys))
        with self._session.reading() as connection:
            found = rows.fetch(connection, _ENTITIES_BY_KEY, (wanted,))
        return rows.grouped((str(key), rows.entity(tuple(row))) for key, *row in found)

    def names_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Entity, ...]:
        """See `GraphStore.names_in`."""
        return self._entities(_NAMES_IN, (rows.id_list(dict.fromkeys(passage_ids)), limit))

    def add_mentions(self, mentions: Iterable[Mention]) -> None:
        """See `GraphStore.add_mentions`."""
        with self._session.writing() as connection:
            connection.executemany(
                """
                INSERT INTO mention(entity_id, passage_id, span_start, span_end, said_at)
                VALUES (?1, ?2, ?3, ?4, (SELECT said_at FROM passage WHERE id = ?2)) ON CONFLICT DO NOTHING
                """,
                [(m.entity_id, m.passage_id, m.span.start, m.span.end) for m in mentions],
            )

    def add_fact(self, draft: FactDraft, evidence: Evidence) -> FactId:
        """See `GraphStore.add_fact`.

        The same statement told again by the same `by` is one piece of evidence, with the higher confidence.

        Raises:
            ValueError: not exactly one of object and value is given, or a confidence is not in 0..1.
        """
        start, end, precision = rows.valid_columns(draft.valid)
        form = rows.form_columns(draft.value_form)
        identity = (draft.subject_id, draft.relation, draft.object_id, *form, start, end)
        belief = (draft.value, precision, *rows.said_columns(draft.said), to_micros(draft.learnt_at), draft.confidence)
        with self._session.writing() as connection:
            id_ = connection.execute(_LIVE_FACT, identity).get
            if id_ is None:
                id_ = connection.execute(
                    """
                    INSERT INTO fact(subject_id, relation, object_id, value_type, value_norm, valid_from, valid_to,
                      value, precision, said_at, said_kind, learnt_at, confidence, held_from, held_to, held_precision)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?6, ?7, ?9) RETURNING id
                    """,
                    (*identity, *belief),
                ).get
            connection.execute(
                f"""
                INSERT INTO evidence(fact_id, {EVIDENCE_COLUMNS},
                  fact_value, fact_precision, fact_said_at, fact_said_kind, fact_learnt_at, fact_confidence)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(fact_id, passage_id, statement_start, statement_end, made_by) DO UPDATE SET
                  confidence = max(confidence, excluded.confidence),
                  fact_confidence = max(fact_confidence, excluded.fact_confidence)
                """,
                (id_, *rows.evidence_columns(evidence), *belief),
            )
            connection.execute("UPDATE fact SET confidence = max(confidence, ?) WHERE id = ?", (draft.confidence, id_))
        return FactId(id_)

    def entity(self, entity_id: EntityId) -> Entity | None:
        """See `GraphStore.entity`."""
        found = self.entities_by_id([entity_id])
        return found[0] if found else None

    def entities(
        self, *, contains: str = "", type: EntityType | None = None, after: str | None = None, limit: int = 64
    ) -> Page[Entity]:
        """See `GraphStore.entities`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        where, values = "(e.key, e.id) > (?, ?)", [*(("", 0) if after is None else unpack(after))]
        if type is not None:
            where, values = f"{where} AND e.type = ?", [*values, type.value]
        if contains:
            where = f"{where} AND (instr(e.key, ?) > 0 OR e.id IN ({_OTHERWISE_NAMED}))"
            values = [*values, contains, contains]
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"SELECT e.key, {ENTITY_COLUMNS} FROM entity e WHERE {where} ORDER BY e.key, e.id LIMIT ?",
                (*values, limit + 1),
            )
        page = cut(found, limit, lambda row: pack(str(row[0]), int(str(row[1]))))
        return Page(tuple(rows.entity(row[1:]) for row in page.items), page.after)

    def entities_by_id(self, ids: Sequence[EntityId]) -> tuple[Entity, ...]:
        """See `GraphStore.entities_by_id`."""
        return self._entities(_ENTITIES_BY_ID, (rows.id_list(ids),))

    def rules(self) -> Rules:
        """See `GraphStore.rules`."""
        with self._session.reading() as connection:
            return settling.rules_of(connection)

    def set_rules(self, rules: Rules) -> bool:
        """See `GraphStore.set_rules`."""
        with self._session.writing() as connection:
            return settling.set_rules(connection, rules)

    def settle(self) -> None:
        """Settle what has changed: to be called last in a transaction."""
        with self._session.writing() as connection:
            settling.settle_groups(connection)

    def facts_of(
        self,
        entity_id: EntityId,
        *,
        as_of: date | None = None,
        believed_on: datetime | None = None,
        limit: int = 200,
    ) -> tuple[Fact, ...]:
        """See `GraphStore.facts_of`."""
        if believed_on is not None:
            return self._believed(entity_id, as_of, believed_on, limit)
        day = None if as_of is None else as_of.isoformat()
        with self._session.reading() as connection:
            found = rows.fetch(connection, _FACTS_OF, {"entity": entity_id, "day": day, "limit": limit})
        return tuple(map(rows.fact, found))

    def facts(self, ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """See `GraphStore.facts`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _FACTS_BY_ID, (rows.id_list(ids),))
        return tuple(map(rows.fact, found))

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.all_facts`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        with self._session.reading() as connection:
            found = rows.fetch(connection, _ALL_FACTS, (int(after or 0), limit + 1))
        return cut([rows.fact(row) for row in found], limit, lambda fact: str(fact.id))

    def evidence_of(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, tuple[Evidence, ...]]:
        """See `GraphStore.evidence_of`. Facts that are gone are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _EVIDENCE_OF, (rows.id_list(dict.fromkeys(fact_ids)),))
        return rows.grouped((FactId(fact_id), rows.evidence(tuple(row))) for fact_id, *row in found)

    def first_evidence(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, Evidence]:
        """See `GraphStore.first_evidence`. Facts that are gone are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _FIRST_EVIDENCE, (rows.id_list(dict.fromkeys(fact_ids)),))
        return {FactId(fact_id): rows.evidence(tuple(row)) for fact_id, *row in found}

    def facts_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Fact, ...]:
        """See `GraphStore.facts_in`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _FACTS_IN, (rows.id_list(passage_ids), limit))
        return tuple(map(rows.fact, found))

    def mentions_of(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 20
    ) -> Mapping[EntityId, tuple[Mention, ...]]:
        """See `GraphStore.mentions_of`. Entities without mentions are absent; of a moment, links come last."""
        wanted = rows.id_list(dict.fromkeys(entity_ids))
        with self._session.reading() as connection:
            found = rows.fetch(connection, _MENTIONS_OF, {"ids": wanted, "each": limit_each})
        every = rows.grouped(
            (EntityId(entity), Mention(EntityId(entity), PassageId(passage), Span(start, end)))
            for entity, passage, start, end in found
        )
        return {entity: tuple(dict.fromkeys(mentions))[:limit_each] for entity, mentions in every.items()}

    def quarantine(self, items: Iterable[Quarantined], now: datetime) -> None:
        """See `GraphStore.quarantine`."""
        added = to_micros(now)
        with self._session.writing() as connection:
            connection.executemany(
                "INSERT INTO quarantine(passage_id, line, reason, made_by, added_at) VALUES (?, ?, ?, ?, ?)",
                [(item.passage_id, item.line, item.reason, item.by, added) for item in items],
            )

    def quarantined(self, limit: int = 200) -> tuple[Quarantined, ...]:
        """See `GraphStore.quarantined`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                "SELECT passage_id, line, reason, made_by FROM quarantine ORDER BY id DESC LIMIT ?",
                (limit,),
            )
        return tuple(Quarantined(PassageId(id_), line, reason, by) for id_, line, reason, by in found)

    def _believed(self, entity_id: EntityId, as_of: date | None, moment: datetime, limit: int) -> tuple[Fact, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, _BELIEVED, {"entity": entity_id, "moment": to_micros(moment)})
            rules = settling.rules_of(connection)
        facts = settled(map(rows.fact, found), rules)
        return listed((fact for fact in facts if entity_id in (fact.subject_id, fact.object_id)), as_of, limit)

    def _entities(self, query: str, values: tuple[str | int, ...]) -> tuple[Entity, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, values)
        return tuple(map(rows.entity, found))
