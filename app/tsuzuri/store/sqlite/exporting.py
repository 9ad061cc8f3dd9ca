"""A library as lines of JSON: all that is stored, so that nothing is lost on the way into another one.

The same library gives the same bytes wherever it lies: no time of the export, no path of the file and no key is told.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import apsw

from tsuzuri.core.errors import LibraryDamaged
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.store.sqlite.failures import translated
from tsuzuri.store.sqlite.records import END, FORMAT, HEAD, sequences, tables


def export(path: Path, key: bytes | None) -> Iterator[str]:
    """Each line without its end: the head, a record a row, the sequences, and the end with the number and hash.

    All of it is of one moment, whatever is committed meanwhile.

    Raises:
        LibraryLocked: the key does not open the file.
        LibraryDamaged: there is no library, it cannot be read, or changes of it were not followed up yet.
    """
    if not path.exists():
        raise LibraryDamaged(f"There is no library at {path.name}.", hint="check the name of the dataset")
    connection = connect(path, key, writer=False)
    try:
        with translated(path):
            connection.execute("BEGIN")
            yield from _lines(connection)
    finally:
        connection.close()


def count(path: Path, key: bytes | None) -> int:
    """How many records an export has now. Raises as `export` does."""
    connection = connect(path, key, writer=False)
    try:
        with translated(path):
            return sum(int(connection.execute(f"SELECT count(*) FROM {one.name}").get) for one in tables(connection))
    finally:
        connection.close()


def _lines(connection: apsw.Connection) -> Iterator[str]:
    hashed, records = hashlib.sha256(), 0
    schema = int(connection.execute("PRAGMA user_version").get)
    for line in _told(connection, schema):
        hashed.update(line.encode() + b"\n")
        records += 1
        yield line
    yield _json({"record": END, "records": records, "sha256": hashed.hexdigest()})


def _told(connection: apsw.Connection, schema: int) -> Iterator[str]:
    yield _json({"record": HEAD, "format": FORMAT, "schema": schema})
    for table in tables(connection):
        columns = ", ".join(column.name for column in table.columns)
        for row in connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {table.order}"):
            yield table.line(row)
    for name, greatest in sequences(connection):
        yield _json({"record": "sequence", "name": name, "greatest": greatest})


def _json(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))
