"""Like things together, by the directions of their embeddings: spherical k-means, the same each time.

Written here because it is thirty lines on numpy; a library for it would bring a hundred megabytes.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuzuri.core.values import Vector, Vectors

_ROUNDS = 12
_ROWS = 4096
"""So many rows are compared with all centres at once, which bounds the memory."""


def centred(vectors: "Vectors") -> "Vectors":
    """Unit vectors without what all of them share, shape (n, d).

    Embeddings of short texts all lie close together; what tells them apart is how each differs from their mean. Rows of
    zeros, which stand for what has no vector, stay zeros, and are no part of the mean.
    """
    given = np.asarray(vectors.any(axis=1))
    if not given.any():
        return vectors
    return without_mean(vectors, vectors[given].mean(axis=0))


def without_mean(vectors: "Vectors", mean: "Vector") -> "Vectors":
    """Unit vectors of what each differs by from a mean; rows of zeros stay zeros."""
    return _unit((vectors - mean) * np.asarray(vectors.any(axis=1))[:, None])


def mean_direction(vectors: "Vectors", groups: Sequence[Sequence[int]]) -> "Vectors":
    """The unit mean of each group of rows, shape (groups, d)."""
    means = [vectors[list(rows)].mean(axis=0) for rows in groups]
    return _unit(np.stack(means)) if means else np.zeros((0, vectors.shape[1]), np.float32)


def clusters(vectors: "Vectors", size: int) -> list[list[int]]:
    """Rows gathered to clusters of about `size`, each in order, by spherical k-means (Dhillon and Modha, 2001)."""
    count = math.ceil(len(vectors) / size)
    if count < 2:
        return [list(range(len(vectors)))] if len(vectors) else []
    chosen = np.random.default_rng(0).choice(len(vectors), count, replace=False)
    centres, nearest = vectors[np.sort(chosen)], np.full(len(vectors), -1)
    for _ in range(_ROUNDS):
        before, nearest = nearest, _nearest(vectors, centres)
        if (before == nearest).all():
            break
        order = np.argsort(nearest, kind="stable")
        held, starts = np.unique(nearest[order], return_index=True)
        centres[held] = _unit(np.add.reduceat(vectors[order], starts, axis=0))
    return [np.flatnonzero(nearest == label).tolist() for label in np.unique(nearest)]


def chain(vectors: "Vectors") -> list[int]:
    """The rows in an order in which each is followed by the nearest of those that are left."""
    if not len(vectors):
        return []
    order, left = [0], np.ones(len(vectors), bool)
    left[0] = False
    while left.any():
        nearness = np.where(left, vectors @ vectors[order[-1]], -np.inf)
        order.append(int(nearness.argmax()))
        left[order[-1]] = False
    return order


def _nearest(vectors: "Vectors", centres: "Vectors") -> "NDArray[np.int64]":
    starts = range(0, len(vectors), _ROWS)
    return np.concatenate([(vectors[at : at + _ROWS] @ centres.T).argmax(axis=1) for at in starts])


def _unit(vectors: "Vectors") -> "Vectors":
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 1e-9), np.float32)
