"""Sources, contents and passages in SQLite."""

import os
import zlib
from collections.abc import Sequence
from datetime import datetime

import apsw

from tsuzuri.core.clock import to_micros
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.values import (
    ContentDraft,
    Counts,
    Page,
    Passage,
    PassageDraft,
    Source,
    SourceDraft,
    SourceState,
)
from tsuzuri.store.cursors import cut
from tsuzuri.store.folding import fold
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_PASSAGES = f"""
SELECT {rows.PASSAGE_COLUMNS}
FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value {rows.PASSAGE_JOINS}
ORDER BY j.key
"""
_PASSAGES_OF = (
    f"SELECT {rows.PASSAGE_COLUMNS} FROM passage p {rows.PASSAGE_JOINS} WHERE p.content_id = ? ORDER BY p.ordinal"
)

# The few that searches have shown, then by when their source was added or changed, latest first.
_WANTED = """
SELECT p.id FROM wanted w CROSS JOIN passage p ON p.id = w.passage_id JOIN content c ON c.id = p.content_id
WHERE p.read_state = 'pending' {where} ORDER BY w.weight DESC, w.passage_id LIMIT ?
"""
_FRESH = """
WITH waiting AS (
  SELECT c.id, (SELECT max(s.changed_at) FROM source s WHERE s.content_id = c.id) AS changed,
    (SELECT min(s.id) FROM source s WHERE s.content_id = c.id) AS first_source
  FROM content c WHERE c.pending > 0 {where} ORDER BY changed DESC, first_source LIMIT ?)
SELECT p.id FROM waiting w JOIN passage p ON p.content_id = w.id AND p.read_state = 'pending'
ORDER BY w.changed DESC, w.first_source, p.ordinal LIMIT ?
"""

_COUNTS = """
SELECT
  (SELECT count(*) FROM source),
  (SELECT count(*) FROM source WHERE refusal IS NOT NULL),
  (SELECT count(*) FROM passage),
  (SELECT ifnull(sum(pending), 0) FROM content WHERE pending > 0),
  (SELECT count(*) FROM passage WHERE read_state = 'aside'),
  (SELECT count(*) FROM entity),
  (SELECT count(*) FROM fact),
  (SELECT count(*) FROM mention) + (SELECT count(*) FROM link),
  (SELECT count(*) FROM quarantine),
  (SELECT count(*) FROM vector),
  (SELECT count(*) FROM duplicate)
"""


class SqliteCatalog:
    """The `Catalog` over a session. `counts().refused` counts sources without text too."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put_source(self, draft: SourceDraft, now: datetime) -> SourceId:
        """See `Catalog.put_source`."""
        with self._session.writing() as connection:
            id_ = connection.execute(
                """
                INSERT INTO source(uri, uri_folded, size, modified_at, added_at, changed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                ON CONFLICT(uri) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at,
                  changed_at = iif(size = excluded.size AND modified_at = excluded.modified_at, changed_at, ?5)
                RETURNING id
                """,
                (draft.uri, fold(draft.uri), draft.size, to_micros(draft.modified), to_micros(now)),
            ).get
        return SourceId(id_)

    def source(self, source_id: SourceId) -> Source | None:
        """See `Catalog.source`."""
        return self._one_source("s.id = ?", source_id)

    def source_by_uri(self, uri: str) -> Source | None:
        """See `Catalog.source_by_uri`."""
        return self._one_source("s.uri = ?", uri)

    def sources(self, *, contains: str = "", after: str | None = None, limit: int = 64) -> Page[Source]:
        """See `Catalog.sources`."""
        piece = fold(contains)
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"""{rows.SOURCE_SELECT}
                WHERE s.uri > ? AND (instr(s.uri_folded, ?) > 0 OR instr(c.title_folded, ?) > 0)
                ORDER BY s.uri LIMIT ?
                """,
                (after or "", piece, piece, limit + 1),
            )
        return cut([rows.source(row) for row in found], limit, lambda source: source.uri)

    def refuse(self, source_id: SourceId, state: SourceState, reason: str) -> None:
        """See `Catalog.refuse`.

        Raises:
            ValueError: the state is not one of a refusal.
            KeyError: no such source.
        """
        if state not in (SourceState.REFUSED, SourceState.NO_TEXT):
            raise ValueError(f"{state} is not a refusal")
        with self._session.writing() as connection:
            connection.execute(
                "UPDATE source SET content_id = NULL, refusal = ?, reason = ? WHERE id = ?",
                (state.value, reason, source_id),
            )
            _require_change(connection, "source", source_id)

    def forget(self, source_id: SourceId) -> None:
        """See `Catalog.forget`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM source WHERE id = ?", (source_id,))

    def find_content(self, sha256: bytes) -> ContentId | None:
        """See `Catalog.find_content`."""
        with self._session.reading() as connection:
            id_ = connection.execute("SELECT id FROM content WHERE sha256 = ?", (sha256,)).get
        return None if id_ is None else ContentId(id_)

    def put_content(
        self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]
    ) -> tuple[ContentId, tuple[PassageId, ...]]:
        """See `Catalog.put_content`.

        Raises:
            ValueError: that content is stored already, or two passages share an ordinal.
            KeyError: no such source.
        """
        with self._session.writing() as connection:
            content_id = ContentId(
                connection.execute(
                    """
                    INSERT INTO content(sha256, media_type, title, title_folded, language, encoding, said_at, said_kind,
                      passages, pending)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
                    """,
                    (
                        draft.sha256,
                        draft.media_type,
                        draft.title,
                        fold(draft.title),
                        draft.language,
                        draft.encoding,
                        *rows.said_columns(draft.said),
                        len(passages),
                        len(passages),
                    ),
                ).get
            )
            connection.execute(
                "INSERT INTO content_text(content_id, deflated, places) VALUES (?, ?, ?)",
                (content_id, zlib.compress(draft.text.encode()), rows.places_column(draft.places)),
            )
            ids = tuple(_insert_passage(connection, content_id, passage) for passage in passages)
        self.attach(source_id, content_id)
        return content_id, ids

    def attach(self, source_id: SourceId, content_id: ContentId) -> None:
        """See `Catalog.attach`.

        Raises:
            KeyError: no such source or content.
        """
        with self._session.writing() as connection:
            connection.execute(
                "UPDATE source SET content_id = ?, refusal = NULL, reason = '' WHERE id = ?", (content_id, source_id)
            )
            _require_change(connection, "source", source_id)

    def content_text(self, content_id: ContentId) -> str:
        """See `Catalog.content_text`."""
        with self._session.reading() as connection:
            deflated = connection.execute("SELECT deflated FROM content_text WHERE content_id = ?", (content_id,)).get
        if deflated is None:
            raise KeyError(f"no content {content_id}")
        return zlib.decompress(deflated).decode()

    def passages(self, ids: Sequence[PassageId]) -> tuple[Passage, ...]:
        """See `Catalog.passages`."""
        return self._passages(_PASSAGES, rows.id_list(ids))

    def passages_of(self, content_id: ContentId) -> tuple[Passage, ...]:
        """See `Catalog.passages_of`."""
        return self._passages(_PASSAGES_OF, content_id)

    def pending(self, limit: int, *, under: Sequence[str] = ()) -> tuple[Passage, ...]:
        """See `Catalog.pending`."""
        where, bounds = lying_under(under)
        with self._session.reading() as connection:
            wanted = rows.fetch(connection, _WANTED.format(where=where), (*bounds, limit))
            # Those that are wanted are among the others too: so many more are enough.
            most = limit + len(wanted)
            fresh = rows.fetch(connection, _FRESH.format(where=where), (*bounds, most, most))
        ids = dict.fromkeys(PassageId(id_) for (id_,) in (*wanted, *fresh))
        return self.passages(list(ids)[:limit])

    def pending_count(self, *, under: Sequence[str] = ()) -> int:
        """See `Catalog.pending_count`."""
        where, bounds = lying_under(under)
        with self._session.reading() as connection:
            total = connection.execute(
                f"SELECT ifnull(sum(c.pending), 0) FROM content c WHERE c.pending > 0 {where}", bounds
            ).get
        return int(total)

    def set_read(self, passage_ids: Sequence[PassageId]) -> None:
        """See `Catalog.set_read`. Ids that are gone are passed over."""
        with self._session.writing() as connection:
            connection.executemany(
                "UPDATE passage SET read_state = 'read', reason = '' WHERE id = ?", [(id_,) for id_ in passage_ids]
            )

    def set_aside(self, passage_id: PassageId, reason: str) -> None:
        """See `Catalog.set_aside`. An id that is gone is passed over."""
        with self._session.writing() as connection:
            connection.execute("UPDATE passage SET read_state = 'aside', reason = ? WHERE id = ?", (reason, passage_id))

    def counts(self) -> Counts:
        """See `Catalog.counts`."""
        with self._session.reading() as connection:
            (row,) = rows.fetch(connection, _COUNTS)
        return Counts(*row)

    def _one_source(self, where: str, value: str | int) -> Source | None:
        with self._session.reading() as connection:
            found = rows.fetch(connection, f"{rows.SOURCE_SELECT} WHERE {where}", (value,))
        return rows.source(found[0]) if found else None

    def _passages(self, query: str, value: str | int) -> tuple[Passage, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, (value,))
        return tuple(map(rows.passage, found))


def _insert_passage(connection: apsw.Connection, content_id: ContentId, draft: PassageDraft) -> PassageId:
    id_ = connection.execute(
        """
        INSERT INTO passage(content_id, ordinal, span_start, span_end, heading, locator, speaker,
          said_at, said_kind, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (
            content_id,
            draft.ordinal,
            draft.span.start,
            draft.span.end,
            draft.heading,
            draft.locator,
            draft.speaker,
            *rows.said_columns(draft.said),
            draft.text,
        ),
    ).get
    return PassageId(id_)


def _require_change(connection: apsw.Connection, noun: str, id_: int) -> None:
    if connection.changes() == 0:
        raise KeyError(f"no {noun} {id_}")


def lying_under(paths: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A condition on a content `c`: one of its sources is one of the paths or lies below one."""
    if not paths:
        return "", ()
    bounds: list[str] = []
    for path in paths:
        top = path.rstrip(os.sep)
        # Everything below sorts from "top/" up to the character after the separator: a range of the index on uri.
        bounds += (top, top + os.sep, top + chr(ord(os.sep) + 1))
    either = " OR ".join(["s.uri = ? OR (s.uri >= ? AND s.uri < ?)"] * len(paths))
    return f"AND EXISTS (SELECT 1 FROM source s WHERE s.content_id = c.id AND ({either}))", tuple(bounds)
