"""Resident bits: as good as comparing all, and in step with what is stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.store.samples import KEY, NOW, SPACE, directions
from tsuzuri.core.ids import SpaceId
from tsuzuri.core.values import EmbeddingSpace, EntityType, Kind, Scored
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.migrations import migrate
from tsuzuri.store.sqlite.schema import MIGRATIONS
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.sqlite.vectors import EXACT_LIMIT, SqliteVectors

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

COUNT = 1000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    opened = Session(path, KEY, lambda connection: migrate(connection, path, KEY, MIGRATIONS, NOW))
    yield opened
    opened.close()


@pytest.fixture
def resident(session: Session) -> SqliteVectors:
    """An index that keeps bits in memory from the first vectors on."""
    return SqliteVectors(session, exact_limit=10)


@pytest.fixture
def exact(session: Session) -> SqliteVectors:
    return SqliteVectors(session)


@pytest.fixture
def space(session: Session, resident: SqliteVectors) -> SpaceId:
    with session.transaction():
        owners(session, COUNT)
        made = resident.space(SPACE)
        resident.put(made, Kind.ENTITY, range(1, COUNT + 1), directions(COUNT))
    return made


def owners(session: Session, count: int) -> None:
    with session.writing() as connection:
        connection.executemany(
            "INSERT INTO entity(name, key, type, created_at) VALUES (?1, ?1, 'thing', 0)",
            [(f"thing {i}",) for i in range(count)],
        )


def ids(found: tuple[Scored, ...]) -> list[int]:
    return [scored.id for scored in found]


def test_scores_are_exact(resident: SqliteVectors, exact: SqliteVectors, space: SpaceId) -> None:
    query = directions(1, seed=9)[0]
    few = resident.nearest(space, Kind.ENTITY, query, 5)
    assert few == exact.nearest(space, Kind.ENTITY, query, 5)


def test_a_new_vector_is_found_after_its_commit(
    session: Session, resident: SqliteVectors, exact: SqliteVectors, space: SpaceId
) -> None:
    query = directions(1, seed=9)[0]
    resident.nearest(space, Kind.ENTITY, query, 1)
    with session.transaction():
        owners(session, 1)
        exact.put(space, Kind.ENTITY, [COUNT + 1], query[np.newaxis])
    assert ids(resident.nearest(space, Kind.ENTITY, query, 1)) == [COUNT + 1]


def test_its_own_rows_are_found_inside_a_transaction_and_not_after_it_failed(
    session: Session, resident: SqliteVectors, space: SpaceId
) -> None:
    query = directions(1, seed=9)[0]
    before = ids(resident.nearest(space, Kind.ENTITY, query, 1))

    def put_and_fail() -> None:
        with session.transaction():
            owners(session, 1)
            resident.put(space, Kind.ENTITY, [COUNT + 1], query[np.newaxis])
            assert ids(resident.nearest(space, Kind.ENTITY, query, 1)) == [COUNT + 1]
            raise InterruptedError

    with pytest.raises(InterruptedError):
        put_and_fail()
    assert ids(resident.nearest(space, Kind.ENTITY, query, 1)) == before
    with session.transaction():
        owners(session, 1)
        resident.put(space, Kind.ENTITY, [COUNT + 1], query[np.newaxis])
    assert ids(resident.nearest(space, Kind.ENTITY, query, 1)) == [COUNT + 1]


def test_a_vector_given_anew_takes_the_place_of_the_old(
    session: Session, resident: SqliteVectors, space: SpaceId
) -> None:
    query = directions(1, seed=9)[0]
    nearest = ids(resident.nearest(space, Kind.ENTITY, query, 1))
    with session.transaction():
        resident.put(space, Kind.ENTITY, nearest, -query[np.newaxis])
    assert nearest[0] not in ids(resident.nearest(space, Kind.ENTITY, query, 100))
    assert ids(resident.nearest(space, Kind.ENTITY, -query, 1)) == nearest


def test_what_is_gone_is_not_found_however_much_went(
    session: Session, resident: SqliteVectors, exact: SqliteVectors, space: SpaceId
) -> None:
    query = directions(1, seed=9)[0]
    near = ids(resident.nearest(space, Kind.ENTITY, query, 900))
    for gone in (near[:1], near[:850]):
        with session.transaction(), session.writing() as connection:
            connection.executemany("DELETE FROM entity WHERE id = ?", [(id_,) for id_ in gone])
        found = resident.nearest(space, Kind.ENTITY, query, 20)
        assert found == exact.nearest(space, Kind.ENTITY, query, 20)


def test_the_bits_can_be_made_anew(
    session: Session, resident: SqliteVectors, exact: SqliteVectors, space: SpaceId
) -> None:
    query = directions(1, seed=9)[0]
    with session.transaction(), session.writing() as connection:
        connection.execute("DELETE FROM vector_bits")
    with session.transaction():
        resident.rebuild()
    assert resident.nearest(space, Kind.ENTITY, query, 5) == exact.nearest(space, Kind.ENTITY, query, 5)


def clustered(count: int, dimension: int, seed: int) -> "Vectors":
    """Unit vectors in clusters of clusters around a common direction, as a sentence model's are."""
    random = np.random.default_rng(seed)
    tops = random.normal(size=(40, dimension)) + 0.35 * random.normal(size=dimension)
    leaves = tops[random.integers(40, size=1500)] + 0.9 * random.normal(size=(1500, dimension))
    vectors = (leaves[random.integers(1500, size=count)] + 1.1 * random.normal(size=(count, dimension))).astype(
        np.float32
    )
    unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit


def test_recall_at_20_of_30_000_is_at_least_97_percent(path: Path) -> None:
    count, dimension = 30_000, 384
    assert count > EXACT_LIMIT
    backend = SqliteBackend(path, None, clock=lambda: NOW)
    every = clustered(count + 100, dimension, seed=5)
    vectors, queries = every[:count], every[count:]
    with backend.transaction():
        for i in range(count):
            backend.graph.add_entity(f"thing {i}", f"thing {i}", EntityType.THING, NOW)
        space = backend.vectors.space(EmbeddingSpace("model", "1", dimension, "", ""))
        backend.vectors.put(space, Kind.ENTITY, range(1, count + 1), vectors)
    hits = 0
    for query in queries:
        best = set((np.argsort(-(vectors @ query))[:20] + 1).tolist())
        hits += len(best & set(ids(backend.vectors.nearest(space, Kind.ENTITY, query, 20))))
    backend.close()
    assert hits / (20 * len(queries)) >= 0.97
