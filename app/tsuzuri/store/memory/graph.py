"""Entities, mentions, facts and evidence in memory."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from tsuzuri.core.document import Said
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
from tsuzuri.store.held import differing, listed, pair
from tsuzuri.store.memory import reading
from tsuzuri.store.memory.orders import ordered_places
from tsuzuri.store.memory.proofs import drop_evidence
from tsuzuri.store.memory.state import Box, EntityRow, EvidenceRow, NameRow, QuarantineRow, State


class MemoryGraph:
    """The `GraphStore` over a `Box`. It raises what `SqliteGraph` raises."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def add_entity(self, name: str, key: str, type: EntityType, now: datetime) -> EntityId:
        """See `GraphStore.add_entity`."""
        state = self._box.write()
        id_ = EntityId(state.next_id("entity"))
        state.entities[id_] = EntityRow(type, now, (NameRow(name, key, None),))
        state.change_names([key])
        state.unmatched[id_] = None
        return id_

    def add_alias(self, entity_id: EntityId, name: str, key: str, kind: NameKind, passage_id: PassageId) -> None:
        """See `GraphStore.add_alias`."""
        state = self._box.write()
        row = state.entities[entity_id]
        _require_passage(state, passage_id)
        names = {known.key: known for known in row.names}
        if key not in names:
            names[key] = NameRow(name, key, kind)
            state.change_names([key])
            state.unmatched[entity_id] = None
        if (known := names[key]).kind is not None:
            names[key] = replace(known, given_by=known.given_by | {passage_id})
        state.entities[entity_id] = replace(row, names=tuple(names.values()))

    def vote_type(self, entity_id: EntityId, type: EntityType, passage_id: PassageId) -> bool:
        """See `GraphStore.vote_type`."""
        state = self._box.write()
        if type is EntityType.CONCEPT:
            raise ValueError("a concept is no vote")
        row = state.entities.get(entity_id)
        if row is None or not (row.votes or row.type is EntityType.CONCEPT):
            return False
        _require_passage(state, passage_id)
        state.retype(entity_id, replace(row, votes=row.votes | {passage_id: row.votes.get(passage_id, type)}))
        return row.type is EntityType.CONCEPT

    def entities_by_key(self, keys: Iterable[str], *, members: bool = False) -> Mapping[str, tuple[Entity, ...]]:
        """See `GraphStore.entities_by_key`."""
        state = self._box.read()
        found: dict[str, tuple[Entity, ...]] = {}
        for key in keys:
            bearers = [id_ for id_, row in state.entities.items() if any(name.key == key for name in row.names)]
            if bearers:
                found[key] = self._entities(sorted(bearers if members else set(map(state.root, bearers))), members)
        return found

    def names_in(self, passage_ids: Sequence[PassageId], limit: int, *, members: bool = False) -> tuple[Entity, ...]:
        """See `GraphStore.names_in`."""
        state, wanted = self._box.read(), set(passage_ids)
        named = (mention.entity_id for mention in state.mentions if mention.passage_id in wanted)
        times = Counter(named if members else map(state.root, named))
        return self._entities(sorted(times, key=lambda id_: (-times[id_], id_))[:limit], members)

    def retract(self, fact_id: FactId, now: datetime | None) -> None:
        """See `GraphStore.retract`. What was retracted before keeps its moment."""
        state = self._box.write()
        if now is None:
            state.retracted.pop(fact_id, None)
        elif fact_id in state.facts:
            state.retracted.setdefault(fact_id, now)

    def reconcile(self, one: FactId, other: FactId, both_hold: bool) -> None:
        """See `GraphStore.reconcile`. Facts that are gone are passed over."""
        state = self._box.write()
        state.reconciled.pop(pair(one, other), None)
        if both_hold and {one, other} <= state.facts.keys():
            state.reconciled[pair(one, other)] = None

    def withdraw(self, fact_id: FactId, passage_id: PassageId, by: str) -> None:
        """See `GraphStore.withdraw`. That of its twins is its own, as when it is read."""
        state = self._box.write()
        same = next((one.ids for one in reading.told(state) if one.fact.id == fact_id), ())
        gone = [
            number
            for number, row in state.evidence.items()
            if row.fact_id in (fact_id, *same) and (row.evidence.passage_id, row.evidence.by) == (passage_id, by)
        ]
        state.drop_unspoken(drop_evidence(state, gone))

    def add_mentions(self, mentions: Iterable[Mention]) -> None:
        """See `GraphStore.add_mentions`."""
        state = self._box.write()
        for mention in mentions:
            if mention.entity_id not in state.entities or mention.passage_id not in state.passages:
                raise KeyError("it refers to something that is not stored")
            if mention not in state.mentions:
                state.mentions[mention] = state.next_id("mention")
                state.told[state.passages[mention.passage_id].content_id] = None

    def add_fact(self, draft: FactDraft, evidence: Evidence) -> FactId:
        """See `GraphStore.add_fact`."""
        state = self._box.write()
        _require_sound(state, draft, evidence)
        live = (id_ for id_, fact in state.facts.items() if _identity(fact) == _identity(draft))
        id_ = next(live, None) or FactId(state.next_id("fact"))
        known = state.facts.setdefault(id_, draft)
        state.facts[id_] = replace(known, confidence=max(known.confidence, draft.confidence))
        new = EvidenceRow(id_, evidence, draft)
        for number, row in state.evidence.items():
            if _same_statement(row, new):
                state.evidence[number] = _more_confident(row, new)
                return id_
        state.evidence[state.next_id("evidence")] = new
        return id_

    def entity(self, entity_id: EntityId) -> Entity | None:
        """See `GraphStore.entity`."""
        return next(iter(self.entities_by_id([entity_id])), None)

    def entities(
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        """See `GraphStore.entities`."""
        state = self._box.read()
        places = [
            (state.entities[root].type, state.entities[root].names[0].key, root)
            for root, members in reading.groups_of(state).items()
            if type is None or state.entities[root].type is type
            if any(contains in name.key for id_ in members for name in state.entities[id_].names)
        ]
        page = ordered_places(places, order, after, limit)
        return Page(reading.entities(state, [id_ for _, _, id_ in page.items]), page.after)

    def entities_by_id(self, ids: Sequence[EntityId], *, members: bool = False) -> tuple[Entity, ...]:
        """See `GraphStore.entities_by_id`."""
        state = self._box.read()
        there = [id_ for id_ in ids if id_ in state.entities]
        return self._entities(there if members else [state.root(id_) for id_ in there], members)

    def rules(self) -> Rules:
        """See `GraphStore.rules`."""
        return self._box.read().rules["now"]

    def set_rules(self, rules: Rules) -> bool:
        """See `GraphStore.set_rules`."""
        state = self._box.write()
        before = state.rules["now"]
        state.rules = {"now": rules}
        return bool(differing(before, rules))

    def facts_of(
        self,
        entity_id: EntityId,
        *,
        as_of: date | None = None,
        believed_on: datetime | None = None,
        limit: int = 200,
    ) -> tuple[Fact, ...]:
        """See `GraphStore.facts_of`."""
        state = self._box.read()
        facts = reading.facts(state) if believed_on is None else reading.believed(state, believed_on)
        root = state.root(entity_id)
        return listed((fact for fact in facts if root in (fact.subject_id, fact.object_id)), as_of, limit)

    def facts(self, ids: Sequence[FactId], *, members: bool = False) -> tuple[Fact, ...]:
        """See `GraphStore.facts`."""
        state = self._box.read()
        if members:
            return tuple(reading.as_told(state, id_) for id_ in ids if id_ in state.facts)
        held = {fact.id: fact for fact in reading.facts(state)}
        kept = {id_: held.get(one.fact.id, one.fact) for one in reading.told(state) for id_ in one.ids}
        return tuple(kept[id_] for id_ in ids if id_ in kept)

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.all_facts`."""
        return _page(reading.facts(self._box.read()), after, limit)

    def disputed(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.disputed`."""
        return _page((fact for fact in reading.facts(self._box.read()) if fact.disputed_by is not None), after, limit)

    def evidence_of(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, tuple[Evidence, ...]]:
        """See `GraphStore.evidence_of`."""
        state = self._box.read()
        found: dict[FactId, tuple[Evidence, ...]] = {}
        same = {id_: one.ids for one in reading.told(state) for id_ in one.ids}
        for fact_id in fact_ids:
            of_fact = [row.evidence for row in state.evidence.values() if row.fact_id in same.get(fact_id, ())]
            if of_fact:
                found[fact_id] = tuple(sorted(of_fact, key=lambda evidence: -evidence.confidence))
        return found

    def first_evidence(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, Evidence]:
        """See `GraphStore.first_evidence`."""
        rows = self._box.read().evidence.values()
        wanted = set(fact_ids)
        return {row.fact_id: row.evidence for row in reversed(rows) if row.fact_id in wanted}

    def facts_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Fact, ...]:
        """See `GraphStore.facts_in`."""
        state, wanted = self._box.read(), set(passage_ids)
        stated = {row.fact_id for row in state.evidence.values() if row.evidence.passage_id in wanted}
        kept = {one.fact.id for one in reading.told(state) if one.fact.unlearnt_at is None and stated & set(one.ids)}
        return self.facts(sorted(kept)[:limit])

    def mentions_of(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 20
    ) -> Mapping[EntityId, tuple[Mention, ...]]:
        """See `GraphStore.mentions_of`."""
        state = self._box.read()
        found: dict[EntityId, tuple[Mention, ...]] = {}
        for entity_id in entity_ids:
            root = state.root(entity_id)
            of_entity = [mention for mention in state.named() if state.root(mention.entity_id) == root]
            if of_entity:
                of_entity.sort(key=lambda mention: _order(state, mention))
                once = dict.fromkeys(replace(mention, entity_id=root) for mention in of_entity)
                found[entity_id] = tuple(once)[:limit_each]
        return found

    def quarantine(self, items: Iterable[Quarantined], now: datetime) -> None:
        """See `GraphStore.quarantine`."""
        state = self._box.write()
        for item in items:
            if item.passage_id not in state.passages:
                raise KeyError("it refers to something that is not stored")
            state.quarantine[state.next_id("quarantine")] = QuarantineRow(item, now)

    def quarantined(self, limit: int = 200) -> tuple[Quarantined, ...]:
        """See `GraphStore.quarantined`."""
        state = self._box.read()
        return tuple(state.quarantine[id_].item for id_ in sorted(state.quarantine, reverse=True)[:limit])

    def release(self, item: Quarantined) -> bool:
        """See `GraphStore.release`."""
        state = self._box.write()
        kept = next((id_ for id_ in sorted(state.quarantine) if state.quarantine[id_].item == item), None)
        if kept is not None:
            del state.quarantine[kept]
        return kept is not None

    def _entities(self, ids: Sequence[EntityId], members: bool) -> tuple[Entity, ...]:
        state = self._box.read()
        return tuple(reading.member(state, id_) for id_ in ids) if members else reading.entities(state, ids)


def _page(facts: Iterable[Fact], after: str | None, limit: int) -> Page[Fact]:
    start = 0 if after is None else unpack_numbers(after, 1)[0]
    rest = sorted((fact for fact in facts if fact.id > start), key=lambda fact: fact.id)
    return cut(rest[: limit + 1], limit, lambda fact: pack_numbers(fact.id))


def _order(state: State, mention: Mention) -> tuple[object, ...]:
    """Latest first; of a moment links come last."""
    newness = _newness(state.passages[mention.passage_id].draft.said)
    number = state.mentions.get(mention)
    return (newness, number is None, number, mention.passage_id, mention.span)


def _newness(said: Said | None) -> tuple[bool, float]:
    return (said is None, 0.0 if said is None else -said.at.timestamp())


def _identity(draft: FactDraft) -> tuple[object, ...]:
    return (draft.subject_id, draft.relation, draft.object_id, draft.value_form, draft.valid.start, draft.valid.end)


def _same_statement(row: EvidenceRow, new: EvidenceRow) -> bool:
    ours, theirs = row.evidence, new.evidence
    return (row.fact_id, ours.passage_id, ours.statement, ours.by) == (
        new.fact_id,
        theirs.passage_id,
        theirs.statement,
        theirs.by,
    )


def _more_confident(row: EvidenceRow, new: EvidenceRow) -> EvidenceRow:
    evidence = replace(row.evidence, confidence=max(row.evidence.confidence, new.evidence.confidence))
    belief = replace(row.belief, confidence=max(row.belief.confidence, new.belief.confidence))
    return replace(row, evidence=evidence, belief=belief)


def _require_passage(state: State, passage_id: PassageId) -> None:
    if passage_id not in state.passages:
        raise KeyError("it refers to something that is not stored")


def _require_sound(state: State, draft: FactDraft, evidence: Evidence) -> None:
    if (draft.object_id is None) != (draft.value != ""):
        raise ValueError("a fact has exactly one of object and value")
    if not (0 <= draft.confidence <= 1 and 0 <= evidence.confidence <= 1):
        raise ValueError("a confidence lies in 0..1")
    ends = {draft.subject_id} if draft.object_id is None else {draft.subject_id, draft.object_id}
    if not ends <= state.entities.keys() or evidence.passage_id not in state.passages:
        raise KeyError("it refers to something that is not stored")
