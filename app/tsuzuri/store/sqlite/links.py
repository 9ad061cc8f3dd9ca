"""Mentions that follow from names, in SQLite. What waits is noted by triggers (see `schema`)."""

from collections.abc import Iterable, Mapping, Sequence

import apsw

from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.links import Link, NameOf, PassageText
from tsuzuri.core.values import EntityType, Mention, NameKind
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session

_HAS_WORK = """
SELECT EXISTS(SELECT 1 FROM link_passage) OR EXISTS(SELECT 1 FROM link_content) OR EXISTS(SELECT 1 FROM link_name)
"""
_QUEUE_DOCUMENTS = """
INSERT INTO link_passage SELECT p.id FROM link_content c CROSS JOIN passage p ON p.content_id = c.content_id
WHERE true ON CONFLICT DO NOTHING
"""
_UNSWEPT = """
SELECT id, content_id, text FROM passage
WHERE id > (SELECT ifnull(max(passage_id), 0) FROM link_swept) AND id NOT IN (SELECT passage_id FROM link_passage)
ORDER BY id LIMIT ?
"""
_WAITING = """
SELECT p.id, p.content_id, p.text FROM link_passage w CROSS JOIN passage p ON p.id = w.passage_id
ORDER BY w.passage_id LIMIT ?
"""
_TOLD = """
SELECT p.content_id, e.root_id, m.passage_id, m.span_start, m.span_end
FROM json_each(?) j CROSS JOIN passage p ON p.content_id = j.value CROSS JOIN mention m ON m.passage_id = p.id
CROSS JOIN entity e ON e.id = m.entity_id
ORDER BY m.id
"""
# Of a name that several members bear, the root's, or that of the first.
_NAMES = """
SELECT root_id, name, key, kind, type FROM (
  SELECT e.root_id, a.name, a.key, a.kind, e.type,
    row_number() OVER (PARTITION BY e.root_id, a.key ORDER BY e.under IS NOT NULL, e.id) AS place
  FROM alias a JOIN entity e ON e.id = a.entity_id)
WHERE place = 1
"""
_LINKED = """
SELECT l.passage_id, e.root_id, l.span_start, l.span_end, a.key, l.entity_id
FROM json_each(?) j CROSS JOIN link l ON l.passage_id = j.value JOIN alias a ON a.id = l.alias_id
  JOIN entity e ON e.id = l.entity_id
"""
_UNLINK = "DELETE FROM link WHERE passage_id = ? AND entity_id = ? AND span_start = ? AND span_end = ?"
_LINK = """
INSERT INTO link(passage_id, entity_id, span_start, span_end, alias_id, said_at)
SELECT p.id, a.entity_id, ?3, ?4, a.id, p.said_at
FROM passage p CROSS JOIN entity e ON e.root_id = ?2 CROSS JOIN alias a ON a.entity_id = e.id AND a.key = ?5
WHERE p.id = ?1 ORDER BY e.under IS NOT NULL, e.id LIMIT 1
"""


class SqliteLinks:
    """The `Links` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def has_work(self) -> bool:
        """See `Links.has_work`."""
        return bool(self._value(_HAS_WORK))

    def version(self) -> int:
        """See `Links.version`."""
        return self._value("SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'link_version'")

    def names(self) -> tuple[NameOf, ...]:
        """See `Links.names`. A name that several members of one root bear is named once."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _NAMES)
        return tuple(
            NameOf(EntityId(id_), name, key, None if kind == "own" else NameKind(kind), EntityType(type_))
            for id_, name, key, kind, type_ in found
        )

    def queue_documents(self) -> None:
        """See `Links.queue_documents`."""
        with self._session.writing() as connection:
            connection.execute(_QUEUE_DOCUMENTS)
            connection.execute("DELETE FROM link_content")

    def changed(self) -> tuple[str, ...]:
        """See `Links.changed`."""
        with self._session.reading() as connection:
            return tuple(str(key) for (key,) in rows.fetch(connection, "SELECT key FROM link_name ORDER BY key"))

    def unswept(self, limit: int) -> tuple[PassageText, ...]:
        """See `Links.unswept`."""
        return self._texts(_UNSWEPT, limit)

    def sweep(self, upto: PassageId, holding: Sequence[PassageId]) -> None:
        """See `Links.sweep`."""
        with self._session.writing() as connection:
            connection.executemany(
                "INSERT INTO link_passage VALUES (?) ON CONFLICT DO NOTHING", [(id_,) for id_ in holding]
            )
            connection.execute("DELETE FROM link_swept")
            connection.execute("INSERT INTO link_swept VALUES (?)", (upto,))

    def end_sweep(self) -> None:
        """See `Links.end_sweep`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM link_name")
            connection.execute("DELETE FROM link_swept")

    def waiting(self, limit: int) -> tuple[PassageText, ...]:
        """See `Links.waiting`."""
        return self._texts(_WAITING, limit)

    def waiting_count(self) -> int:
        """See `Links.waiting_count`."""
        return self._value("SELECT count(*) FROM link_passage")

    def told(self, content_ids: Sequence[ContentId]) -> Mapping[ContentId, tuple[Mention, ...]]:
        """See `Links.told`. Documents of which nothing was told are absent."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _TOLD, (rows.id_list(dict.fromkeys(content_ids)),))
        return rows.grouped(
            (ContentId(content), Mention(EntityId(entity), PassageId(passage), Span(start, end)))
            for content, entity, passage, start, end in found
        )

    def link(self, passage_ids: Sequence[PassageId], links: Iterable[Link]) -> None:
        """See `Links.link`. Only what differs is written."""
        wanted = {(link.mention.passage_id, *_place(link.mention), link.key) for link in links}
        with self._session.writing() as connection:
            found = rows.fetch(connection, _LINKED, (rows.id_list(passage_ids),))
            there = {(*link, key): member for *link, key, member in found}
            gone = [(row[0], member, *row[2:4]) for row, member in there.items() if row not in wanted]
            _each(connection, _UNLINK, sorted(gone))
            _each(connection, _LINK, sorted(wanted - there.keys()))
            _each(connection, "DELETE FROM link_passage WHERE passage_id = ?", [(id_,) for id_ in passage_ids])

    def _value(self, query: str) -> int:
        with self._session.reading() as connection:
            return int(connection.execute(query).get)

    def _texts(self, query: str, limit: int) -> tuple[PassageText, ...]:
        with self._session.reading() as connection:
            found = rows.fetch(connection, query, (limit,))
        return tuple(PassageText(PassageId(id_), ContentId(content_id), text) for id_, content_id, text in found)


def _place(mention: Mention) -> tuple[int, int, int]:
    return (mention.entity_id, mention.span.start, mention.span.end)


def _each(connection: apsw.Connection, statement: str, values: Sequence[rows.Row]) -> None:
    connection.executemany(statement, values)
