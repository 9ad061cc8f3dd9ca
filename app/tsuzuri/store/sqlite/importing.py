"""A library from the lines of an export: whole and checked, or not at all. Nothing in the lines is trusted."""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from itertools import groupby
from pathlib import Path

import apsw

from tsuzuri.core.errors import LibraryDamaged, UsageError
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.store.sqlite.copy import to_disk
from tsuzuri.store.sqlite.failures import translated
from tsuzuri.store.sqlite.migrations import backup_path, migrate
from tsuzuri.store.sqlite.records import END, FORMAT, HEAD, RecordTable, tables
from tsuzuri.store.sqlite.schema import MIGRATIONS

_BATCH = 500

_VECTORS = """
SELECT v.id, s.dimension, v.embedding FROM vector v JOIN space s ON s.id = v.space_id
WHERE v.id > ? ORDER BY v.id LIMIT ?
"""

Record = Mapping[str, object]


def load(
    lines: Iterable[bytes], target: Path, key: bytes | None, now: datetime, on_record: Callable[[int], None]
) -> int:
    """Make the library at `target`, where there is none, from the lines of an export; how many records it has.

    `on_record` is told how many have come. An export of an older version is brought up to date as its library would be.

    Raises:
        UsageError: the lines are no export, are not all of one, or do not fit together; nothing was made.
        LibraryDamaged: there is a library already, or the lines were written by a newer version.
        OutOfSpace: there is no room for it.
    """
    if target.exists() and target.stat().st_size:  # an empty file is what a death has left
        raise LibraryDamaged(f"There is a library at {target.name} already.", hint="import into a new dataset")
    part = target.with_name(target.name + ".part")
    _remove(part)
    try:
        records = _Verified(lines, on_record)
        schema = records.schema()
        with closing(connect(part, key, writer=True)) as connection, translated(part):
            _fill(connection, part, key, schema, records, now)
        _require_sound(part, key)
        to_disk(part)
        part.replace(target)
        if os.name == "posix":
            to_disk(target.parent)
    except (KeyError, ValueError) as error:
        raise UsageError(f"the records do not fit together: {error}", hint=_HINT) from error
    finally:
        _remove(part)
    return records.number


_HINT = "take the file as tsuzuri export wrote it; nothing was imported"


class _Verified:
    """The records of an export, checked line by line, and as a whole at the end."""

    def __init__(self, lines: Iterable[bytes], on_record: Callable[[int], None]) -> None:
        self.number = 0
        self._lines = iter(lines)
        self._hashed = hashlib.sha256()
        self._on_record = on_record

    def schema(self) -> int:
        """The first line: of which schema the rest is."""
        head = next(self._parsed(), None)
        if head is None or head.get("record") != HEAD or head.get("format") != FORMAT:
            raise UsageError("this is no export of a library", hint=_HINT)
        schema = head.get("schema")
        if not isinstance(schema, int) or schema < 1:
            raise UsageError("the export does not say which schema it is of", hint=_HINT)
        if schema > len(MIGRATIONS):
            raise LibraryDamaged("The export was written by a newer version.", hint="upgrade Tsuzuri to import it")
        return schema

    def rest(self) -> Iterator[Record]:
        """Every record between the first and the last line."""
        for record in self._parsed():
            if record.get("record") == END:
                # Of the lines before this one: what is hashed here are those.
                if (record.get("records"), record.get("sha256")) != (self.number, self._hashed.hexdigest()):
                    raise UsageError("the export was changed or is not whole", hint=_HINT)
                if next(self._lines, None) is not None:
                    raise UsageError("the export goes on after its end", hint=_HINT)
                return
            yield record
        raise UsageError("the export ends too early", hint=_HINT)

    def _parsed(self) -> Iterator[Record]:
        for line in self._lines:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise UsageError(f"line {self.number + 1} is no record", hint=_HINT)
            if record.get("record") != END:
                self._hashed.update(line.rstrip(b"\r\n") + b"\n")
                self.number += 1
                self._on_record(self.number)
            yield record


def _fill(
    connection: apsw.Connection, part: Path, key: bytes | None, schema: int, records: _Verified, now: datetime
) -> None:
    migrate(connection, part, key, MIGRATIONS[:schema], now)
    connection.execute("PRAGMA foreign_keys = OFF")
    with connection:
        # Rows come as they were, also those that triggers have made.
        triggers = rows.fetch(connection, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        _put(connection, records.rest())
        _require_vectors(connection)
        for _, sql in triggers:
            connection.execute(sql)
    connection.execute("PRAGMA foreign_keys = ON")
    migrate(connection, part, key, MIGRATIONS, now)
    backup_path(part, schema).unlink(missing_ok=True)


def _put(connection: apsw.Connection, records: Iterator[Record]) -> None:
    known = {table.name: table for table in tables(connection)}
    for name in known:
        connection.execute(f"DELETE FROM {name}")
    connection.execute("DELETE FROM sqlite_sequence")
    for kind, group in groupby(records, key=lambda one: str(one.get("record"))):
        if kind == "sequence":
            for record in group:
                _put_sequence(connection, known, record)
            continue
        if (table := known.get(kind)) is None:
            raise UsageError(f"there are no records {kind[:40]!r}", hint=_HINT)
        columns, marks = ", ".join(one.name for one in table.columns), ", ".join("?" for _ in table.columns)
        # Row by row as they come: of texts, some hundred may be more than the memory holds.
        connection.executemany(f"INSERT INTO {table.name}({columns}) VALUES ({marks})", map(table.row, group))


def _put_sequence(connection: apsw.Connection, known: Mapping[str, RecordTable], record: Record) -> None:
    name, greatest = record.get("name"), record.get("greatest")
    used = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (str(name),)).get or 0
    if name not in known or not isinstance(greatest, int) or not used <= greatest < 2**62:
        raise UsageError(f"the sequence of {str(name)[:40]!r} is not what it can be", hint=_HINT)
    connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
    connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)", (name, greatest))


def _require_vectors(connection: apsw.Connection) -> None:
    """Refuse vectors that have no direction, or another length than their space's."""
    import numpy as np

    from tsuzuri.store.directions import require_directions

    last = 0
    while some := rows.fetch(connection, _VECTORS, (last, _BATCH)):
        for _, dimension, embedding in some:
            require_directions(np.frombuffer(embedding, "<f4"), (dimension,))
        last = some[-1][0]


def _require_sound(part: Path, key: bytes | None) -> None:
    with closing(SqliteBackend(part, key)) as backend:
        backend.reindex()
        wrong = backend.check()
    if wrong:
        raise UsageError(f"the records do not fit together: {wrong[0]}", hint=_HINT)


def _remove(part: Path) -> None:
    """With its log, and the copy that a step of the schema has made of it."""
    for file in part.parent.glob(f"{part.name}*"):
        file.unlink(missing_ok=True)
