"""The resident signs give the candidates that Hamming distance gives."""

import numpy as np
import pytest

from tests.store.samples import directions
from tsuzuri.store.sqlite.bits import ResidentBits, pack_signs


@pytest.mark.parametrize("dimension", [8, 64, 100, 384])
def test_candidates_are_the_nearest_by_hamming_distance(dimension: int) -> None:
    vectors = directions(3000, seed=1, dimension=dimension)
    query = directions(1, seed=2, dimension=dimension)[0]
    bits = ResidentBits(dimension)
    for start in range(0, 3000, 700):
        part = vectors[start : start + 700]
        bits.extend(np.arange(start + 1, start + len(part) + 1, dtype=np.int64), pack_signs(part))
    distances = ((vectors > 0) != (query > 0)).sum(axis=1)
    found = bits.candidates(query, 50)
    assert len(set(found.tolist())) == 50
    assert sorted(distances[found - 1]) == sorted(distances)[:50]
    assert (len(bits), bits.last_id) == (3000, 3000)


def test_when_there_are_fewer_all_are_candidates() -> None:
    bits = ResidentBits(8)
    assert len(bits.candidates(directions(1)[0], 5)) == 0
    assert bits.last_id == 0
    bits.extend(np.array([4, 9], np.int64), pack_signs(directions(2)))
    assert bits.candidates(directions(1)[0], 5).tolist() == [4, 9]


def test_more_than_a_block_is_scanned() -> None:
    vectors = directions(70_000, seed=3)
    bits = ResidentBits(8)
    bits.extend(np.arange(1, 70_001, dtype=np.int64), pack_signs(vectors))
    distances = ((vectors > 0) != (vectors[69_999] > 0)).sum(axis=1)
    found = bits.candidates(vectors[69_999], 10)
    assert distances[found - 1].tolist() == [0] * 10
