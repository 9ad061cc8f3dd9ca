"""Summaries of documents in SQLite."""

from collections.abc import Sequence

from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.summaries import Cited, Summary
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_MISSING = """
SELECT id FROM content c WHERE NOT EXISTS (SELECT 1 FROM summary WHERE content_id = c.id) ORDER BY id LIMIT ?
"""
_OF = """
SELECT s.content_id, t.passage_id, t.span_start, t.span_end
FROM json_each(?) j CROSS JOIN summary s ON s.content_id = j.value
LEFT JOIN summary_sentence t ON t.content_id = s.content_id ORDER BY s.content_id, t.number
"""
_PUT = """
INSERT INTO summary SELECT id FROM content WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM json_each(?2) WHERE NOT EXISTS (SELECT 1 FROM passage WHERE id = value))
RETURNING content_id
"""


class SqliteSummaries:
    """The `Summaries` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def missing(self, limit: int) -> tuple[ContentId, ...]:
        """See `Summaries.missing`."""
        with self._session.reading() as connection:
            return tuple(ContentId(id_) for (id_,) in rows.fetch(connection, _MISSING, (limit,)))

    def put(self, summaries: Sequence[Summary]) -> None:
        """See `Summaries.put`."""
        with self._session.writing() as connection:
            for one in summaries:
                connection.execute("DELETE FROM summary WHERE content_id = ?", (one.content_id,))
                shown = rows.id_list(cited.passage_id for cited in one.sentences)
                if connection.execute(_PUT, (one.content_id, shown)).get is None:
                    continue
                connection.executemany(
                    "INSERT INTO summary_sentence VALUES (?, ?, ?, ?, ?)",
                    [
                        (one.content_id, number, cited.passage_id, cited.span.start, cited.span.end)
                        for number, cited in enumerate(one.sentences)
                    ],
                )

    def of(self, content_ids: Sequence[ContentId]) -> dict[ContentId, Summary]:
        """See `Summaries.of`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _OF, (rows.id_list(dict.fromkeys(content_ids)),))
        sentences = rows.grouped(
            (ContentId(id_), None if passage is None else Cited(PassageId(passage), Span(start, end)))
            for id_, passage, start, end in found
        )
        return {id_: Summary(id_, tuple(filter(None, cited))) for id_, cited in sentences.items()}

    def count(self) -> int:
        """See `Summaries.count`."""
        with self._session.reading() as connection:
            return int(connection.execute("SELECT count(*) FROM summary").get)
