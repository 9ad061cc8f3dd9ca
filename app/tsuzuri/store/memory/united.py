"""What goes from a state in memory with entities, facts, passages and contents that went."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tsuzuri.core.ids import EntityId
from tsuzuri.core.review import YOU, Answer, Item, Question

if TYPE_CHECKING:
    from tsuzuri.store.memory.state import State


def prune(state: "State") -> None:
    """Take what is about something that went: what was one with it, decided of it, or asked about it."""
    for gone in [id_ for id_ in {*state.same_as, *state.same_as.values()} if id_ not in state.entities]:
        _leave(state, gone)
    state.retracted = {id_: at for id_, at in state.retracted.items() if id_ in state.facts}
    state.reconciled = {pair: None for pair in state.reconciled if state.facts.keys() >= set(pair)}
    state.blocks = {id_: blocks for id_, blocks in state.blocks.items() if id_ in state.entities}
    state.unmatched = {id_: None for id_ in state.unmatched if id_ in state.entities}
    left = {id_: item if is_there(state, item) else _without_words(item) for id_, item in state.reviews.items()}
    state.reviews = {id_: item for id_, item in left.items() if item is not None}


def is_there(state: "State", item: Item) -> bool:
    """Whether all that a question is about is there, or it is about nothing but what it says."""
    about: dict[Question, tuple[Callable[[], bool], ...]] = {
        Question.MERGE: (lambda: item.one in state.entities, lambda: item.other in state.entities),
        Question.SPLIT: (lambda: item.one in state.entities, lambda: item.other in state.contents),
        Question.CONTRADICTION: (lambda: item.one in state.facts, lambda: item.other in state.facts),
        Question.QUARANTINE: (lambda: item.one in state.passages,),
        Question.RULE: (),
    }
    return all(holds() for holds in about[item.question])


def remembered(item: Item) -> bool:
    """Whether a person has decided it."""
    return item.answered_by == YOU and item.answer in (Answer.YES, Answer.NO, Answer.OTHER)


def _without_words(item: Item) -> Item | None:
    """A question that is about nothing any more: the answer of a person is what stays of it."""
    if not remembered(item) or item.answered_at is None:
        return None
    return replace(item, one=0, other=0, score=0.0, reason="", by="", detail="", asked_at=item.answered_at)


def _leave(state: "State", gone: EntityId) -> None:
    """Those that were one with an entity that went stay one: under its parent, or the first of those that are left."""
    group = [id_ for id_ in {*state.same_as, *state.same_as.values()} if state.root(id_) == state.root(gone)]
    below = [id_ for id_, parent in state.same_as.items() if parent == gone]
    parent = state.same_as.pop(gone, None)
    if parent is None:
        parent = min(id_ for id_ in group if id_ != gone)
        state.same_as.pop(parent)
    for id_ in below:
        if id_ != parent:
            state.same_as[id_] = parent
