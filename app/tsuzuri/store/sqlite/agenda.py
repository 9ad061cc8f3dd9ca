"""What waits for the model, and what reading has cost, in SQLite."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tsuzuri.core.agenda import Use, Weight
from tsuzuri.core.ids import PassageId
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.catalog import lying_under
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.weights import NEIGHBOUR, SHOWN

_WANT = """
INSERT INTO wanted(passage_id, weight)
SELECT q.id, iif(q.id = p.id, ?1, ?2)
FROM json_each(?3) j CROSS JOIN passage p ON p.id = j.value
  CROSS JOIN passage q ON q.content_id = p.content_id AND q.ordinal IN (p.ordinal - 1, p.ordinal, p.ordinal + 1)
WHERE q.read_state = 'pending'
ON CONFLICT(passage_id) DO UPDATE SET weight = weight + excluded.weight
"""


class SqliteAgenda:
    """The `Agenda` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def want(self, shown: Sequence[PassageId]) -> None:
        """See `Agenda.want`."""
        with self._session.writing() as connection:
            connection.execute(_WANT, (SHOWN, NEIGHBOUR, rows.id_list(shown)))

    def unweighed(self, *, under: Sequence[str] = ()) -> tuple[PassageId, ...]:
        """See `Agenda.unweighed`."""
        where, bounds = lying_under(under)
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"""
                SELECT p.id FROM content c JOIN passage p ON p.content_id = c.id AND p.read_state = 'pending'
                WHERE c.pending > 0 {where} AND NOT EXISTS (SELECT 1 FROM weight w WHERE w.passage_id = p.id)
                ORDER BY p.content_id, p.ordinal
                """,
                bounds,
            )
        return tuple(PassageId(id_) for (id_,) in found)

    def weigh(self, weights: Iterable[Weight], *, said: bool = False) -> None:
        """See `Agenda.weigh`."""
        with self._session.writing() as connection:
            connection.executemany(
                """
                INSERT INTO weight(passage_id, print, work, said) SELECT id, ?2, ?3, ?4 FROM passage WHERE id = ?1
                ON CONFLICT(passage_id) DO UPDATE SET print = excluded.print, work = excluded.work, said = excluded.said
                """,
                [(one.passage_id, one.print, one.work, said) for one in weights],
            )

    def work_left(self, *, under: Sequence[str] = ()) -> int:
        """See `Agenda.work_left`."""
        where, bounds = lying_under(under)
        with self._session.reading() as connection:
            total = connection.execute(
                f"""
                SELECT ifnull(sum(work), 0) FROM (
                  SELECT max(w.work) AS work
                  FROM content c JOIN passage p ON p.content_id = c.id AND p.read_state = 'pending'
                    JOIN weight w ON w.passage_id = p.id
                  WHERE c.pending > 0 {where}
                    AND NOT EXISTS (SELECT 1 FROM weight o WHERE o.print = w.print AND o.said = 1)
                  GROUP BY w.print)
                """,
                bounds,
            ).get
        return int(total)

    def said_by(self, prints: Iterable[int]) -> Mapping[int, PassageId]:
        """See `Agenda.said_by`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                """
                SELECT w.print, max(w.passage_id)
                FROM json_each(?) j CROSS JOIN weight w ON w.print = j.value AND w.said = 1
                  JOIN passage p ON p.id = w.passage_id AND p.read_state = 'read'
                GROUP BY w.print
                """,
                (rows.id_list(prints),),
            )
        return {print_: PassageId(id_) for print_, id_ in found}

    def set_same(self, passage_id: PassageId, original: PassageId) -> None:
        """See `Agenda.set_same`."""
        with self._session.writing() as connection:
            connection.execute(
                """
                INSERT INTO duplicate(passage_id, original_id)
                SELECT p.id, o.id FROM passage p JOIN passage o ON o.id = ?2 WHERE p.id = ?1
                ON CONFLICT(passage_id) DO UPDATE SET original_id = excluded.original_id
                """,
                (passage_id, original),
            )
            connection.execute(
                """
                UPDATE passage SET read_state = 'read', reason = 'it says the same as passage ' || ?2
                WHERE id = ?1 AND EXISTS (SELECT 1 FROM duplicate WHERE passage_id = ?1)
                """,
                (passage_id, original),
            )

    def same_as(self, passage_ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """See `Agenda.same_as`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                "SELECT d.passage_id, d.original_id FROM json_each(?) j JOIN duplicate d ON d.passage_id = j.value",
                (rows.id_list(passage_ids),),
            )
        return {PassageId(id_): PassageId(original) for id_, original in found}

    def times_asked(self, prints: Iterable[int], at_most: int) -> Mapping[int, int]:
        """See `Agenda.times_asked`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                """
                SELECT j.value, (
                  SELECT count(*) FROM (SELECT 1 FROM sentence s WHERE s.print = j.value AND s.asked = 1 LIMIT ?2))
                FROM json_each(?1) j
                """,
                (rows.id_list(prints), at_most),
            )
        return {print_: times for print_, times in found if times}

    def note_sentences(self, passage_id: PassageId, asked: Iterable[int], left_out: Iterable[int]) -> None:
        """See `Agenda.note_sentences`."""
        noted = [(passage_id, print_, 1) for print_ in asked] + [(passage_id, print_, 0) for print_ in left_out]
        with self._session.writing() as connection:
            connection.executemany(
                """
                INSERT INTO sentence(passage_id, print, asked) SELECT id, ?2, ?3 FROM passage WHERE id = ?1
                ON CONFLICT(print, passage_id) DO UPDATE SET asked = max(asked, excluded.asked)
                """,
                noted,
            )

    def spend(self, day: date, use: Use) -> None:
        """See `Agenda.spend`."""
        with self._session.writing() as connection:
            connection.execute(
                """
                INSERT INTO model_use(day, tokens_read, tokens_written, work, seconds) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(day) DO UPDATE SET tokens_read = tokens_read + excluded.tokens_read,
                  tokens_written = tokens_written + excluded.tokens_written, work = work + excluded.work,
                  seconds = seconds + excluded.seconds
                """,
                (day.isoformat(), use.tokens_read, use.tokens_written, use.work, use.seconds),
            )

    def used(self, day: date) -> Use:
        """See `Agenda.used`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                "SELECT tokens_read, tokens_written, work, seconds FROM model_use WHERE day = ?",
                (day.isoformat(),),
            )
        return Use(*found[0]) if found else Use()

    def pace(self) -> float | None:
        """See `Agenda.pace`."""
        with self._session.reading() as connection:
            pace = connection.execute(
                "SELECT work / seconds FROM model_use WHERE seconds > 0 AND work > 0 ORDER BY day DESC LIMIT 1"
            ).get
        return None if pace is None else float(pace)
