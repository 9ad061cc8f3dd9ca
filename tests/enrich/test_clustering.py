"""Like things come together, the same each time."""

import numpy as np

from tests.enrich.samples import around
from tsuzuri.enrich.clustering import centred, chain, clusters, mean_direction


class TestCentring:
    def test_parts_what_lay_close_together(self) -> None:
        close = around(0, 1, 2) + 5 * around(7, 7, 7)
        close /= np.linalg.norm(close, axis=1, keepdims=True)
        assert (close @ close.T).min() > 0.9
        apart = centred(close)
        assert (apart @ apart.T)[0, 1] < 0
        assert np.allclose(np.linalg.norm(apart, axis=1), 1, atol=1e-5)

    def test_leaves_what_has_no_vector(self) -> None:
        rows = np.concatenate([around(0, 1), np.zeros((1, 8), np.float32)])
        assert not centred(rows)[2].any()
        assert not centred(np.zeros((2, 8), np.float32)).any()


class TestClusters:
    def test_are_of_like_things(self) -> None:
        topics = [0, 1, 2, 3] * 6
        found = clusters(around(*topics), 6)
        assert sorted(row for rows in found for row in rows) == list(range(24))
        assert all(len({topics[row] for row in rows}) == 1 for rows in found)

    def test_are_the_same_each_time(self) -> None:
        vectors = around(*[0, 1, 2, 3, 4] * 20, spread=0.6)
        assert clusters(vectors, 8) == clusters(vectors, 8)

    def test_of_few_are_one(self) -> None:
        assert clusters(around(0, 1), 8) == [[0, 1]]
        assert clusters(around(), 8) == []


def test_a_chain_goes_on_to_the_nearest() -> None:
    order = chain(around(0, 1, 0, 1, 0))
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert set(order[:3]) == {0, 2, 4}
    assert chain(around()) == []


def test_a_mean_has_the_length_of_one() -> None:
    means = mean_direction(around(0, 0, 1), [[0, 1], [2]])
    assert np.allclose(np.linalg.norm(means, axis=1), 1, atol=1e-5)
    assert mean_direction(around(0), []).shape == (0, 8)
