"""Nearest neighbours by the signs of their components: one bit each, all in memory.

For unit vectors that a sentence model makes, the Hamming distance of the signs orders neighbours almost as their
cosine does, so a few hundred candidates hold the nearest twenty (Charikar, "Similarity estimation techniques from
rounding algorithms", STOC 2002).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tsuzuri.core.values import Vector, Vectors

_BLOCK = 32_768
_WORD_BITS = 64


def pack_signs(vectors: "Vectors | Vector") -> "NDArray[np.uint8]":
    """One bit a component, set where it is positive; shape (…, ceil(dimension / 8))."""
    return np.packbits(vectors > 0, axis=-1)


@dataclass(frozen=True, slots=True)
class _View:
    """What one scan sees: `words` has shape (words a vector, capacity), of which the first `count` are filled."""

    words: "NDArray[np.uint64]"
    ids: "NDArray[np.int64]"
    count: int


class ResidentBits:
    """The sign bits of many vectors, by growing id.

    Word-major: the first word of every vector, then the second. Any number of threads may scan while one extends.
    """

    def __init__(self, dimension: int) -> None:
        words = -(-dimension // _WORD_BITS)
        self._view = _View(np.empty((words, 0), np.uint64), np.empty(0, np.int64), 0)

    def __len__(self) -> int:
        return self._view.count

    @property
    def last_id(self) -> int:
        """The greatest id, 0 when there is none."""
        view = self._view
        return int(view.ids[view.count - 1]) if view.count else 0

    def extend(self, ids: "NDArray[np.int64]", signs: "NDArray[np.uint8]") -> None:
        """Add vectors with greater ids. `signs` are rows of `pack_signs`."""
        view, count = self._view, self._view.count + len(ids)
        if count > len(view.ids):
            view = _grown(view, count + count // 4)
        padded = np.zeros((len(ids), 8 * len(view.words)), np.uint8)
        padded[:, : signs.shape[1]] = signs
        view.words[:, view.count : count] = padded.view(np.uint64).T
        view.ids[view.count : count] = ids
        # Scans under way keep the view they began with; the rows behind its count are nothing to them.
        self._view = _View(view.words, view.ids, count)

    def candidates(self, query: "Vector", k: int) -> "NDArray[np.int64]":
        """The ids of the k vectors whose signs differ least from the query's, in no order."""
        view = self._view
        if view.count <= k:
            return view.ids[: view.count]
        padded = np.zeros(8 * len(view.words), np.uint8)
        signs = pack_signs(query)
        padded[: len(signs)] = signs
        distances = _hamming(view, padded.view(np.uint64))
        # A histogram finds the distance within which k lie; only those few need to be ordered.
        within = int(np.searchsorted(np.cumsum(np.bincount(distances)), k))
        nearest = np.flatnonzero(distances <= within)
        if len(nearest) > k:
            nearest = nearest[np.argpartition(distances[nearest], k)[:k]]
        return view.ids[nearest]


def _grown(view: _View, capacity: int) -> _View:
    words = np.empty((len(view.words), capacity), np.uint64)
    ids = np.empty(capacity, np.int64)
    words[:, : view.count] = view.words[:, : view.count]
    ids[: view.count] = view.ids[: view.count]
    return _View(words, ids, view.count)


def _hamming(view: _View, query: "NDArray[np.uint64]") -> "NDArray[np.uint16]":
    """Differing bits of each vector, a block that fits the cache at a time."""
    distances = np.zeros(view.count, np.uint16)
    differing = np.empty(_BLOCK, np.uint64)
    bits = np.empty(_BLOCK, np.uint8)
    for start in range(0, view.count, _BLOCK):
        stop = min(start + _BLOCK, view.count)
        size = stop - start
        for word, row in zip(query, view.words, strict=True):
            np.bitwise_xor(row[start:stop], word, out=differing[:size])
            np.bitwise_count(differing[:size], out=bits[:size])
            distances[start:stop] += bits[:size]
    return distances
