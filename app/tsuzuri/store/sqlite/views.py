"""SQL from outside, over the documented views and nothing else.

A connection of its own has the views in its temporary schema, twice: one that does the work and has a name nobody can
guess, and one over it with the name that is documented. An authorizer (https://sqlite.org/c3ref/set_authorizer.html)
lets the tables be read inside the unguessable ones alone. The documented name would not be enough: SQLite gives the
name of a common table expression as the place from which a table is read, as it does that of a view.
"""

import secrets
import time
from collections.abc import Mapping

import apsw

from tsuzuri.core.errors import UsageError
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.core.views import VIEWS
from tsuzuri.store.sqlite.session import Session

_HINT = "it may read the views " + ", ".join(VIEWS)
# One call of a function cannot be broken off: so texts are short, for those that take the square of their length, and
# the time is looked at after few steps.
_STEPS = 100
_LIMITS = {
    apsw.SQLITE_LIMIT_LENGTH: 100_000,
    apsw.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    apsw.SQLITE_LIMIT_COLUMN: 100,
    apsw.SQLITE_LIMIT_EXPR_DEPTH: 100,
    apsw.SQLITE_LIMIT_COMPOUND_SELECT: 20,
    apsw.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1000,
    apsw.SQLITE_LIMIT_ATTACHED: 0,
}
FUNCTIONS = frozenset(
    "abs avg coalesce count cume_dist date datetime dense_rank first_value glob group_concat ifnull iif instr julianday"
    " lag last_value lead length like lower ltrim max min nth_value ntile nullif percent_rank rank replace round"
    " row_number rtrim sign strftime string_agg substr substring sum time total trim typeof unicode upper".split()
)
"""What a SELECT from outside may call: functions of their arguments alone, with results about as small as those."""


def _day(micros: str) -> str:
    return f"date({micros} / 1000000, 'unixepoch')"


# Each table is compared by a column of its own, always truly. Where a query wants none of a table's columns, as
# count(*) does, SQLite asks whether the table may be read, and does not tell that it is in a view.
_BODIES: Mapping[str, str] = {
    "entities": """
        SELECT e.id, e.name, e.type, e.under,
          (SELECT sum(m.mentions + m.linked) FROM main.entity m WHERE m.root_id = e.id)
        FROM main.entity e WHERE e.name >= ''""",
    "facts": f"""
        SELECT f.id, fs.id, fs.name, f.relation, fo.id, coalesce(fo.name, f.value), f.value_type, f.value_norm,
          f.valid_from, f.valid_to, f.held_from, f.held_to, {_day("f.said_at")}, {_day("f.learnt_at")}, f.confidence,
          iif(r.one IS NULL, f.disputed_by, NULL)
        FROM main.fact f
          JOIN main.entity ms ON ms.id = f.subject_id JOIN main.entity fs ON fs.id = ms.root_id AND fs.name >= ''
          LEFT JOIN main.entity mo ON mo.id = f.object_id
          LEFT JOIN main.entity fo ON fo.id = mo.root_id AND fo.name >= ''
          LEFT JOIN main.hidden h ON h.fact_id = f.id
          LEFT JOIN main.reconciled r ON r.one = min(f.id, f.disputed_by) AND r.other = max(f.id, f.disputed_by)
        WHERE h.subject_id IS NULL""",
    "evidence": """
        SELECT coalesce(h.kept_id, v.fact_id), v.passage_id,
          substr(p.text, v.statement_start + 1, v.statement_end - v.statement_start), v.confidence, v.made_by
        FROM main.evidence v JOIN main.passage p ON p.id = v.passage_id AND p.heading >= ''
          LEFT JOIN main.hidden h ON h.fact_id = v.fact_id LEFT JOIN main.hidden k ON k.fact_id = h.kept_id
        WHERE h.subject_id IS NULL OR h.kept_id IS NOT NULL AND k.subject_id IS NULL""",
    "sources": f"""
        SELECT s.id, s.uri, c.title, c.media_type, c.language, {_day("c.said_at")}, s.size,
          s.missing_since IS NOT NULL
        FROM main.source s LEFT JOIN main.content c ON c.id = s.content_id AND c.title >= '' WHERE s.uri >= ''""",
    "passages": f"""
        SELECT p.id, s.id, s.uri, p.ordinal, p.heading, p.locator, p.speaker, {_day("p.said_at")}, p.text
        FROM main.passage p
          JOIN main.source s ON s.id = (SELECT min(id) FROM main.source WHERE content_id = p.content_id)
            AND s.uri >= ''""",
    "mentions": f"""
        SELECT m.root_id, m.passage_id, substr(p.text, m.span_start + 1, m.span_end - m.span_start), {_day("m.said_at")}
        FROM (
          SELECT e.root_id, n.passage_id, n.span_start, n.span_end, n.said_at
            FROM main.mention n JOIN main.entity e ON e.id = n.entity_id
          UNION SELECT e.root_id, l.passage_id, l.span_start, l.span_end, l.said_at
            FROM main.link l JOIN main.entity e ON e.id = l.entity_id) m
          JOIN main.passage p ON p.id = m.passage_id AND p.heading >= ''""",
    "categories": """
        SELECT c.id, c.layer, c.name, c.summary, a.parent_id, e.root_id
        FROM main.category c JOIN main.build b ON b.id = c.build_id AND b.state = 'current'
          LEFT JOIN main.category_child a ON a.child_id = c.id
          LEFT JOIN (
            SELECT DISTINCT m.category_id, o.root_id
            FROM main.category_entity m JOIN main.entity o ON o.id = m.entity_id) e ON e.category_id = c.id
        WHERE c.name >= ''""",
}


def select(session: Session, sql: str, bounds: Bounds) -> Table:
    """Run one SELECT over the views; see `Backend.select`."""
    with session.fresh() as connection:
        secret = _open_views(connection)
        _bound(connection, secret, bounds)
        return _run(connection, sql, bounds)


def _open_views(connection: apsw.Connection) -> str:
    """Make the views; gives what the names of those begin with that may read tables."""
    secret = f"v{secrets.token_hex(16)}_"
    connection.pragma("query_only", False)  # the temporary schema is not the library
    for view, columns in VIEWS.items():
        listed = ", ".join(columns)
        connection.execute(f"CREATE TEMP VIEW {secret}{view}({listed}) AS {_BODIES[view]}")
        connection.execute(f"CREATE TEMP VIEW {view}({listed}) AS SELECT {listed} FROM temp.{secret}{view}")
    connection.pragma("query_only", True)
    return secret


def _bound(connection: apsw.Connection, secret: str, bounds: Bounds) -> None:
    readable = VIEWS.keys() | {secret + view for view in VIEWS}

    def authorize(action: int, first: str | None, second: str | None, database: str | None, inside: str | None) -> int:
        within = inside is not None and inside.startswith(secret)
        match action:
            case apsw.SQLITE_SELECT:
                allowed = True
            case apsw.SQLITE_READ:
                # No database is told where none of the columns is wanted; a name without one is a view's.
                allowed = first in readable if database in ("temp", None) else within
            case apsw.SQLITE_FUNCTION:
                allowed = within or (second or "").lower() in FUNCTIONS
            case _:
                allowed = False
        return apsw.SQLITE_OK if allowed else apsw.SQLITE_DENY

    ends, most = time.monotonic() + bounds.seconds, apsw.memory_used() + bounds.memory
    for limit, value in _LIMITS.items():
        connection.limit(limit, value)
    connection.authorizer = authorize
    connection.set_progress_handler(lambda: time.monotonic() > ends or apsw.memory_used() > most, _STEPS)


def _run(connection: apsw.Connection, sql: str, bounds: Bounds) -> Table:
    columns: tuple[str, ...] = ()
    begun: list[str] = []

    def begin(cursor: apsw.Cursor, statement: str, _: object) -> bool:
        nonlocal columns
        if begun:
            raise _refused("it is more than one statement")
        begun.append(statement)
        if cursor.is_explain:
            raise _refused("it explains a statement")
        columns = tuple(name for name, *_ in cursor.get_description())
        return True

    cursor = connection.cursor()
    cursor.exec_trace = begin
    try:
        rows: list[tuple[int | float | str | None, ...]] = []
        for row in cursor.execute(sql):
            if len(rows) == bounds.rows:
                return Table(columns, tuple(rows), cut=True)
            rows.append(tuple(_shown(value) for value in row))
        return Table(columns, tuple(rows))
    except apsw.InterruptError:
        raise _refused(f"it took more than {bounds.seconds:g} seconds, or too much memory") from None
    except UnicodeEncodeError:
        raise _refused("it is no text") from None
    except UnicodeDecodeError:
        raise _refused("it makes a text of bytes that are none") from None
    except (apsw.AuthError, apsw.SQLError, apsw.BindingsError, apsw.TooBigError, apsw.MismatchError) as error:
        raise _refused(str(error)) from None
    finally:
        cursor.close(force=True)


def _shown(value: object) -> int | float | str | None:
    """A value as it is given back; bytes, which a cast makes, as hexadecimal digits."""
    if isinstance(value, bytes):
        return value.hex()
    assert value is None or isinstance(value, int | float | str)
    return value


def _refused(why: str) -> UsageError:
    return UsageError(f"the query was refused: {why}", hint=_HINT)
