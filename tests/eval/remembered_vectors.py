"""An embedder that keeps its vectors in a file, so that a search can be measured again without waiting for them."""

import hashlib
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.models import Embedder
from tsuzuri.core.values import EmbeddingSpace, Nearness

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

_KEY = 32


class RememberingEmbedder:
    """An `Embedder` that asks another one only for texts that it has not seen.

    A folder holds one file a space: records of a sha256 (of the use and the text) and a vector, in order of coming. A
    record that was cut short by a crash is dropped. One process at a time may use the file.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(repr(astuple(embedder.space)).encode()).hexdigest()[:16]
        self._file = folder / f"vectors-{name}"
        self._known: dict[bytes, Vector] = self._read()

    @property
    def space(self) -> EmbeddingSpace:
        """See `core.models.Embedder`."""
        return self._embedder.space

    @property
    def near(self) -> Nearness:
        """See `core.models.Embedder`."""
        return self._embedder.near

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """See `core.models.Embedder`."""
        keys = [_key("passage", text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            self._keep(list(new), self._embedder.passages(list(new.values())))
        return np.stack([self._known[key] for key in keys]) if keys else self._embedder.passages([])

    def query(self, text: str) -> "Vector":
        """See `core.models.Embedder`."""
        key = _key("query", text)
        if key not in self._known:
            self._keep([key], self._embedder.query(text)[None])
        return self._known[key]

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """See `core.models.Embedder`."""
        return self._embedder.count_tokens(texts)

    def close(self) -> None:
        """See `core.models.Embedder`."""
        self._embedder.close()

    def _keep(self, keys: Sequence[bytes], vectors: "Vectors") -> None:
        with self._file.open("ab") as file:
            for key, vector in zip(keys, np.ascontiguousarray(vectors, "<f4"), strict=True):
                file.write(key + vector.tobytes())
                self._known[key] = vector

    def _read(self) -> "dict[bytes, Vector]":
        size = _KEY + 4 * self.space.dimension
        if not self._file.exists():
            return {}
        data = self._file.read_bytes()
        whole = len(data) - len(data) % size
        if whole < len(data):
            self._file.write_bytes(data[:whole])
        rows = [data[at : at + size] for at in range(0, whole, size)]
        return {row[:_KEY]: np.frombuffer(row, "<f4", offset=_KEY) for row in rows}


def _key(use: str, text: str) -> bytes:
    return hashlib.sha256(f"{use}\n{text}".encode()).digest()
