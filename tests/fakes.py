"""Stand-ins given instead of models and clocks: deterministic, and true to the protocol they stand in for."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.decoding import Decoded, DecodeRequest, StopReason, Turn
from tsuzuri.core.values import EmbeddingSpace
from tsuzuri.text.segment import segment

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

FAKE_SPACE = EmbeddingSpace("fake", "1", 64, "", "")


class FakeEmbedder:
    """Bags of index tokens, hashed to 64 dimensions: texts that share words are near each other."""

    @property
    def space(self) -> EmbeddingSpace:
        return FAKE_SPACE

    def passages(self, texts: Sequence[str]) -> "Vectors":
        return np.stack([self.query(text) for text in texts]) if texts else np.zeros((0, 64), np.float32)

    def query(self, text: str) -> "Vector":
        vector = np.full(FAKE_SPACE.dimension, 1e-3, np.float32)
        for token in segment(text):
            vector[int.from_bytes(hashlib.sha256(token.encode()).digest()[:4], "big") % FAKE_SPACE.dimension] += 1.0
        return np.asarray(vector / np.linalg.norm(vector), np.float32)

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        return tuple(len(text.encode()) // 4 + 2 for text in texts)

    def close(self) -> None:
        """Nothing to end."""


class FakeChat:
    """Answers from a function of the request's numbered sentences; each line has the same confidence."""

    name = "fake-model 0"

    def __init__(self, answer: Callable[[tuple[str, ...]], str], confidence: float = 0.5) -> None:
        self._answer = answer
        self._confidence = confidence
        self.asked: list[DecodeRequest] = []

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        answers = []
        for index, request in enumerate(requests):
            self.asked.append(request)
            text = self._answer(request.form.sentences)
            lines = text.count("\n")
            answers.append(Decoded(text, (self._confidence,) * lines, StopReason.COMPLETE, 10, 10))
            if on_done is not None:
                on_done(index, answers[-1])
        return tuple(answers)

    def close(self) -> None:
        """Nothing to end."""


class SteppingClock:
    """Starts at a fixed moment and goes on by a second with each look."""

    def __init__(self, start: datetime = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)) -> None:
        self._now = start

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now
