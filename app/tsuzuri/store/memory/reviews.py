"""What waits for a person, and what was decided, in memory."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import EntityId, ReviewId
from tsuzuri.core.review import Answer, Item, Proposal, Question
from tsuzuri.core.values import Page
from tsuzuri.store.cursors import cut, pack_numbers, unpack_numbers
from tsuzuri.store.memory.state import Box, State
from tsuzuri.store.memory.united import is_there, remembered

_Place = tuple[float, float, int]


class MemoryReviews:
    """The `Reviews` over a `Box`."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def propose(self, proposals: Sequence[Proposal], now: datetime) -> tuple[Item, ...]:
        """See `Reviews.propose`. What is about something that is gone is left out."""
        state = self._box.write()
        items = (_put(state, proposal, now) for proposal in proposals)
        return tuple(item for item in items if item is not None)

    def waiting(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """See `Reviews.waiting`."""
        items = [item for item in self._waiting() if not questions or item.question in questions]
        return _page(items, _turn, after, limit)

    def decided(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """See `Reviews.decided`."""
        items = [item for item in self._items() if not _waits(item) and (not questions or item.question in questions)]
        return _page(items, _newness, after, limit)

    def asked(self, question: Question, prints: Collection[int]) -> Mapping[int, Item]:
        """See `Reviews.asked`."""
        return {item.print: item for item in self._items() if item.question is question and item.print in prints}

    def remembered(self, question: Question, prints: Collection[int]) -> Mapping[int, Answer]:
        """See `Reviews.remembered`."""
        return {
            item.print: item.answer
            for item in self._box.read().reviews.values()
            if item.question is question and item.print in prints and item.answer and remembered(item)
        }

    def item(self, id: ReviewId) -> Item | None:
        """See `Reviews.item`."""
        return next((item for item in self._items() if item.id == id), None)

    def answer(self, id: ReviewId, answer: Answer | None, by: str, now: datetime) -> Item:
        """See `Reviews.answer`."""
        state = self._box.write()
        item = self.item(id)
        if item is None:
            raise KeyError(f"no review {id}")
        at, whose = (None, "") if answer is None else (now, by)
        state.reviews[id] = replace(item, answer=answer, answered_at=at, answered_by=whose)
        return state.reviews[id]

    def count(self) -> int:
        """See `Reviews.count`."""
        return sum(item.answer is None for item in self._waiting())

    def _waiting(self) -> tuple[Item, ...]:
        """Those that wait, without merges of two that are one by now."""
        state = self._box.read()
        return tuple(
            item
            for item in self._items()
            if _waits(item)
            and (
                item.question is not Question.MERGE
                or state.root(EntityId(item.one)) != state.root(EntityId(item.other))
            )
        )

    def _items(self) -> tuple[Item, ...]:
        """Those that are still about something."""
        state = self._box.read()
        return tuple(item for item in state.reviews.values() if is_there(state, item))


def _put(state: State, proposal: Proposal, now: datetime) -> Item | None:
    known = next(
        (one for one in state.reviews.values() if (one.question, one.print) == (proposal.question, proposal.print)),
        None,
    )
    item = Item(
        id=ReviewId(0) if known is None else known.id,
        question=proposal.question,
        print=proposal.print,
        one=proposal.one,
        other=proposal.other,
        score=proposal.score,
        reason=proposal.reason,
        by=proposal.by,
        detail=proposal.detail,
        asked_at=now,
        answer=proposal.answer,
        answered_at=None if proposal.answer is None else now,
        answered_by=proposal.by if proposal.answer else "",
    )
    if not is_there(state, item):
        return None
    if known is None:
        item = replace(item, id=ReviewId(state.next_id("review")))
    elif _waits(known):
        return None
    elif is_there(state, known):
        return replace(known, one=proposal.one, other=proposal.other)
    else:
        item = replace(item, answer=known.answer, answered_at=known.answered_at, answered_by=known.answered_by)
    state.reviews[item.id] = item
    return item


def _page(items: Sequence[Item], place: Callable[[Item], _Place], after: str | None, limit: int) -> Page[Item]:
    """A page of items in order of their places."""
    start = None if after is None else unpack_numbers(after, 3)
    rest = [item for item in sorted(items, key=place) if start is None or place(item) > start]
    return cut(rest[: limit + 1], limit, lambda item: pack_numbers(*place(item)))


def _waits(item: Item) -> bool:
    return item.answer in (None, Answer.LATER)


def _turn(item: Item) -> _Place:
    put_off = 0 if item.answered_at is None else to_micros(item.answered_at)
    return (put_off, -item.score, item.id)


def _newness(item: Item) -> _Place:
    assert item.answered_at is not None
    return (-to_micros(item.answered_at), -item.id, 0)
