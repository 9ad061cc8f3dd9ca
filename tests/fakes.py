"""Stand-ins given instead of models and clocks: deterministic, and true to the protocol they stand in for."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.decoding import Answer, Ask, Choice, Decoded, DecodeRequest, Response, StopReason, Turn, YesNo
from tsuzuri.core.document import Document, Refusal
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.values import EmbeddingSpace, Nearness
from tsuzuri.text.segment import segment

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

FAKE_SPACE = EmbeddingSpace("fake", "1", 64, "", "")


class FakeEmbedder:
    """Bags of index tokens, hashed to 64 dimensions: texts that share words are near each other."""

    @property
    def space(self) -> EmbeddingSpace:
        return FAKE_SPACE

    @property
    def near(self) -> Nearness:
        return Nearness(description=0.8, words=0.8, short=0.0)

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


class MissingEmbedder(FakeEmbedder):
    """An embedder whose model is not on this machine."""

    def passages(self, texts: Sequence[str]) -> "Vectors":
        raise ModelUnavailable("the embedder is not installed")

    def query(self, text: str) -> "Vector":
        raise ModelUnavailable("the embedder is not installed")


def always_complete(sentences: tuple[str, ...]) -> StopReason:
    return StopReason.COMPLETE


def first_option(request: Ask) -> str:
    """The first option of a choice, and a word where a text is asked for."""
    match request.form:
        case Choice(options=options):
            return options[0]
        case YesNo(yes=yes):
            return yes
        case _:
            return "Something"


class FakeChat:
    """Answers from a function of a passage's sentences; each line has the same confidence.

    `answer` gives lines with the number of their sentence, from 1, in front; a last line END is left out. `stops` says
    why it stopped writing about those sentences. `respond` answers questions; all other options are impossible.
    """

    name = "fake-model 0"
    restarts = 0

    def __init__(
        self,
        answer: Callable[[tuple[str, ...]], str],
        confidence: float = 0.5,
        stops: Callable[[tuple[str, ...]], StopReason] = always_complete,
        respond: Callable[[Ask], str] = first_option,
    ) -> None:
        self._answer = answer
        self._confidence = confidence
        self._stops = stops
        self._respond = respond
        self.asked: list[DecodeRequest] = []
        self.questions: list[Ask] = []

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
            sentences = tuple(sentence.text for sentence in request.sentences)
            told = [line.partition(" | ") for line in self._answer(sentences).splitlines() if line != "END"]
            by_sentence = (
                tuple(line for number, _, line in told if int(number) == at) for at in range(1, len(sentences) + 1)
            )
            given = tuple(Answer(lines, (self._confidence,) * len(lines)) for lines in by_sentence)
            answers.append(Decoded(given, self._stops(sentences), 10, 10))
            if on_done is not None:
                on_done(index, answers[-1])
        return tuple(answers)

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        answers = []
        for index, request in enumerate(requests):
            self.questions.append(request)
            text, options = self._respond(request), _options(request)
            shares = tuple(float(option == text) for option in options)
            answers.append(Response(text, self._confidence, shares, StopReason.COMPLETE, 10, 10))
            if on_text is not None and not options:
                on_text(index, text)
            if on_done is not None:
                on_done(index, answers[-1])
        return tuple(answers)

    def cancel(self) -> None:
        """It answers at once: there is nothing to stop."""

    def close(self) -> None:
        """Nothing to end."""


def _options(request: Ask) -> tuple[str, ...]:
    match request.form:
        case Choice(options=options):
            return options
        case YesNo(yes=yes, no=no):
            return (yes, no)
        case _:
            return ()


class FakeReader:
    """Reads files as plain text; refuses those it was told to refuse, by name. Remembers what it has read."""

    def __init__(self, refusals: Mapping[str, Refusal] | None = None) -> None:
        self.refusals = dict(refusals or {})
        self.read_names: list[str] = []

    def read(self, path: Path) -> Document | Refusal:
        self.read_names.append(path.name)
        if path.name in self.refusals:
            return self.refusals[path.name]
        return Document(path.read_text(encoding="utf-8"), "text/plain", encoding="utf-8")

    def close(self) -> None:
        """Nothing to end."""


class InProcessReader:
    """Reads in this process what the reading process would."""

    def read(self, path: Path) -> Document | Refusal:
        from tsuzuri.readers.registry import read  # here, for it imports the parsers

        return read(path.read_bytes(), path)

    def close(self) -> None:
        """Nothing to end."""


class SteppingClock:
    """Starts at a fixed moment and goes on by a second with each look."""

    def __init__(self, start: datetime = datetime(2025, 6, 1, 9, 0, tzinfo=UTC)) -> None:
        self._now = start

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now
