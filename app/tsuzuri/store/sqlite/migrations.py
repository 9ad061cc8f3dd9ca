"""Schema versions: an ordered list of steps, each one transaction, recorded with the hash of its text."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from tsuzuri.core.clock import to_micros
from tsuzuri.core.errors import LibraryDamaged
from tsuzuri.store.sqlite.copy import snapshot
from tsuzuri.store.sqlite.failures import translated

APPLICATION_ID = 0x5453555A
"""Marks the file as a Tsuzuri library ("TSUZ"; https://sqlite.org/pragma.html#pragma_application_id)."""

_RECORD = """
CREATE TABLE IF NOT EXISTS migration(
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 BLOB NOT NULL, applied_at INTEGER NOT NULL) STRICT
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step. `version` is the schema's number after it; `sql` may hold many statements."""

    version: int
    name: str
    sql: str

    @property
    def sha256(self) -> bytes:
        """The hash of the step's text, 32 bytes."""
        return hashlib.sha256(self.sql.encode()).digest()


def migrate(
    connection: apsw.Connection, path: Path, key: bytes | None, migrations: Sequence[Migration], now: datetime
) -> None:
    """Bring the open file to the last of `migrations`, whose versions count from 1 without a gap.

    A file that already holds a library is first copied beside itself, once for each version it leaves behind
    (see `backup_path`).

    Raises:
        LibraryDamaged: the file is another application's, or was written by a newer or a different version.
        OutOfSpace: there is no room for the copy or the step.
    """
    with translated(path):
        version = _version(connection, path, migrations)
    if 0 < version < len(migrations):
        snapshot(connection, backup_path(path, version), key)
    with translated(path):
        while version < len(migrations):
            version = _step(connection, path, migrations, now)


def backup_path(path: Path, version: int) -> Path:
    """Where the copy of a library of that schema version is kept."""
    return path.with_name(f"{path.name}.version-{version}")


def _step(connection: apsw.Connection, path: Path, migrations: Sequence[Migration], now: datetime) -> int:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again inside: another process may have taken this step while we waited for the lock.
        version = _version(connection, path, migrations)
        if version < len(migrations):
            step = migrations[version]
            connection.execute(_RECORD)
            connection.execute(step.sql).fetchall()
            connection.execute(
                "INSERT INTO migration(version, name, sha256, applied_at) VALUES (?, ?, ?, ?)",
                (step.version, step.name, step.sha256, to_micros(now)),
            )
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {step.version}")
            version = step.version
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return version


def _version(connection: apsw.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    version = int(connection.execute("PRAGMA user_version").get)
    empty = connection.execute("SELECT count(*) = 0 FROM sqlite_schema").get
    if version == 0 and empty:
        return 0
    if connection.execute("PRAGMA application_id").get != APPLICATION_ID:
        raise LibraryDamaged(f"{path.name} is another program's database.", hint="choose another file")
    if version > len(migrations):
        raise LibraryDamaged(f"{path.name} was written by a newer version.", hint="upgrade Tsuzuri to open it")
    for number, sha256 in connection.execute("SELECT version, sha256 FROM migration ORDER BY version"):
        if sha256 != migrations[number - 1].sha256:
            raise LibraryDamaged(
                f"{path.name} was written by a different build (schema step {number}).",
                hint="open it with the build that made it",
            )
    return version
