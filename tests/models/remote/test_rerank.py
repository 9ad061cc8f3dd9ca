"""A cross-encoder behind an endpoint: every text has its score, or it says that it has not."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.models.remote.servers import Reply, Unruly, document
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.models.remote.endpoint import Address, Endpoint
from tsuzuri.models.remote.rerank import RemoteReranker


@contextmanager
def reranker_on(reply: Reply) -> Iterator[tuple[RemoteReranker, Unruly]]:
    unruly = Unruly([reply])
    with unruly.running() as url:
        reranker = RemoteReranker(Endpoint(Address(url, "cross", 1, 5.0)))
        yield reranker, unruly
        reranker.close()


def test_scores_come_in_the_order_of_the_texts() -> None:
    rows = [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": -2}]
    with reranker_on(document(results=rows)) as (reranker, unruly):
        assert reranker.scores("Which?", ["one", "two"]) == (-2.0, 0.9)
        assert unruly.asked[0] == {"model": "cross", "query": "Which?", "documents": ["one", "two"]}
        assert reranker.name == "cross@127.0.0.1"


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [],
        "no",
        [{"index": 0, "relevance_score": 1}],
        [{"index": 0, "relevance_score": 1}, {"index": 7, "relevance_score": 1}],
        [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": float("nan")}],
        [{"index": 0}, {"index": 1}],
        [3, 4],
    ],
)
def test_one_that_does_not_score_every_text_is_named(rows: object) -> None:
    with reranker_on(document(results=rows)) as (reranker, _), pytest.raises(ModelUnavailable, match="every text"):
        reranker.scores("Which?", ["one", "two"])
