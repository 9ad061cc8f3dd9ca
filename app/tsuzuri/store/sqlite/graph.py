"""Entities, mentions, facts and evidence in SQLite."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from tsuzuri.core.clock import to_micros
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.orders import EntityOrder
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
from tsuzuri.store.cursors import cut, pack_numbers, unpack_numbers
from tsuzuri.store.held import listed, settled, undisputed
from tsuzuri.store.orders import entity_place
from tsuzuri.store.sqlite import correcting, orders, rows, settling, twins
from tsuzuri.store.sqlite import graph_queries as queries
from tsuzuri.store.sqlite.rows import ENTITY_COLUMNS, EVIDENCE_COLUMNS
from tsuzuri.store.sqlite.session import Session


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
            former = connection.execute(queries.TYPE_OF_CONCEPT, (entity_id,)).get
            if former is None:
                return False
            connection.execute(
                "INSERT INTO type_vote(entity_id, passage_id, type) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (entity_id, passage_id, type.value),
            )
        return bool(former == EntityType.CONCEPT)

    def entities_by_key(self, keys: Iterable[str], *, members: bool = False) -> Mapping[str, tuple[Entity, ...]]:
        """See `GraphStore.entities_by_key`. Entities of one key are in order of id."""
        wanted = rows.text_list(dict.fromkeys(keys))
        with self._session.reading() as connection:
            query = queries.MEMBERS_BY_KEY if members else queries.ENTITIES_BY_KEY
            found = rows.fetch(connection, query, (wanted,))
        return rows.grouped((str(key), rows.entity(tuple(row))) for key, *row in found)

    def names_in(self, passage_ids: Sequence[PassageId], limit: int, *, members: bool = False) -> tuple[Entity, ...]:
        """See `GraphStore.names_in`."""
        query = queries.MEMBERS_IN if members else queries.NAMES_IN
        return self._entities(query, (rows.id_list(dict.fromkeys(passage_ids)), limit))

    def retract(self, fact_id: FactId, now: datetime | None) -> None:
        """See `GraphStore.retract`."""
        with self._session.writing() as connection:
            correcting.retract(connection, fact_id, now)

    def reconcile(self, one: FactId, other: FactId, both_hold: bool) -> None:
        """See `GraphStore.reconcile`. Facts that are gone are passed over."""
        with self._session.writing() as connection:
            correcting.reconcile(connection, one, other, both_hold)

    def withdraw(self, fact_id: FactId, passage_id: PassageId, by: str) -> None:
        """See `GraphStore.withdraw`."""
        with self._session.writing() as connection:
            correcting.withdraw(connection, fact_id, passage_id, by)

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
            id_ = connection.execute(queries.SAME_FACT, identity).get
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
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        """See `GraphStore.entities`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        where, by = orders.ENTITIES[order]
        values = {"piece": contains, "type": type, "limit": limit + 1, **orders.entities_from(order, after)}
        where = f"{where} AND e.under IS NULL"
        if type is not None:
            where = f"{where} AND e.type = :type"
        if contains:
            where = f"{where} AND (instr(e.key, :piece) > 0 OR e.id IN ({queries.OTHERWISE_NAMED}))"
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"SELECT e.key, {ENTITY_COLUMNS} FROM entity e WHERE {where} ORDER BY {by} LIMIT :limit",
                values,
            )
        page = cut(found, limit, lambda row: entity_place(order, str(row[3]), str(row[0]), int(str(row[1]))))
        return Page(tuple(rows.entity(row[1:]) for row in page.items), page.after)

    def entities_by_id(self, ids: Sequence[EntityId], *, members: bool = False) -> tuple[Entity, ...]:
        """See `GraphStore.entities_by_id`."""
        return self._entities(queries.MEMBERS_BY_ID if members else queries.ENTITIES_BY_ID, (rows.id_list(ids),))

    def rules(self) -> Rules:
        """See `GraphStore.rules`."""
        with self._session.reading() as connection:
            return settling.rules_of(connection)

    def set_rules(self, rules: Rules) -> bool:
        """See `GraphStore.set_rules`."""
        with self._session.writing() as connection:
            return settling.set_rules(connection, rules)

    def settle(self) -> None:
        """Find the twins, and settle, of what has changed: to be called last in a transaction."""
        with self._session.writing() as connection:
            twins.pair(connection)
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
            found = rows.fetch(connection, queries.FACTS_OF, {"entity": entity_id, "day": day, "limit": limit})
        return tuple(map(rows.fact, found))

    def facts(self, ids: Sequence[FactId], *, members: bool = False) -> tuple[Fact, ...]:
        """See `GraphStore.facts`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.TOLD_BY_ID if members else queries.FACTS_BY_ID, (rows.id_list(ids),))
        return tuple(map(rows.fact, found))

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.all_facts`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        return self._page(queries.ALL_FACTS, after, limit)

    def disputed(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.disputed`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        return self._page(queries.DISPUTED, after, limit)

    def evidence_of(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, tuple[Evidence, ...]]:
        """See `GraphStore.evidence_of`. Facts that are gone are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.EVIDENCE_OF, (rows.id_list(dict.fromkeys(fact_ids)),))
        return rows.grouped((FactId(fact_id), rows.evidence(tuple(row))) for fact_id, *row in found)

    def first_evidence(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, Evidence]:
        """See `GraphStore.first_evidence`. Facts that are gone are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.FIRST_EVIDENCE, (rows.id_list(dict.fromkeys(fact_ids)),))
        return {FactId(fact_id): rows.evidence(tuple(row)) for fact_id, *row in found}

    def facts_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Fact, ...]:
        """See `GraphStore.facts_in`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.FACTS_IN, (rows.id_list(passage_ids), limit))
        return tuple(map(rows.fact, found))

    def mentions_of(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 20
    ) -> Mapping[EntityId, tuple[Mention, ...]]:
        """See `GraphStore.mentions_of`. Entities without mentions are absent; of a moment, links come last."""
        wanted = rows.id_list(dict.fromkeys(entity_ids))
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.MENTIONS_OF, {"ids": wanted, "each": limit_each})
        every = rows.grouped(
            (EntityId(asked), Mention(EntityId(root), PassageId(passage), Span(start, end)))
            for asked, root, passage, start, end in found
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

    def release(self, item: Quarantined) -> bool:
        """See `GraphStore.release`."""
        with self._session.writing() as connection:
            return correcting.release(connection, item)

    def _believed(self, entity_id: EntityId, as_of: date | None, moment: datetime, limit: int) -> tuple[Fact, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, queries.BELIEVED, {"entity": entity_id, "moment": to_micros(moment)})
            rules = settling.rules_of(connection)
            pairs = correcting.reconciled(connection, [row[0] for row in found])
            root = connection.execute("SELECT root_id FROM entity WHERE id = ?", (entity_id,)).get
        facts = undisputed(settled(map(rows.fact, found), rules), pairs)
        return listed((fact for fact in facts if root in (fact.subject_id, fact.object_id)), as_of, limit)

    def _page(self, query: str, after: str | None, limit: int) -> Page[Fact]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, (0 if after is None else unpack_numbers(after, 1)[0], limit + 1))
        return cut([rows.fact(row) for row in found], limit, lambda fact: pack_numbers(fact.id))

    def _entities(self, query: str, values: tuple[str | int, ...]) -> tuple[Entity, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, values)
        return tuple(map(rows.entity, found))
