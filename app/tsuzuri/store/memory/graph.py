"""Entities, mentions, facts and evidence in memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from tsuzuri.core.document import Said
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import (
    Entity,
    EntityType,
    Evidence,
    Fact,
    FactDraft,
    FactStatus,
    Mention,
    NameKind,
    Page,
    Quarantined,
)
from tsuzuri.store.cursors import cut, pack, unpack
from tsuzuri.store.held import differing, listed, settled
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

    def entities_by_key(self, keys: Iterable[str]) -> Mapping[str, tuple[Entity, ...]]:
        """See `GraphStore.entities_by_key`."""
        state = self._box.read()
        found = {
            key: tuple(
                _entity(state, id_) for id_, row in state.entities.items() if any(name.key == key for name in row.names)
            )
            for key in keys
        }
        return {key: entities for key, entities in found.items() if entities}

    def names_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Entity, ...]:
        """See `GraphStore.names_in`."""
        state, wanted = self._box.read(), set(passage_ids)
        times = Counter(mention.entity_id for mention in state.mentions if mention.passage_id in wanted)
        ranked = sorted(times, key=lambda id_: (-times[id_], id_))
        return tuple(_entity(state, id_) for id_ in ranked[:limit])

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
        state = self._box.read()
        return _entity(state, entity_id) if entity_id in state.entities else None

    def entities(
        self, *, contains: str = "", type: EntityType | None = None, after: str | None = None, limit: int = 64
    ) -> Page[Entity]:
        """See `GraphStore.entities`."""
        state = self._box.read()
        start = ("", 0) if after is None else unpack(after)
        places = sorted(
            (row.names[0].key, id_)
            for id_, row in state.entities.items()
            if (type is None or row.type is type) and any(contains in name.key for name in row.names)
        )
        page = cut([place for place in places if place > start][: limit + 1], limit, lambda place: pack(*place))
        return Page(tuple(_entity(state, id_) for _, id_ in page.items), page.after)

    def entities_by_id(self, ids: Sequence[EntityId]) -> tuple[Entity, ...]:
        """See `GraphStore.entities_by_id`."""
        state = self._box.read()
        return tuple(_entity(state, id_) for id_ in ids if id_ in state.entities)

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
        known = (fact for fact in _as_told(state) if believed_on is None or fact.learnt_at <= believed_on)
        facts = settled(known, state.rules["now"])
        return listed((fact for fact in facts if entity_id in (fact.subject_id, fact.object_id)), as_of, limit)

    def facts(self, ids: Sequence[FactId]) -> tuple[Fact, ...]:
        """See `GraphStore.facts`."""
        held = {fact.id: fact for fact in _facts(self._box.read())}
        return tuple(held[id_] for id_ in ids if id_ in held)

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """See `GraphStore.all_facts`."""
        start = int(after or 0)
        rest = sorted((fact for fact in _facts(self._box.read()) if fact.id > start), key=lambda fact: fact.id)
        return cut(rest[: limit + 1], limit, lambda fact: str(fact.id))

    def evidence_of(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, tuple[Evidence, ...]]:
        """See `GraphStore.evidence_of`."""
        state = self._box.read()
        found: dict[FactId, tuple[Evidence, ...]] = {}
        for fact_id in fact_ids:
            of_fact = [row.evidence for row in state.evidence.values() if row.fact_id == fact_id]
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
        wanted = set(passage_ids)
        rows = self._box.read().evidence.values()
        return self.facts(sorted({row.fact_id for row in rows if row.evidence.passage_id in wanted})[:limit])

    def mentions_of(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 20
    ) -> Mapping[EntityId, tuple[Mention, ...]]:
        """See `GraphStore.mentions_of`."""
        state = self._box.read()
        found: dict[EntityId, tuple[Mention, ...]] = {}
        for entity_id in entity_ids:
            of_entity = [mention for mention in state.named() if mention.entity_id == entity_id]
            if of_entity:
                of_entity.sort(key=lambda mention: _order(state, mention))
                found[entity_id] = tuple(of_entity[:limit_each])
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


def _entity(state: State, entity_id: EntityId) -> Entity:
    row = state.entities[entity_id]
    mentions = [mention for mention in (*state.mentions, *state.links) if mention.entity_id == entity_id]
    said = [state.passages[mention.passage_id].draft.said for mention in mentions]
    return Entity(
        id=entity_id,
        name=row.names[0].name,
        type=row.type,
        aliases=tuple(name.name for name in row.names[1:]),
        facts=sum(entity_id in (fact.subject_id, fact.object_id) for fact in state.facts.values()),
        mentions=len(mentions),
        last_said=max((one.at for one in said if one is not None), default=None),
    )


def _facts(state: State) -> tuple[Fact, ...]:
    return settled(_as_told(state), state.rules["now"])


def _as_told(state: State) -> Iterator[Fact]:
    """Every fact, held as its own words say."""
    proofs = Counter(row.fact_id for row in state.evidence.values())
    for id_, draft in state.facts.items():
        name = draft.value if draft.object_id is None else state.entities[draft.object_id].names[0].name
        yield Fact(
            id=id_,
            subject_id=draft.subject_id,
            subject_name=state.entities[draft.subject_id].names[0].name,
            relation=draft.relation,
            object_id=draft.object_id,
            object_name=name,
            valid=draft.valid,
            held=draft.valid,
            said=draft.said,
            learnt_at=draft.learnt_at,
            unlearnt_at=None,
            confidence=draft.confidence,
            status=FactStatus.CURRENT,
            evidence=proofs[id_],
            form=draft.value_form,
        )
