"""Full text with FTS5. Tokens are ours (see `text.segment`); FTS5 only sees words with spaces between them."""

from collections.abc import Iterable, Sequence

from tsuzuri.core.document import Span
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match, Term, entity_entry, fact_entry
from tsuzuri.core.values import Kind, Scored
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session
from tsuzuri.text.segment import segment

TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT = 4.0, 2.0, 1.0
"""What an occurrence counts in BM25, by where it stands."""

_STALE_ENTITIES = f"SELECT {rows.ENTITY_COLUMNS} FROM stale_entity s JOIN entity e ON e.id = s.entity_id"
_STALE_FACTS = """
SELECT f.id, fs.name, f.relation, coalesce(fo.name, f.value), v.statement_start, v.statement_end, p.text
FROM stale_fact s JOIN fact f ON f.id = s.fact_id
  JOIN entity fs ON fs.id = f.subject_id LEFT JOIN entity fo ON fo.id = f.object_id
  JOIN evidence v ON v.id = (SELECT min(id) FROM evidence WHERE fact_id = f.id) JOIN passage p ON p.id = v.passage_id
"""


class SqliteLexical:
    """The `LexicalIndex` over a session: one contentless table a kind, with the columns of `LexicalEntry`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """See `LexicalIndex.put`. An entry whose passage, entity or fact is gone is left out."""
        table = kind.value
        with self._session.writing() as connection:
            connection.executemany(
                f"""
                INSERT OR REPLACE INTO {table}_fts(rowid, title, heading, body)
                SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM {table} WHERE id = ?1)
                """,
                ((entry.id, _tokens(entry.title), _tokens(entry.heading), _tokens(entry.body)) for entry in entries),
            )

    def refresh(self) -> None:
        """Index anew the entities that have lost a name, and the facts that have lost what stated them first."""
        with self._session.writing() as connection:
            if entities := rows.fetch(connection, _STALE_ENTITIES):
                stale = map(rows.entity, entities)
                self.put(Kind.ENTITY, [entity_entry(one.id, one.name, one.aliases) for one in stale])
                connection.execute("DELETE FROM stale_entity")
            if facts := rows.fetch(connection, _STALE_FACTS):
                self.put(
                    Kind.FACT,
                    [
                        fact_entry(id_, subject, relation, target, Span(start, end).of(text))
                        for id_, subject, relation, target, start, end, text in facts
                    ],
                )
                connection.execute("DELETE FROM stale_fact")

    def match(self, kind: Kind, query: LexicalQuery, k: int) -> tuple[Scored, ...]:
        """See `LexicalIndex.match`.

        Raises:
            ValueError: a token holds NUL, which no index token does.
        """
        expression = render(query)
        if not expression:
            return ()
        table = f"{kind.value}_fts"
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"""
                SELECT rowid, bm25({table}, {TITLE_WEIGHT}, {HEADING_WEIGHT}, {BODY_WEIGHT}) AS cost
                FROM {table} WHERE {table} MATCH ? ORDER BY cost, rowid LIMIT ?
                """,
                (expression, k),
            )
        return tuple(Scored(id_, -cost) for id_, cost in found)

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
    """The query as an FTS5 expression in which every token is a quoted string; empty when it has no term.

    Raises:
        ValueError: a token holds NUL.
    """
    joint = " AND " if query.match is Match.ALL else " OR "
    return joint.join(_phrase(term) for term in query.terms if term.tokens)


def _phrase(term: Term) -> str:
    words = " ".join(term.tokens)
    if "\0" in words:
        raise ValueError("an index token holds no NUL")
    return '"{}"{}'.format(words.replace('"', '""'), "*" if term.prefix else "")


def _tokens(text: str) -> str:
    return " ".join(segment(text))
