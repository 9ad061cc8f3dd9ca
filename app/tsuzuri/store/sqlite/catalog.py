"""Sources, contents and passages in SQLite."""

import zlib
from collections.abc import Sequence
from datetime import datetime

import apsw

from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.orders import SourceOrder
from tsuzuri.core.values import (
    ContentDraft,
    Counts,
    Grown,
    KnownFile,
    Neighbours,
    Page,
    Passage,
    PassageDraft,
    Revised,
    Source,
    SourceDraft,
    SourceState,
)
from tsuzuri.store.below import below
from tsuzuri.store.cursors import cut
from tsuzuri.store.folding import fold
from tsuzuri.store.sqlite import revising, rows
from tsuzuri.store.sqlite.orders import sources_page
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.titles import named_after

_PASSAGES = f"""
SELECT {rows.PASSAGE_COLUMNS}
FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value {rows.PASSAGE_JOINS}
ORDER BY j.key
"""
_PASSAGES_OF = (
    f"SELECT {rows.PASSAGE_COLUMNS} FROM passage p {rows.PASSAGE_JOINS} WHERE p.content_id = ? ORDER BY p.ordinal"
)

_NEIGHBOURS = """
SELECT p.id, b.id, a.id FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value
  LEFT JOIN passage b ON b.content_id = p.content_id AND b.ordinal = p.ordinal - 1
  LEFT JOIN passage a ON a.content_id = p.content_id AND a.ordinal = p.ordinal + 1
"""

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

_KNOWN_IDS = "SELECT s.uri, s.id FROM json_each(?) j CROSS JOIN source s ON s.uri = j.value"
# The known are updated apart: an INSERT that meets one would use up an id.
_ADD_SOURCE = """
INSERT INTO source(size, modified_at, changed_at, added_at, uri, uri_folded) VALUES (?1, ?2, ?3, ?3, ?4, ?5)
RETURNING id
"""
_SEE_SOURCE = """
UPDATE source SET size = ?1, modified_at = ?2, missing_since = NULL,
  changed_at = iif(size = ?1 AND modified_at = ?2, changed_at, ?3)
WHERE uri = ?4
"""
# The content of a source that is its first, if its title is the name that the file had.
_RENAME_CONTENT = """
UPDATE content SET (title, title_folded) = (?1, ?2)
WHERE id = (SELECT content_id FROM source WHERE id = ?3) AND title = ?4 AND title <> ?1
  AND ?3 = (SELECT min(id) FROM source WHERE content_id = content.id)
RETURNING id
"""

_COUNTS = """
SELECT
  (SELECT count(*) FROM source),
  (SELECT count(*) FROM source WHERE refusal IS NOT NULL),
  (SELECT count(*) FROM passage),
  (SELECT ifnull(sum(pending), 0) FROM content WHERE pending > 0),
  (SELECT count(*) FROM passage WHERE read_state = 'aside'),
  (SELECT count(*) FROM entity) - (SELECT count(*) FROM entity WHERE under IS NOT NULL),
  (SELECT count(*) FROM fact) - (SELECT count(*) FROM hidden),
  (SELECT count(*) FROM mention) + (SELECT count(*) FROM link),
  (SELECT count(*) FROM quarantine),
  (SELECT count(*) FROM vector)
    - (SELECT count(*) FROM entity e CROSS JOIN vector v
      ON v.space_id IN (SELECT id FROM space) AND v.kind = 'entity' AND v.owner_id = e.id WHERE e.under IS NOT NULL)
    - (SELECT count(*) FROM hidden h CROSS JOIN vector v
      ON v.space_id IN (SELECT id FROM space) AND v.kind = 'fact' AND v.owner_id = h.fact_id),
  (SELECT count(*) FROM duplicate),
  (SELECT count(*) FROM source WHERE missing_since IS NOT NULL)
"""

_DAY = 86_400_000_000
_GROWTH = f"""
SELECT day, sum(sources), sum(facts) FROM (
  SELECT added_at / {_DAY} AS day, count(*) AS sources, 0 AS facts FROM source GROUP BY 1
  UNION ALL
  SELECT learnt_at / {_DAY}, 0, count(*) FROM fact WHERE id NOT IN (SELECT fact_id FROM hidden) GROUP BY 1)
GROUP BY day ORDER BY day
"""


class SqliteCatalog:
    """The `Catalog` over a session. `counts().refused` counts sources without text too."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put_sources(self, drafts: Sequence[SourceDraft], now: datetime) -> tuple[SourceId, ...]:
        """See `Catalog.put_sources`."""
        at = to_micros(now)
        columns = {one.uri: (one.size, to_micros(one.modified), at, one.uri) for one in drafts}
        with self._session.writing() as connection:
            ids: dict[str, int] = dict(rows.fetch(connection, _KNOWN_IDS, (rows.text_list(columns),)))
            new = [uri for uri in columns if uri not in ids]
            connection.executemany(_SEE_SOURCE, [columns[uri] for uri in ids])
            added = connection.executemany(_ADD_SOURCE, [(*columns[uri], fold(uri)) for uri in new])
            ids |= zip(new, (id_ for (id_,) in added), strict=True)
        return tuple(SourceId(ids[one.uri]) for one in drafts)

    def touch(self, source_id: SourceId, size: int, modified: datetime) -> None:
        """See `Catalog.touch`."""
        with self._session.writing() as connection:
            connection.execute(
                "UPDATE source SET size = ?, modified_at = ?, missing_since = NULL WHERE id = ?",
                (size, to_micros(modified), source_id),
            )
            _require_change(connection, "source", source_id)

    def move(self, source_id: SourceId, draft: SourceDraft) -> ContentId | None:
        """See `Catalog.move`."""
        if not (former := self._known("s.id = ?", (source_id,))):
            raise KeyError(f"no source {source_id}")
        name, was_named = named_after(draft.uri), named_after(former[0].uri)
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE source SET uri = ?, uri_folded = ?, size = ?, modified_at = ?, missing_since = NULL WHERE id = ?
                """,
                (draft.uri, fold(draft.uri), draft.size, to_micros(draft.modified), source_id),
            )
            id_ = connection.execute(_RENAME_CONTENT, (name, fold(name), source_id, was_named)).get
        return None if id_ is None else ContentId(id_)

    def set_missing(self, source_ids: Sequence[SourceId], since: datetime | None) -> None:
        """See `Catalog.set_missing`."""
        at = None if since is None else to_micros(since)
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE source SET missing_since = iif(?1 IS NULL, NULL, ifnull(missing_since, ?1))
                WHERE id IN (SELECT value FROM json_each(?2))
                """,
                (at, rows.id_list(source_ids)),
            )

    def missing(self) -> tuple[KnownFile, ...]:
        """See `Catalog.missing`."""
        return self._known("s.missing_since IS NOT NULL ORDER BY s.uri", ())

    def known_under(self, path: str, *, after: str | None = None, limit: int = 2000) -> Page[KnownFile]:
        """See `Catalog.known_under`."""
        where, bounds = below("s.uri", [path])
        # "desk", its neighbours "desk-2" and "desk.txt", what is below: one range of the index, to be read in order.
        found = self._known(
            f"s.uri >= ? AND s.uri < ? AND {where} AND s.uri IS NOT ? ORDER BY s.uri LIMIT ?",
            (after or min(bounds), max(bounds), *bounds, after, limit + 1),
        )
        return cut(found, limit, lambda file: file.uri)

    def source(self, source_id: SourceId) -> Source | None:
        """See `Catalog.source`."""
        return self._one_source("s.id = ?", source_id)

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        """See `Catalog.sources_by_id`."""
        wanted = "WHERE s.id IN (SELECT value FROM json_each(?))"
        with self._session.reading() as connection:
            found = rows.fetch(connection, f"{rows.SOURCE_SELECT} {wanted}", (rows.id_list(ids),))
        by_id = {source.id: source for source in map(rows.source, found)}
        return tuple(by_id[id_] for id_ in ids if id_ in by_id)

    def source_by_uri(self, uri: str) -> Source | None:
        """See `Catalog.source_by_uri`."""
        return self._one_source("s.uri = ?", uri)

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        """See `Catalog.sources`."""
        return sources_page(self._session, contains, order, after, limit)

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
            content_id, ids = revising.insert(connection, draft, passages)
        self.attach(source_id, content_id)
        return content_id, ids

    def revise(self, source_id: SourceId, draft: ContentDraft, passages: Sequence[PassageDraft]) -> Revised:
        """See `Catalog.revise`."""
        if (own := self._own_content(source_id, draft.sha256)) is None:
            content_id, ids = self.put_content(source_id, draft, passages)
            return Revised(content_id, ids, frozenset(one.ordinal for one in passages), False)
        with self._session.writing() as connection:
            return revising.revise(connection, own, self.passages_of(own), draft, passages)

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

    def neighbours(self, ids: Sequence[PassageId]) -> dict[PassageId, Neighbours]:
        """See `Catalog.neighbours`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _NEIGHBOURS, (rows.id_list(ids),))
        return {PassageId(id_): Neighbours(before, after) for id_, before, after in found}

    def speakers(self) -> tuple[str, ...]:
        """See `Catalog.speakers`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, "SELECT DISTINCT speaker FROM passage WHERE speaker <> '' ORDER BY speaker")
        return tuple(str(name) for (name,) in found)

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

    def read_again(self) -> int:
        """See `Catalog.read_again`."""
        with self._session.writing() as connection:
            connection.execute("UPDATE passage SET read_state = 'pending', reason = '' WHERE read_state = 'aside'")
            return connection.changes()

    def counts(self) -> Counts:
        """See `Catalog.counts`."""
        with self._session.reading() as connection:
            (row,) = rows.fetch(connection, _COUNTS)
        return Counts(*row)

    def growth(self) -> tuple[Grown, ...]:
        """See `Catalog.growth`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _GROWTH)
        return tuple(Grown(from_micros(day * _DAY).date(), sources, facts) for day, sources, facts in found)

    def _one_source(self, where: str, value: str | int) -> Source | None:
        with self._session.reading() as connection:
            found = rows.fetch(connection, f"{rows.SOURCE_SELECT} WHERE {where}", (value,))
        return rows.source(found[0]) if found else None

    def _known(self, where: str, values: rows.Row) -> tuple[KnownFile, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, f"{rows.KNOWN_SELECT} WHERE {where}", values)
        return tuple(map(rows.known_file, found))

    def _own_content(self, source_id: SourceId, sha256: bytes) -> ContentId | None:
        """The content of a source, if it may become the version with that hash: it is that, or no other source's."""
        with self._session.reading() as connection:
            id_ = connection.execute(
                """
                SELECT c.id FROM source s JOIN content c ON c.id = s.content_id
                WHERE s.id = ? AND (c.sha256 = ? OR NOT EXISTS (
                  SELECT 1 FROM source WHERE content_id = c.id AND id <> s.id))
                """,
                (source_id, sha256),
            ).get
        return None if id_ is None else ContentId(id_)

    def _passages(self, query: str, value: str | int) -> tuple[Passage, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, (value,))
        return tuple(map(rows.passage, found))


def _require_change(connection: apsw.Connection, noun: str, id_: int) -> None:
    if connection.changes() == 0:
        raise KeyError(f"no {noun} {id_}")


def lying_under(paths: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """A condition on a content `c`: one of its sources is one of the paths or lies below one."""
    if not paths:
        return "", ()
    where, bounds = below("s.uri", paths)
    return f"AND EXISTS (SELECT 1 FROM source s WHERE s.content_id = c.id AND {where})", bounds
