"""Full text with FTS5. Tokens are ours (see `text.segment`); FTS5 only sees words with spaces between them."""

from collections.abc import Iterable, Sequence

from tsuzuri.core.document import Span
from tsuzuri.core.lexical import (
    COLUMN_WEIGHTS,
    LexicalEntry,
    LexicalQuery,
    Match,
    Term,
    entity_entry,
    fact_entry,
    passage_entry,
)
from tsuzuri.core.values import Kind, Scored
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.sqlite.shown import best
from tsuzuri.text.stems import indexed

WEIGHED = 20_000
"""So many rows are weighed against each other, those that were taken in last: BM25 takes 1 ms for a thousand or two,
and words that stand in more rows than that tell them hardly apart."""

_BATCH = 500
"""Rows that are indexed anew at once where a library was made by an older version."""

_STALE_ENTITIES = f"SELECT {rows.MEMBER_COLUMNS} FROM stale_entity s JOIN entity e ON e.id = s.entity_id LIMIT ?"
_STALE_FACTS = """
SELECT f.id, fs.name, f.relation, coalesce(fo.name, f.value), v.statement_start, v.statement_end, p.text
FROM stale_fact s JOIN fact f ON f.id = s.fact_id
  JOIN entity fs ON fs.id = f.subject_id LEFT JOIN entity fo ON fo.id = f.object_id
  JOIN evidence v ON v.id = (SELECT min(id) FROM evidence WHERE fact_id = f.id) JOIN passage p ON p.id = v.passage_id
LIMIT ?
"""
_STALE_PASSAGES = f"""
SELECT {rows.PASSAGE_COLUMNS} FROM (SELECT passage_id FROM stale_passage ORDER BY passage_id LIMIT ?) s
  CROSS JOIN passage p ON p.id = s.passage_id {rows.PASSAGE_JOINS}
"""
_BEFORE_PASSAGES = f"""
SELECT after.id, {rows.PASSAGE_COLUMNS}
FROM json_each(?) j CROSS JOIN passage after ON after.id = j.value
  JOIN passage p ON p.content_id = after.content_id AND p.ordinal = after.ordinal - 1 {rows.PASSAGE_JOINS}
"""
_ANY_STALE = """
SELECT EXISTS (SELECT 1 FROM stale_passage) OR EXISTS (SELECT 1 FROM stale_entity) OR EXISTS (SELECT 1 FROM stale_fact)
"""
_OWN_COLUMNS = "{title heading body}"


class SqliteLexical:
    """The `LexicalIndex` over a session: one contentless table a kind, with the columns of `LexicalEntry`."""

    def __init__(self, session: Session, *, weighed: int = WEIGHED) -> None:
        self._session = session
        self._weighed = weighed

    def put(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """See `LexicalIndex.put`. An entry whose passage, entity or fact is gone is left out."""
        table = kind.value
        with self._session.writing() as connection:
            connection.executemany(
                f"""
                INSERT OR REPLACE INTO {table}_fts(rowid, title, heading, body, context)
                SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM {table} WHERE id = ?1)
                """,
                ((entry.id, *map(_tokens, _columns(entry))) for entry in entries),
            )

    def refresh(self) -> None:
        """Index anew what has changed: entities that lost a name, facts that lost what stated them first."""
        while self._refresh_some():
            pass

    def let_all_be_stale(self) -> None:
        """Empty the indexes, and note that everything has to be indexed anew."""
        with self._session.writing() as connection:
            for kind in Kind:
                table = kind.value
                connection.execute(f"INSERT INTO {table}_fts({table}_fts) VALUES ('delete-all')")
                connection.execute(
                    f"INSERT INTO stale_{table} SELECT id FROM {table} WHERE true ON CONFLICT DO NOTHING"
                )

    def catch_up(self) -> None:
        """Index anew all that a step of the schema has left to be, in transactions of a few hundred rows."""
        with self._session.reading() as connection:
            if not connection.execute(_ANY_STALE).get:
                return
        more = True
        while more:
            with self._session.transaction():
                more = self._refresh_some()

    def _refresh_some(self) -> bool:
        """Index some of what waits anew; whether there was any."""
        return any([self._refresh_entities(), self._refresh_facts(), self._refresh_passages()])

    def _refresh_entities(self) -> bool:
        with self._session.writing() as connection:
            stale = list(map(rows.entity, rows.fetch(connection, _STALE_ENTITIES, (_BATCH,))))
            self.put(Kind.ENTITY, [entity_entry(one.id, one.name, one.aliases) for one in stale])
            self._no_longer_stale(Kind.ENTITY, [one.id for one in stale])
        return bool(stale)

    def _refresh_facts(self) -> bool:
        with self._session.writing() as connection:
            stale = rows.fetch(connection, _STALE_FACTS, (_BATCH,))
            entries = [
                fact_entry(id_, subject, relation, target, Span(start, end).of(text))
                for id_, subject, relation, target, start, end, text in stale
            ]
            self.put(Kind.FACT, entries)
            self._no_longer_stale(Kind.FACT, [entry.id for entry in entries])
        return bool(stale)

    def _refresh_passages(self) -> bool:
        with self._session.writing() as connection:
            stale = list(map(rows.passage, rows.fetch(connection, _STALE_PASSAGES, (_BATCH,))))
            ids = [one.id for one in stale]
            before = {
                id_: rows.passage(tuple(columns))
                for id_, *columns in rows.fetch(connection, _BEFORE_PASSAGES, (rows.id_list(ids),))
            }
            self.put(Kind.PASSAGE, [passage_entry(one.id, one.title, one, before.get(one.id)) for one in stale])
            self._no_longer_stale(Kind.PASSAGE, ids)
        return bool(stale)

    def _rows(self, kind: Kind, expression: str, limit: int, *, most: int | None) -> tuple[Scored, ...]:
        """The best rows of the index, best first; of more than `most` that match, those that were taken in last."""
        table = f"{kind.value}_fts"
        with self._session.reading() as connection:
            oldest = None
            if most is not None:  # to pass by a row costs a twentieth of weighing it
                oldest = connection.execute(
                    f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?",
                    (expression, max(most, limit) - 1),
                ).get
            found = rows.fetch(
                connection,
                f"""
                SELECT rowid, bm25({table}, {", ".join(map(str, COLUMN_WEIGHTS))}) AS cost
                FROM {table} WHERE {table} MATCH ? AND rowid >= ? ORDER BY cost, rowid LIMIT ?
                """,
                (expression, oldest or 0, limit),
            )
        return tuple(Scored(id_, -cost) for id_, cost in found)

    def _no_longer_stale(self, kind: Kind, ids: Sequence[int]) -> None:
        with self._session.writing() as connection:
            connection.execute(
                f"DELETE FROM stale_{kind.value} WHERE {kind.value}_id IN (SELECT value FROM json_each(?))",
                (rows.id_list(ids),),
            )

    def match(self, kind: Kind, query: LexicalQuery, k: int) -> tuple[Scored, ...]:
        """See `LexicalIndex.match`.

        Raises:
            ValueError: a token holds NUL, which no index token does.
        """
        expression = render(query)
        if not expression:
            return ()
        # The start of a word is gathered from all its rows before the first comes out: looking costs as much again.
        most = None if any(term.prefix for term in query.terms) else self._weighed
        return best(self._session, kind, k, lambda n: self._rows(kind, expression, n, most=most))

    def among(self, kind: Kind, query: LexicalQuery, ids: Sequence[int]) -> frozenset[int]:
        """See `LexicalIndex.among`. Raises what `match` raises."""
        table, expression = f"{kind.value}_fts", render(query)
        if not expression:
            return frozenset()
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid IN (SELECT value FROM json_each(?))",
                (expression, rows.id_list(ids)),
            )
        return frozenset(id_ for (id_,) in found)

    def frequencies(self, kind: Kind, tokens: Sequence[str]) -> tuple[int, ...]:
        """See `LexicalIndex.frequencies`."""
        with self._session.reading() as connection:
            found: dict[str, int] = dict(
                rows.fetch(
                    connection,
                    f"SELECT v.term, v.doc FROM json_each(?) j CROSS JOIN {kind.value}_terms v ON v.term = j.value",
                    (rows.text_list(dict.fromkeys(tokens)),),
                )
            )
        return tuple(int(found.get(token, 0)) for token in tokens)

    def merge(self) -> None:
        """Drop the tokens of rows that are gone: FTS5 only marks such rows until their segment is written anew."""
        with self._session.writing() as connection:
            for kind in Kind:
                connection.execute(f"INSERT INTO {kind.value}_fts({kind.value}_fts) VALUES ('optimize')")

    def rebuild(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """See `LexicalIndex.rebuild`."""
        table = f"{kind.value}_fts"
        with self._session.writing() as connection:
            connection.execute(f"INSERT INTO {table}({table}) VALUES ('delete-all')")
        self.put(kind, entries)


def render(query: LexicalQuery) -> str:
    """The query as an FTS5 expression in which every token is a quoted string; empty when nothing has to occur.

    Raises:
        ValueError: a token holds NUL.
    """
    joint = " AND " if query.match is Match.ALL else " OR "
    terms = joint.join(map(_phrase, _with_tokens(query.terms)))
    within = [f"{_OWN_COLUMNS} : {_phrase(term)}" for term in _with_tokens(query.within)]
    wanted = " AND ".join([*([f"({terms})"] if terms and within else [terms] if terms else []), *within])
    unwanted = " OR ".join(f"{_OWN_COLUMNS} : {_phrase(term)}" for term in _with_tokens(query.without))
    return f"({wanted}) NOT ({unwanted})" if wanted and unwanted else wanted


def _with_tokens(terms: Iterable[Term]) -> list[Term]:
    return [term for term in terms if term.tokens]


def _phrase(term: Term) -> str:
    words = " ".join(term.tokens)
    if "\0" in words:
        raise ValueError("an index token holds no NUL")
    return '"{}"{}'.format(words.replace('"', '""'), "*" if term.prefix else "")


def _columns(entry: LexicalEntry) -> tuple[str, ...]:
    return (entry.title, entry.heading, entry.body, entry.context)


def _tokens(text: str) -> str:
    return " ".join(indexed(text))
