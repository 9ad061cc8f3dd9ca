"""How an entity is split in memory: what some contents say of it moves to another of the same name and type."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId
from tsuzuri.core.lexical import entity_entry
from tsuzuri.core.values import FactDraft, Kind, Mention, NameKind
from tsuzuri.store.memory.proofs import believe, index_fact
from tsuzuri.store.memory.state import EntityRow, NameRow, State


def split(state: State, root: EntityId, contents: Collection[ContentId], now: datetime) -> EntityId | None:
    """See `Identities.split`; what is said of all members of a root moves, also of those that have other names."""
    members = {id_ for id_ in state.entities if state.root(id_) == root}
    passages = {id_ for id_, row in state.passages.items() if row.content_id in contents}
    spoken = _spoken(state, members)
    if not spoken & passages or spoken <= passages:
        return None
    new = EntityId(state.next_id("entity"))
    row = state.entities[root]
    state.entities[new] = EntityRow(row.type, now, (replace(row.names[0], kind=None, given_by=frozenset()),))
    state.unmatched[new] = None
    _move_names(state, new, members, passages)
    state.unlinked |= {
        mention.passage_id: None
        for mention in state.links
        if mention.entity_id in members and mention.passage_id in passages
    }
    _move_facts(state, new, members, passages)
    mentions: dict[Mention, int] = {}
    for mention, number in state.mentions.items():
        goes = mention.entity_id in members and mention.passage_id in passages
        mentions.setdefault(_moved(mention, new) if goes else mention, number)
    state.mentions = mentions
    state.told |= dict.fromkeys(contents)
    state.drop_unspoken(set(members))
    names = state.entities[new].names
    state.entries[Kind.ENTITY, new] = entity_entry(new, names[0].name, (name.name for name in names[1:]))
    return new


def _moved(mention: Mention, new: EntityId) -> Mention:
    return replace(mention, entity_id=new)


def _spoken(state: State, members: Collection[EntityId]) -> set[PassageId]:
    facts = {id_ for id_, fact in state.facts.items() if {fact.subject_id, fact.object_id} & set(members)}
    mentioned = {mention.passage_id for mention in state.mentions if mention.entity_id in members}
    return mentioned | {row.evidence.passage_id for row in state.evidence.values() if row.fact_id in facts}


def _move_names(state: State, new: EntityId, members: Collection[EntityId], passages: Collection[PassageId]) -> None:
    for id_ in sorted(members):
        row = state.entities[id_]
        own = frozenset(m.passage_id for m in state.mentions if m.entity_id == id_ and m.passage_id in passages)
        for name in row.names:
            given_by = own if name.kind is None else name.given_by & set(passages)
            if given_by:
                _call(state, new, NameRow(name.name, name.key, name.kind or NameKind.STATED, given_by))
    for id_ in sorted(members):
        state.take_names(id_, set(passages))


def _call(state: State, new: EntityId, name: NameRow) -> None:
    row = state.entities[new]
    names = {known.key: known for known in row.names}
    known = names.setdefault(name.key, name)
    if known.kind is not None:
        names[name.key] = replace(known, given_by=known.given_by | name.given_by)
    state.entities[new] = replace(row, names=tuple(names.values()))
    state.change_names([name.key])


def _move_facts(state: State, new: EntityId, members: Collection[EntityId], passages: Collection[PassageId]) -> None:
    """Move what only those contents state; of what others state too, only the evidence, to a fact of its own."""
    ours = [id_ for id_, fact in state.facts.items() if {fact.subject_id, fact.object_id} & set(members)]
    for id_ in sorted(ours, key=lambda id_: (id_ not in state.retracted, id_)):
        proofs = {number: row for number, row in state.evidence.items() if row.fact_id == id_}
        going = {number for number, row in proofs.items() if row.evidence.passage_id in passages}
        if not going:
            continue
        draft = _between(state.facts[id_], new, members)
        same = next(
            (other for other, fact in state.facts.items() if other != id_ and _says(fact) == _says(draft)), None
        )
        if same is None and len(going) == len(proofs):
            state.facts[id_] = draft
            to = id_
        elif same is None:
            to = FactId(state.next_id("fact"))
            state.facts[to] = draft
            if id_ in state.retracted:
                state.retracted[to] = state.retracted[id_]
        else:
            to = same
        for number in going:
            row = proofs[number]
            state.evidence[number] = replace(row, fact_id=to, belief=_between(row.belief, new, members))
        for changed in {to} | ({id_} if len(going) < len(proofs) else set()):
            believe(state, changed)
            index_fact(state, changed)
        if to != id_ and len(going) == len(proofs):
            del state.facts[id_]


def _between(draft: FactDraft, new: EntityId, members: Collection[EntityId]) -> FactDraft:
    subject = new if draft.subject_id in members else draft.subject_id
    target = new if draft.object_id in members else draft.object_id
    return replace(draft, subject_id=subject, object_id=target)


def _says(draft: FactDraft) -> tuple[object, ...]:
    return (draft.subject_id, draft.relation, draft.object_id, draft.value_form, draft.valid.start, draft.valid.end)
