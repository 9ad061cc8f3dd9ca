"""Unit vectors that lie as a sentence model's do: all in one half of space, gathered in clusters."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.values import EmbeddingSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuzuri.core.values import Vector, Vectors

SPACE = EmbeddingSpace(model="generated", revision="1", dimension=384, query_prefix="", passage_prefix="")
"""The space of every vector here."""

_CLUSTERS = 512
_SPREAD, _NOISE = 0.45, 0.35
"""With these, unrelated vectors have a cosine of about 0.75 and those of one cluster 0.9, as multilingual-e5 gives."""


def directions(count: int, seed: int) -> "Vectors":
    """`count` unit vectors, each of a cluster drawn at random; the same for the same seed."""
    random = np.random.default_rng([seed, count])
    common, clusters = _frame()
    own = _unit(random.normal(size=(count, SPACE.dimension)))
    drawn = common + _SPREAD * clusters[random.integers(_CLUSTERS, size=count)] + _NOISE * own
    return np.asarray(_unit(drawn), np.float32)


def direction(seed: int) -> "Vector":
    """One such vector."""
    return np.asarray(directions(1, seed)[0], np.float32)


@cache
def _frame() -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    random = np.random.default_rng(0)
    return _unit(random.normal(size=SPACE.dimension)), _unit(random.normal(size=(_CLUSTERS, SPACE.dimension)))


def _unit(vectors: "NDArray[np.float64]") -> "NDArray[np.float64]":
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float64)
