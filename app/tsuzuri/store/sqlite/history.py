"""What was asked, in SQLite."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from tsuzuri.core.answers import Answer
from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.history import Asked
from tsuzuri.core.ids import AskedId, PassageId
from tsuzuri.core.values import Passage
from tsuzuri.store.asked_records import answer_of, record_of
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_PUT = """
INSERT INTO asked(at, told) SELECT ?1, ?2
WHERE NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE NOT EXISTS (SELECT 1 FROM passage WHERE id = value))
RETURNING id
"""
_OLDER = "DELETE FROM asked WHERE id NOT IN (SELECT id FROM asked ORDER BY id DESC LIMIT ?)"
_LATEST = "SELECT id, at, told FROM asked ORDER BY id DESC LIMIT ?"
_CITED = "SELECT DISTINCT passage_id FROM asked_passage WHERE asked_id IN (SELECT value FROM json_each(?))"

Passages = Callable[[Sequence[PassageId]], tuple[Passage, ...]]


class SqliteHistory:
    """The `History` over a session; `passages` reads those that answers cite."""

    def __init__(self, session: Session, passages: Passages) -> None:
        self._session = session
        self._passages = passages

    def put(self, answer: Answer, rests_on: Sequence[PassageId], now: datetime, *, most: int) -> AskedId | None:
        """See `History.put`."""
        kept = record_of(answer)
        support = rows.id_list(dict.fromkeys((*kept.cites, *rests_on)))
        with self._session.writing() as connection:
            id_ = connection.execute(_PUT, (to_micros(now), kept.told, support)).get
            if id_ is None:
                return None
            connection.execute("INSERT INTO asked_passage SELECT ?, value FROM json_each(?)", (id_, support))
            connection.execute(_OLDER, (most,))
        return AskedId(id_)

    def asked(self, limit: int) -> tuple[Asked, ...]:
        """See `History.asked`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _LATEST, (limit,))
            cited = rows.fetch(connection, _CITED, (rows.id_list(id_ for id_, _, _ in found),))
        known = {one.id: one for one in self._passages([PassageId(id_) for (id_,) in cited])}
        answers = ((id_, at, _answer_of(told, known)) for id_, at, told in reversed(found))
        return tuple(Asked(AskedId(id_), from_micros(at), answer) for id_, at, answer in answers if answer is not None)

    def remove(self, id: AskedId) -> None:
        """See `History.remove`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM asked WHERE id = ?", (id,))

    def clear(self) -> None:
        """See `History.clear`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM asked")


def _answer_of(told: str, known: Mapping[PassageId, Passage]) -> Answer | None:
    """An answer; None where a passage of it went between two looks, and it with it."""
    try:
        return answer_of(told, known)
    except KeyError:
        return None
