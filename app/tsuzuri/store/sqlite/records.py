"""The rows of a library as lines of JSON, and back: which tables there are, in which order, and how a value is told.

A record is one row: `{"record": TABLE, COLUMN: VALUE, ...}` with the columns of the schema. A BLOB is told in base64,
but a document's text as itself. What follows from other rows (full text, the sign bits of vectors) is no record.
"""

import base64
import binascii
import json
import math
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import apsw

from tsuzuri.core.errors import UsageError

FORMAT = 1
"""Version of the file's shape: its first and last line, and how values are told."""

HEAD, END = "library", "end"
"""What the first and the last line call themselves."""

_DERIVED = frozenset({"migration", "vector_bits", "stale_passage", "stale_entity", "stale_fact"})
_INTEGERS = range(-(2**63), 2**63)

Value = str | int | float | bytes | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: the name it has there, and its type in the schema (TEXT, INTEGER, REAL, BLOB)."""

    name: str
    type: str
    key: int
    """Its place in the primary key, from 1; 0 where it is no part of it."""


@dataclass(frozen=True, slots=True)
class RecordTable:
    """A table whose rows are records."""

    name: str
    columns: tuple[Column, ...]

    @property
    def order(self) -> str:
        """The columns that rows are ordered by: the primary key, so that equal libraries give equal lines."""
        return ", ".join(column.name for column in sorted(self.columns, key=lambda one: one.key) if column.key)

    def line(self, row: tuple[Value, ...]) -> str:
        """A row as a line of JSON."""
        told: dict[str, object] = {"record": self.name}
        for column, value in zip(self.columns, row, strict=True):
            name, shown = _told(column, value)
            told[name] = shown
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def row(self, record: Mapping[str, object]) -> tuple[Value, ...]:
        """A line's values, in the order of the columns.

        Raises:
            UsageError: a column is missing, unknown, or has another type.
        """
        wanted = {_name(column) for column in self.columns} | {"record"}
        if set(record) != wanted:
            odd = min(set(record) ^ wanted)
            raise UsageError(f"a record {self.name} has no {odd!r}, or should not have it")
        return tuple(_value(self.name, column, record[_name(column)]) for column in self.columns)


def tables(connection: apsw.Connection) -> tuple[RecordTable, ...]:
    """Every table whose rows are records, each after those that it refers to, then by name."""
    listed = connection.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    waiting = {str(name) for (name,) in listed if not str(name).startswith("sqlite_")} - _DERIVED
    above = {name: frozenset(_referred(connection, name)) & waiting - {name} for name in waiting}
    ordered: list[str] = []
    while waiting:
        ready = sorted(name for name in waiting if not above[name] & waiting) or sorted(waiting)
        ordered += ready
        waiting -= set(ready)
    return tuple(RecordTable(name, _columns(connection, name)) for name in ordered)


def sequences(connection: apsw.Connection) -> Iterator[tuple[str, int]]:
    """The greatest id that each table ever gave, by name: none is ever given twice, not even after an import."""
    yield from connection.execute(
        "SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE '%\\_fts%' ESCAPE '\\' ORDER BY name"
    )


def _referred(connection: apsw.Connection, table: str) -> Iterator[str]:
    for (name,) in connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (table,)):
        yield str(name)


def _columns(connection: apsw.Connection, table: str) -> tuple[Column, ...]:
    # Of those that are computed from others nothing is told: they cannot be written.
    described = connection.execute("SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden = 0", (table,))
    return tuple(Column(str(name), str(type_), int(key)) for name, type_, key in described)


def _name(column: Column) -> str:
    return "text" if column.name == "deflated" else column.name


def _told(column: Column, value: Value) -> tuple[str, object]:
    if not isinstance(value, bytes):
        return column.name, value
    if column.name == "deflated":  # the words themselves: how they were packed differs from machine to machine
        return _name(column), zlib.decompress(value).decode()
    return column.name, base64.b64encode(value).decode()


def _value(table: str, column: Column, told: object) -> Value:
    if told is None:
        return None
    if column.type == "BLOB" and isinstance(told, str):
        if column.name == "deflated":
            return zlib.compress(_text(told))
        try:
            return base64.b64decode(told, validate=True)
        except binascii.Error as error:
            raise UsageError(f"{_name(column)} of a record {table} is no base64") from error
    if column.type == "TEXT" and isinstance(told, str):
        return _text(told).decode()
    if column.type == "INTEGER" and isinstance(told, int) and not isinstance(told, bool) and told in _INTEGERS:
        return told
    if column.type == "REAL" and isinstance(told, float) and math.isfinite(told):
        return told
    raise UsageError(f"{_name(column)} of a record {table} is no {column.type}")


def _text(told: str) -> bytes:
    try:
        return told.encode()
    except UnicodeEncodeError as error:
        raise UsageError("a record holds half a character") from error
