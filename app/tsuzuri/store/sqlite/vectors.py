"""Embeddings in SQLite, and two ways to the nearest: an exact scan when they are few, sign bits in memory when many."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import apsw
import numpy as np

from tsuzuri.core.ids import SpaceId
from tsuzuri.core.values import EmbeddingSpace, Kind, Scored
from tsuzuri.store.directions import require_directions
from tsuzuri.store.sqlite import rows
from tsuzuri.store.sqlite.bits import ResidentBits, pack_signs
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.sqlite.shown import best

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuzuri.core.values import Vector, Vectors

EXACT_LIMIT = 4_000
"""Up to so many vectors of a kind, every one is compared in SQL: 1 to 2 ms a thousand, where sign bits take 2 ms for
all."""

CANDIDATES = 400
"""So many are compared exactly after the sign bits chose them; more when k is large."""

_REBUILD_CHUNK = 5_000

_EXACT = """
SELECT owner_id, vec_distance_cosine(embedding, ?) AS distance
FROM vector WHERE space_id = ? AND kind = ? ORDER BY distance, owner_id LIMIT ?
"""
_RESCORE = """
SELECT v.owner_id, vec_distance_cosine(v.embedding, ?) AS distance
FROM json_each(?) j CROSS JOIN vector v ON v.id = j.value ORDER BY distance, v.owner_id
"""
_VECTORS = """
SELECT v.owner_id, v.embedding FROM json_each(?) j
CROSS JOIN vector v ON v.space_id = ? AND v.kind = ? AND v.owner_id = j.value
"""
_NEWER_BITS = """
SELECT vector_id, bits FROM vector_bits WHERE vector_id > ? AND space_id = ? AND kind = ? ORDER BY vector_id
"""


@dataclass(slots=True)
class _Resident:
    bits: ResidentBits
    data_version: int


class SqliteVectors:
    """The `VectorIndex` over a session. Thread-safe.

    Rows whose owner went, or whose owner has a newer vector, stay among the resident bits until many have; they
    drop out when the candidates are compared with what is stored.
    """

    def __init__(self, session: Session, *, exact_limit: int = EXACT_LIMIT) -> None:
        self._session = session
        self._exact_limit = exact_limit
        self._lock = threading.Lock()
        self._residents: dict[tuple[SpaceId, Kind], _Resident] = {}

    def find_space(self, spec: EmbeddingSpace) -> SpaceId | None:
        """See `VectorIndex.find_space`."""
        with self._session.reading() as connection:
            id_ = connection.execute(
                """
                SELECT id FROM space WHERE model = ? AND revision = ? AND dimension = ?
                  AND query_prefix = ? AND passage_prefix = ?
                """,
                _fields(spec),
            ).get
        return None if id_ is None else SpaceId(id_)

    def space(self, spec: EmbeddingSpace) -> SpaceId:
        """See `VectorIndex.space`."""
        if (known := self.find_space(spec)) is not None:
            return known
        with self._session.writing() as connection:
            id_ = connection.execute(
                """
                INSERT INTO space(model, revision, dimension, query_prefix, passage_prefix)
                VALUES (?, ?, ?, ?, ?) RETURNING id
                """,
                _fields(spec),
            ).get
        return SpaceId(id_)

    def keep_only(self, space: SpaceId) -> None:
        """See `VectorIndex.keep_only`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM space WHERE id <> ?", (space,))
        with self._lock:
            self._residents = {key: bits for key, bits in self._residents.items() if key[0] == space}

    def put(self, space: SpaceId, kind: Kind, ids: Sequence[int], vectors: "Vectors") -> None:
        """See `VectorIndex.put`. A vector whose passage, entity or fact is gone is left out.

        Raises:
            ValueError: also when the number of ids is not that of the vectors, or a vector has no length.
            KeyError: no such space.
        """
        with self._session.writing() as connection:
            require_directions(vectors, (len(ids), _dimension(connection, space)))
            for id_, vector, signs in zip(ids, _wire(vectors), pack_signs(vectors), strict=True):
                _replace(connection, space, kind, id_, vector.tobytes(), signs.tobytes())

    def missing(self, space: SpaceId, kind: Kind, limit: int) -> tuple[int, ...]:
        """See `VectorIndex.missing`."""
        with self._session.reading() as connection:
            found = rows.fetch(
                connection,
                f"""
                SELECT o.id FROM {kind.value} o WHERE NOT EXISTS (
                  SELECT 1 FROM vector v WHERE v.space_id = ? AND v.kind = ? AND v.owner_id = o.id)
                ORDER BY o.id LIMIT ?
                """,
                (space, kind.value, limit),
            )
        return tuple(id_ for (id_,) in found)

    def vectors(self, space: SpaceId, kind: Kind, ids: Sequence[int]) -> "Mapping[int, Vector]":
        """See `VectorIndex.vectors`."""
        with self._session.reading() as connection:
            found = rows.fetch(connection, _VECTORS, (rows.id_list(dict.fromkeys(ids)), space, kind.value))
        return {id_: np.frombuffer(embedding, "<f4") for id_, embedding in found}

    def nearest(self, space: SpaceId, kind: Kind, query: "Vector", k: int) -> tuple[Scored, ...]:
        """See `VectorIndex.nearest`. Inside a transaction every vector is compared, so that its own rows count.

        Raises:
            ValueError: the query is not of the space's dimension, not finite, or has no length.
            KeyError: no such space.
        """
        with self._session.reading() as connection:
            dimension = _dimension(connection, space)
            many = not self._session.in_transaction and _more_than(self._exact_limit, connection, space, kind)
        require_directions(query, (dimension,))
        by = self._nearest_by_bits if many else self._nearest_of_all
        return best(self._session, kind, k, lambda n: by(space, kind, query, n))

    def rebuild(self) -> None:
        """See `VectorIndex.rebuild`."""
        with self._session.writing() as connection:
            connection.execute("DELETE FROM vector_bits")
            last = 0
            while chunk := rows.fetch(
                connection,
                "SELECT id, space_id, kind, embedding FROM vector WHERE id > ? ORDER BY id LIMIT ?",
                (last, _REBUILD_CHUNK),
            ):
                connection.executemany(
                    "INSERT INTO vector_bits(vector_id, space_id, kind, bits) VALUES (?, ?, ?, ?)",
                    [
                        (id_, space, kind, pack_signs(np.frombuffer(embedding, "<f4")).tobytes())
                        for id_, space, kind, embedding in chunk
                    ],
                )
                last = chunk[-1][0]
        with self._lock:
            self._residents.clear()

    def _nearest_of_all(self, space: SpaceId, kind: Kind, query: "Vector", k: int) -> tuple[Scored, ...]:
        with self._session.reading() as connection:
            return _scored(rows.fetch(connection, _EXACT, (_wire(query).tobytes(), space, kind.value, k)), k)

    def _nearest_by_bits(self, space: SpaceId, kind: Kind, query: "Vector", k: int) -> tuple[Scored, ...]:
        wanted, dimension = max(CANDIDATES, 4 * k), len(query)
        candidates = self._up_to_date(space, kind, dimension).candidates(query, wanted)
        found = self._rescore(candidates, query)
        if len(found) < len(candidates) * 3 // 4:
            with self._lock:
                self._residents.pop((space, kind), None)
            candidates = self._up_to_date(space, kind, dimension).candidates(query, wanted)
            found = self._rescore(candidates, query)
        return _scored(found, k)

    def _rescore(self, candidates: "NDArray[np.int64]", query: "Vector") -> Sequence[rows.Row]:
        wanted = rows.id_list(candidates.tolist())
        with self._session.reading() as connection:
            return rows.fetch(connection, _RESCORE, (_wire(query).tobytes(), wanted))

    def _up_to_date(self, space: SpaceId, kind: Kind, dimension: int) -> ResidentBits:
        with self._lock:
            # The version first: rows that are committed in between are then looked for once more, not missed.
            version = self._session.data_version()
            resident = self._residents.setdefault((space, kind), _Resident(ResidentBits(dimension), -1))
            if resident.data_version != version:
                with self._session.reading() as connection:
                    newer = rows.fetch(connection, _NEWER_BITS, (resident.bits.last_id, space, kind.value))
                if newer:
                    signs = np.frombuffer(b"".join([bits for _, bits in newer]), np.uint8).reshape(len(newer), -1)
                    resident.bits.extend(np.array([id_ for id_, _ in newer], np.int64), signs)
                resident.data_version = version
            return resident.bits


def _replace(
    connection: apsw.Connection, space: SpaceId, kind: Kind, owner: int, embedding: bytes, signs: bytes
) -> None:
    connection.execute(
        "DELETE FROM vector WHERE space_id = ? AND kind = ? AND owner_id = ?", (space, kind.value, owner)
    )
    id_ = connection.execute(
        f"""
        INSERT INTO vector(space_id, kind, owner_id, embedding)
        SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM {kind.value} WHERE id = ?3) RETURNING id
        """,
        (space, kind.value, owner, embedding),
    ).get
    if id_ is not None:
        connection.execute(
            "INSERT INTO vector_bits(vector_id, space_id, kind, bits) VALUES (?, ?, ?, ?)",
            (id_, space, kind.value, signs),
        )


def _fields(spec: EmbeddingSpace) -> tuple[str, str, int, str, str]:
    return spec.model, spec.revision, spec.dimension, spec.query_prefix, spec.passage_prefix


def _dimension(connection: apsw.Connection, space: SpaceId) -> int:
    dimension = connection.execute("SELECT dimension FROM space WHERE id = ?", (space,)).get
    if dimension is None:
        raise KeyError(f"no space {space}")
    return int(dimension)


def _more_than(limit: int, connection: apsw.Connection, space: SpaceId, kind: Kind) -> bool:
    found = connection.execute(
        "SELECT 1 FROM vector WHERE space_id = ? AND kind = ? LIMIT 1 OFFSET ?", (space, kind.value, limit)
    ).get
    return found is not None


def _wire(vectors: "Vectors | Vector") -> "NDArray[np.float32]":
    return np.ascontiguousarray(vectors, "<f4")


def _scored(found: Sequence[rows.Row], k: int) -> tuple[Scored, ...]:
    return tuple(Scored(owner, 1.0 - distance) for owner, distance in found[:k])
