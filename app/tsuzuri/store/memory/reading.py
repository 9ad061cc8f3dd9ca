"""How the graph in memory reads: entities by their roots, facts that say the same as one (see `core.identity`)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.values import Entity, Fact, FactDraft, FactStatus, Kind, Scored
from tsuzuri.store.held import settled, undisputed
from tsuzuri.store.memory.state import NameRow, State


@dataclass(frozen=True, slots=True)
class Told:
    """Facts that say the same of the same roots: the one that is kept as it was told, and the ids of all of them."""

    fact: Fact
    ids: tuple[FactId, ...]


def member(state: State, id_: EntityId) -> Entity:
    """An entity by itself, whatever it is one with."""
    ends = [fact for fact in state.facts.values() if id_ in (fact.subject_id, fact.object_id)]
    return _entity(state, id_, [id_], state.entities[id_].names[1:], len(ends))


def entities(state: State, ids: Iterable[EntityId]) -> tuple[Entity, ...]:
    """The roots of entities, with all that their members have, in the order asked."""
    ends = Counter(end for one in told(state) if one.fact.unlearnt_at is None for end in _ends(one.fact))
    groups = groups_of(state)
    return tuple(_entity(state, root, groups[root], _aliases(state, groups[root]), ends[root]) for root in ids)


def groups_of(state: State) -> Mapping[EntityId, Sequence[EntityId]]:
    """The members of each root, the root first, then by id."""
    groups: dict[EntityId, list[EntityId]] = {}
    for id_ in sorted(state.entities, key=lambda id_: (id_ in state.same_as, id_)):
        groups.setdefault(state.root(id_), []).append(id_)
    return groups


def as_told(state: State, id_: FactId) -> Fact:
    """A fact as it was written: of its members, with its own evidence, held as its own words say."""
    draft = state.facts[id_]
    proofs = sum(row.fact_id == id_ for row in state.evidence.values())
    return _fact(state, id_, draft, draft.subject_id, draft.object_id, proofs)


def told(state: State) -> Iterator[Told]:
    """What was ever told of roots, each thing once, held as its own words say; retracted if any that say it were."""
    same: dict[tuple[object, ...], list[FactId]] = {}
    for id_, draft in state.facts.items():
        same.setdefault(_says(state, draft), []).append(id_)
    for ids in same.values():
        kept = min(ids, key=lambda id_: (id_ not in state.retracted, id_))
        beliefs = [row.belief for row in state.evidence.values() if row.fact_id in ids]
        confidence = max(belief.confidence for belief in beliefs)
        draft = replace(state.facts[kept] if len(ids) == 1 else beliefs[0], confidence=confidence)
        subject, target = state.facts[kept].subject_id, state.facts[kept].object_id
        root = None if target is None else state.root(target)
        fact = _fact(state, kept, draft, state.root(subject), root, len(beliefs))
        yield Told(fact, tuple(ids))


def facts(state: State) -> tuple[Fact, ...]:
    """What is believed, as it holds by all of it."""
    return _held(state, (one.fact for one in told(state) if one.fact.unlearnt_at is None))


def believed(state: State, moment: datetime) -> tuple[Fact, ...]:
    """What was believed at a moment, as it held by what was learnt then."""
    every = [one.fact for one in told(state)]
    learnt = (fact for fact in every if fact.learnt_at <= moment)
    return _held(state, (fact for fact in learnt if fact.unlearnt_at is None or moment < fact.unlearnt_at))


def shown(state: State, kind: Kind, found: Iterable[Scored], k: int) -> tuple[Scored, ...]:
    """The k best hits of what they are hits on, each once: the root of an entity, the fact that is kept."""
    stands_for = _stands_for(state, kind)
    best: dict[int, float] = {}
    for one in found:
        id_ = stands_for.get(one.id)
        if id_ is not None:
            best[id_] = max(one.score, best.get(id_, one.score))
    return tuple(Scored(id_, score) for id_, score in sorted(best.items(), key=lambda each: (-each[1], each[0]))[:k])


def _stands_for(state: State, kind: Kind) -> Mapping[int, int]:
    match kind:
        case Kind.PASSAGE:
            return {id_: id_ for id_ in state.passages}
        case Kind.ENTITY:
            return {id_: state.root(id_) for id_ in state.entities}
        case Kind.FACT:
            return {id_: one.fact.id for one in told(state) if one.fact.unlearnt_at is None for id_ in one.ids}


def _held(state: State, told_facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return undisputed(settled(told_facts, state.rules["now"]), state.reconciled)


def _says(state: State, draft: FactDraft) -> tuple[object, ...]:
    target = None if draft.object_id is None else state.root(draft.object_id)
    valid = draft.valid
    return (state.root(draft.subject_id), draft.relation, target, draft.value_form, valid.start, valid.end)


def _ends(fact: Fact) -> set[EntityId]:
    return {end for end in (fact.subject_id, fact.object_id) if end is not None}


def _aliases(state: State, members: Sequence[EntityId]) -> tuple[NameRow, ...]:
    """The other names of a root and all names of its other members, each key once."""
    own, *others = (name for id_ in members for name in state.entities[id_].names)
    once: dict[str, NameRow] = {}
    for name in others:
        once.setdefault(name.key, name)
    once.pop(own.key, None)
    return tuple(once.values())


def _entity(
    state: State, id_: EntityId, members: Sequence[EntityId], aliases: Iterable[NameRow], fact_count: int
) -> Entity:
    row, of = state.entities[id_], set(members)
    mentions = [mention for mention in (*state.mentions, *state.links) if mention.entity_id in of]
    said = [state.passages[mention.passage_id].draft.said for mention in mentions]
    return Entity(
        id=id_,
        name=row.names[0].name,
        type=row.type,
        aliases=tuple(name.name for name in aliases),
        facts=fact_count,
        mentions=len(mentions),
        last_said=max((one.at for one in said if one is not None), default=None),
    )


def _fact(
    state: State, id_: FactId, draft: FactDraft, subject_id: EntityId, object_id: EntityId | None, proofs: int
) -> Fact:
    """A fact between these ends, held as its own words say."""
    retracted = state.retracted.get(id_)
    return Fact(
        id=id_,
        subject_id=subject_id,
        subject_name=state.entities[subject_id].names[0].name,
        relation=draft.relation,
        object_id=object_id,
        object_name=draft.value if object_id is None else state.entities[object_id].names[0].name,
        valid=draft.valid,
        held=draft.valid,
        said=draft.said,
        learnt_at=draft.learnt_at,
        unlearnt_at=retracted,
        confidence=draft.confidence,
        status=FactStatus.CURRENT if retracted is None else FactStatus.RETRACTED,
        evidence=proofs,
        form=draft.value_form,
    )
