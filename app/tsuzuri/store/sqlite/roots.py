"""Watched folders in SQLite."""

from collections.abc import Sequence
from datetime import datetime

from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.ids import RootId
from tsuzuri.core.roots import Root, RootState
from tsuzuri.store.below import below
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.session import Session


class SqliteRoots:
    """The `Roots` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put_root(self, path: str, now: datetime, *, polled: bool) -> RootId:
        """See `Roots.put_root`."""
        with self._session.writing() as connection:
            id_ = connection.execute(
                """
                INSERT INTO root(path, polled, added_at) VALUES (?, ?, ?)
                ON CONFLICT(path) DO UPDATE SET polled = excluded.polled RETURNING id
                """,
                (path, polled, to_micros(now)),
            ).get
        return RootId(id_)

    def remove_root(self, root_id: RootId) -> None:
        """See `Roots.remove_root`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM root WHERE id = ?", (root_id,))

    def roots(self) -> tuple[Root, ...]:
        """See `Roots.roots`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                """
                SELECT id, path, polled, paused, state, reason, added_at, looked_at, files FROM root ORDER BY path
                """,
            )
        return tuple(map(_root, found))

    def pause_root(self, root_id: RootId, paused: bool) -> None:
        """See `Roots.pause_root`."""
        with self._session.writing() as connection:
            connection.execute("UPDATE root SET paused = ? WHERE id = ?", (paused, root_id))

    def note_look(
        self, root_id: RootId, state: RootState, reason: str, *, files: int | None = None, now: datetime | None = None
    ) -> None:
        """See `Roots.note_look`."""
        with self._session.writing() as connection:
            connection.execute(
                """
                UPDATE root SET state = ?2, reason = ?3, files = ifnull(?4, files), looked_at = ifnull(?5, looked_at)
                WHERE id = ?1
                """,
                (root_id, state.value, reason, files, None if now is None else to_micros(now)),
            )

    def exclude(self, uris: Sequence[str]) -> None:
        """See `Roots.exclude`."""
        with self._session.writing() as connection:
            connection.execute(
                "INSERT INTO excluded(uri) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
                (rows.text_list(uris),),
            )

    def include(self, uris: Sequence[str]) -> None:
        """See `Roots.include`."""
        with self._session.writing() as connection:
            connection.execute(
                "DELETE FROM excluded WHERE uri IN (SELECT value FROM json_each(?))", (rows.text_list(uris),)
            )

    def excluded(self, under: str) -> frozenset[str]:
        """See `Roots.excluded`."""
        condition, bounds = below("uri", [under])
        with self._session.reading() as connection:
            found = rows.fetch(connection, f"SELECT uri FROM excluded WHERE {condition}", bounds)
        return frozenset(uri for (uri,) in found)


def _root(row: rows.Row) -> Root:
    id_, path, polled, paused, state, reason, added_at, looked_at, files = row
    return Root(
        id=RootId(id_),
        path=path,
        polled=bool(polled),
        paused=bool(paused),
        state=RootState(state),
        reason=reason,
        added_at=from_micros(added_at),
        looked_at=None if looked_at is None else from_micros(looked_at),
        files=files,
    )
