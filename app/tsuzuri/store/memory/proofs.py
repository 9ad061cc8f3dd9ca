"""What the facts of a state in memory rest on: how they follow when evidence goes or moves."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.lexical import fact_entry
from tsuzuri.core.values import Kind

if TYPE_CHECKING:
    from tsuzuri.store.memory.state import State


def drop_evidence(state: "State", numbers: Iterable[int]) -> set[EntityId]:
    """Drop evidence and the facts that it leaves bare; gives back those facts' ends."""
    gone = set(numbers)
    shaken = {state.evidence[number].fact_id for number in gone}
    first = {fact_id: _first(state, fact_id) for fact_id in shaken}
    state.evidence = {number: row for number, row in state.evidence.items() if number not in gone}
    bare_ends: set[EntityId] = set()
    for fact_id in shaken:
        if _first(state, fact_id) is None:
            fact = state.facts.pop(fact_id)
            bare_ends |= {fact.subject_id} if fact.object_id is None else {fact.subject_id, fact.object_id}
        else:
            believe(state, fact_id)
            if _first(state, fact_id) != first[fact_id]:
                index_fact(state, fact_id)
    return bare_ends


def believe(state: "State", fact_id: FactId) -> None:
    """Let a fact be what its evidence makes it: all but the confidence is that of the first."""
    beliefs = [row.belief for row in state.evidence.values() if row.fact_id == fact_id]
    state.facts[fact_id] = replace(beliefs[0], confidence=max(belief.confidence for belief in beliefs))


def index_fact(state: "State", fact_id: FactId) -> None:
    """Index a fact anew by the words that stated it first, and drop the vector made of others."""
    fact = state.facts[fact_id]
    proof = next(row.evidence for row in state.evidence.values() if row.fact_id == fact_id)
    subject = state.entities[fact.subject_id].names[0].name
    target = fact.value if fact.object_id is None else state.entities[fact.object_id].names[0].name
    statement = proof.statement.of(state.passages[proof.passage_id].draft.text)
    state.entries[Kind.FACT, fact_id] = fact_entry(fact_id, subject, fact.relation, target, statement)
    state.drop_vectors(Kind.FACT, fact_id)


def _first(state: "State", fact_id: FactId) -> int | None:
    return min((number for number, row in state.evidence.items() if row.fact_id == fact_id), default=None)
