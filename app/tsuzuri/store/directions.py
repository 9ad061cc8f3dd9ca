"""What a vector must be to be compared by its direction."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors


def require_directions(vectors: "Vectors | Vector", shape: tuple[int, ...]) -> None:
    """Refuse vectors that have no cosine with others.

    Raises:
        ValueError: the shape is not the one given, or a vector is not finite or has no length.
    """
    if vectors.shape != shape:
        raise ValueError(f"vectors of shape {shape} are needed, not {vectors.shape}")
    if not np.isfinite(vectors).all():
        raise ValueError("a vector is not finite")
    if not vectors.any(axis=-1).all():
        raise ValueError("a vector has no length")
