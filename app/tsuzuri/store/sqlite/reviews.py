"""What waits for a person, and what was decided, in SQLite. What goes with what it is about is taken by triggers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import apsw

from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.ids import ReviewId
from tsuzuri.core.review import YOU, Answer, Item, Proposal, Question
from tsuzuri.core.values import Page
from tsuzuri.store.cursors import cut, pack_numbers, unpack_numbers
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_COLUMNS = """
  id, question, print, one, other, score, reason, made_by, detail, asked_at, answer, answered_at, answered_by
"""
_THERE = "(one <> 0 OR question = 'rule')"
"""Whether a review is still about something."""
_OF_QUESTION = f"SELECT {_COLUMNS} FROM review WHERE question = ? AND print = ?"
_ITEM = f"SELECT {_COLUMNS} FROM review WHERE id = ? AND {_THERE}"
_WAITS = """(answer IS NULL OR answer = 'later') AND NOT (question = 'merge' AND
  (SELECT root_id FROM entity WHERE id = one) = (SELECT root_id FROM entity WHERE id = other))
"""
_WAITING = f"""
SELECT {_COLUMNS} FROM review
WHERE {_WAITS} AND (ifnull(answered_at, 0), -score, id) > (:put_off, :unsure, :id)
  AND (:any OR question IN (SELECT value FROM json_each(:questions)))
ORDER BY ifnull(answered_at, 0), -score, id LIMIT :limit
"""
_DECIDED = f"""
SELECT {_COLUMNS} FROM review
WHERE answer IN ('yes', 'no', 'other') AND {_THERE} AND (:at IS NULL OR (answered_at, id) < (:at, :id))
  AND (:any OR question IN (SELECT value FROM json_each(:questions)))
ORDER BY answered_at DESC, id DESC LIMIT :limit
"""
_ASKED = f"""
SELECT {_COLUMNS} FROM review WHERE question = ? AND print IN (SELECT value FROM json_each(?)) AND {_THERE}
"""
_REMEMBERED = """
SELECT print, answer FROM review WHERE question = ? AND print IN (SELECT value FROM json_each(?))
  AND answered_by = ? AND answer IN ('yes', 'no', 'other')
"""
_PUT = """
INSERT INTO review(question, print, one, other, score, reason, made_by, detail, asked_at, answer, answered_at,
  answered_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
"""
_ASK_AGAIN = """
UPDATE review SET (one, other, score, reason, made_by, detail, asked_at) = (?, ?, ?, ?, ?, ?, ?) WHERE id = ?
"""
_ANSWER = f"UPDATE review SET (answer, answered_at, answered_by) = (?, ?, ?) WHERE id = ? AND {_THERE}"
_ABOUT = {
    Question.MERGE: ("entity", "entity"),
    Question.SPLIT: ("entity", "content"),
    Question.CONTRADICTION: ("fact", "fact"),
    Question.QUARANTINE: ("passage",),
    Question.RULE: (),
}
"""The tables whose rows `one` and `other` are."""


class SqliteReviews:
    """The `Reviews` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def propose(self, proposals: Sequence[Proposal], now: datetime) -> tuple[Item, ...]:
        """See `Reviews.propose`. What is about something that is gone is left out."""
        with self._session.writing() as connection:
            items = [_put(connection, proposal, now) for proposal in proposals if _is_there(connection, proposal)]
        return tuple(item for item in items if item is not None)

    def waiting(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """See `Reviews.waiting`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        put_off, unsure, id_ = (-1, 0, 0) if after is None else unpack_numbers(after, 3)
        values = {"put_off": put_off, "unsure": unsure, "id": id_, "any": not questions, "limit": limit + 1}
        items = self._items(_WAITING, values | {"questions": rows.text_list(questions)})
        return cut(items, limit, lambda item: pack_numbers(_micros(item) or 0, -item.score, item.id))

    def decided(self, *, questions: Collection[Question] = (), after: str | None = None, limit: int = 64) -> Page[Item]:
        """See `Reviews.decided`.

        Raises:
            ValueError: `after` is not a page's cursor.
        """
        at, id_ = (None, None) if after is None else unpack_numbers(after, 2)
        values = {"at": at, "id": id_, "any": not questions, "limit": limit + 1}
        items = self._items(_DECIDED, values | {"questions": rows.text_list(questions)})
        return cut(items, limit, lambda item: pack_numbers(_micros(item) or 0, item.id))

    def asked(self, question: Question, prints: Collection[int]) -> Mapping[int, Item]:
        """See `Reviews.asked`."""
        return {item.print: item for item in self._items(_ASKED, (question, rows.id_list(dict.fromkeys(prints))))}

    def remembered(self, question: Question, prints: Collection[int]) -> Mapping[int, Answer]:
        """See `Reviews.remembered`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _REMEMBERED, (question, rows.id_list(dict.fromkeys(prints)), YOU))
        return {print_: Answer(answer) for print_, answer in found}

    def item(self, id: ReviewId) -> Item | None:
        """See `Reviews.item`."""
        return next(iter(self._items(_ITEM, (id,))), None)

    def answer(self, id: ReviewId, answer: Answer | None, by: str, now: datetime) -> Item:
        """See `Reviews.answer`."""
        at, whose = (None, "") if answer is None else (to_micros(now), by)
        with self._session.writing() as connection:
            connection.execute(_ANSWER, (answer, at, whose, id))
            if not connection.changes():
                raise KeyError(f"no review {id}")
            return _item(*rows.fetch(connection, _ITEM, (id,)))

    def count(self) -> int:
        """See `Reviews.count`."""
        with self._session.reading() as connection:
            return int(connection.execute(f"SELECT count(*) FROM review WHERE {_WAITS} AND answer IS NULL").get)

    def _items(self, query: str, values: "apsw.Bindings") -> tuple[Item, ...]:
        with self._session.reading() as connection:
            return tuple(map(_item, rows.fetch(connection, query, values)))


def _is_there(connection: apsw.Connection, proposal: Proposal) -> bool:
    about = zip(_ABOUT[proposal.question], (proposal.one, proposal.other), strict=False)
    return all(connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (id_,)).get for table, id_ in about)


def _put(connection: apsw.Connection, proposal: Proposal, now: datetime) -> Item | None:
    """Ask, if it was not asked before: the item with its answer, or None where it waits already."""
    at = to_micros(now)
    asked = (
        proposal.one,
        proposal.other,
        proposal.score,
        proposal.reason,
        proposal.by,
        proposal.detail,
        at,
    )
    found = rows.fetch(connection, _OF_QUESTION, (proposal.question, proposal.print))
    if not found:
        answer = (proposal.answer, at if proposal.answer else None, proposal.by if proposal.answer else "")
        id_ = connection.execute(_PUT, (proposal.question, proposal.print, *asked, *answer)).get
        return _item(*rows.fetch(connection, _ITEM, (id_,)))
    known = _item(*found)
    if known.answer in (None, Answer.LATER):
        return None
    if known.one == 0 and proposal.question is not Question.RULE:
        connection.execute(_ASK_AGAIN, (*asked, known.id))
        return _item(*rows.fetch(connection, _ITEM, (known.id,)))
    return replace(known, one=proposal.one, other=proposal.other)


def _micros(item: Item) -> int | None:
    return None if item.answered_at is None else to_micros(item.answered_at)


def _item(row: rows.Row) -> Item:
    """An item from `_COLUMNS`."""
    id_, question, print_, one, other, score, reason, by, detail, asked_at, answer, answered_at, answered_by = row
    return Item(
        id=ReviewId(id_),
        question=Question(question),
        print=print_,
        one=one,
        other=other,
        score=score,
        reason=reason,
        by=by,
        detail=detail,
        asked_at=from_micros(asked_at),
        answer=None if answer is None else Answer(answer),
        answered_at=None if answered_at is None else from_micros(answered_at),
        answered_by=answered_by,
    )
