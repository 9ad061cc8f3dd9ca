"""What the embedder's process answers, without the process."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tsuzuri.models.embed_worker import Job, Request, Status, answer

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors


class PlainEngine:
    """Embeds every text as the same unit vector, or as one that it forgot to write."""

    dim = 4

    def __init__(self, value: float = 0.5) -> None:
        self.value = value
        self.seen: list[str] = []

    def query(self, texts: list[str]) -> "Vectors":
        self.seen += [f"query: {text}" for text in texts]
        return np.full((len(texts), self.dim), self.value, np.float32)

    def passage(self, texts: list[str]) -> "Vectors":
        self.seen += [f"passage: {text}" for text in texts]
        return np.full((len(texts), self.dim), self.value, np.float32)

    def token_count(self, text: str) -> int:
        return len(text)


def test_requests_survive_the_way() -> None:
    request = Request(Job.PASSAGES, ("tea", "茶", "\ud800\0"))
    assert Request.decode(request.encode()) == request
    assert json.loads(request.encode())["job"] == "passages"


@pytest.mark.parametrize(("job", "prefix"), [(Job.PASSAGES, "passage"), (Job.QUERIES, "query")])
def test_vectors_come_as_float32_rows(job: Job, prefix: str) -> None:
    engine = PlainEngine()
    reply = answer(engine, Request(job, ("a", "b")).encode())
    assert reply[0] == Status.DONE
    assert np.array_equal(np.frombuffer(reply[1:], np.float32).reshape(2, 4), np.full((2, 4), 0.5))
    assert engine.seen == [f"{prefix}: a", f"{prefix}: b"]


def test_c_never_sees_a_nul_or_a_lone_surrogate() -> None:
    engine = PlainEngine()
    answer(engine, Request(Job.QUERIES, ("a\0b", "\ud800")).encode())
    assert engine.seen == ["query: a b", "query: ?"]


def test_counts_come_as_integers() -> None:
    reply = answer(PlainEngine(), Request(Job.COUNT, ("four", "")).encode())
    assert np.frombuffer(reply[1:], np.int32).tolist() == [4, 0]


@pytest.mark.parametrize("value", [0.0, 3.0, float("nan")])
def test_a_vector_that_is_not_of_unit_length_is_a_failure(value: float) -> None:
    reply = answer(PlainEngine(value), Request(Job.QUERIES, ("a",)).encode())
    assert reply[0] == Status.FAILED
    assert b"unit length" in reply
