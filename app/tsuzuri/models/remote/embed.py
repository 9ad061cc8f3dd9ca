"""An embedder behind an endpoint."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.values import EmbeddingSpace, Nearness
from tsuzuri.models.remote.endpoint import Endpoint, TooLong

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

_BATCH = 32
_NEAR = Nearness(description=0.5, words=0.6, short=0.05)
"""Nothing is measured of a model that we do not know: from here on, two texts are likely near in most."""


class RemoteEmbedder:
    """Implements `core.models.Embedder` over an endpoint's embeddings. The prefixes are put before the texts here."""

    def __init__(self, endpoint: Endpoint, dimension: int, query_prefix: str, passage_prefix: str) -> None:
        self._endpoint = endpoint
        self._closed = threading.Event()
        model = f"{endpoint.address.model}@{endpoint.address.host}"
        self._space = EmbeddingSpace(model, "remote", dimension, query_prefix, passage_prefix)

    @property
    def space(self) -> EmbeddingSpace:
        """The space its vectors live in: another model, host, prefix or dimension is another space."""
        return self._space

    @property
    def near(self) -> Nearness:
        """From which cosine on its vectors are near each other."""
        return _NEAR

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Embed texts to be found, shape (n, dimension), in batches of 32.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, or gives vectors of another shape.
        """
        import numpy as np

        batches = [
            self._embed(texts[at : at + _BATCH], self._space.passage_prefix) for at in range(0, len(texts), _BATCH)
        ]
        return np.concatenate(batches) if batches else np.zeros((0, self._space.dimension), np.float32)

    def query(self, text: str) -> "Vector":
        """Embed a question, shape (dimension,). Raises as `passages` does."""
        vector: Vector = self._embed([text], self._space.query_prefix)[0]
        return vector

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """About how many tokens the texts are: one for three ASCII characters, and for each other one."""
        counted = ((sum(char.isascii() for char in text), len(text)) for text in texts)
        return tuple(2 + ascii_ // 3 + (length - ascii_) for ascii_, length in counted)

    def close(self) -> None:
        """Give up what is under way; later requests are refused. Idempotent."""
        self._closed.set()
        self._endpoint.abort()

    def _embed(self, texts: Sequence[str], prefix: str) -> "Vectors":
        import numpy as np

        body = {"model": self._endpoint.address.model, "input": [prefix + text for text in texts]}
        try:
            told = self._endpoint.post("embeddings", body, self._closed).get("data")
        except TooLong:
            raise ModelUnavailable(
                f"a text is too long for {self._endpoint.address.model} at {self._endpoint.address.host}",
                hint="serve it with a larger context, or another embedder",
            ) from None
        try:
            rows = sorted(told or [], key=lambda one: int(one["index"]))
            vectors: Vectors = np.asarray([one["embedding"] for one in rows], np.float32)
        except (TypeError, ValueError, KeyError, AttributeError):
            vectors = np.zeros((0, 0), np.float32)
        wanted = (len(texts), self._space.dimension)
        if vectors.shape != wanted or not np.isfinite(vectors).all() or not vectors.any(axis=-1).all():
            host, length = self._endpoint.address.host, self._space.dimension
            raise ModelUnavailable(
                f"the endpoint at {host} does not give a vector of {length} numbers for each text",
                hint="set embedder.dimension to that of its model, which has to be an embedder",
            )
        scaled: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return scaled
