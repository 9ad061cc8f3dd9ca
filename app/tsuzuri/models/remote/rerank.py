"""A cross-encoder behind an endpoint (`/rerank`, as llama-server, vLLM and Jina have it)."""

import threading
from collections.abc import Sequence

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.models.remote.endpoint import Endpoint, TooLong


class RemoteReranker:
    """Implements `core.models.Reranker` over an endpoint."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._closed = threading.Event()

    @property
    def name(self) -> str:
        """The served model and its host."""
        return f"{self._endpoint.address.model}@{self._endpoint.address.host}"

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """See `core.models.Reranker.scores`.

        Raises:
            ModelUnavailable: the endpoint cannot be reached, or does not score every text.
        """
        body = {"model": self._endpoint.address.model, "query": question, "documents": list(texts)}
        try:
            told = self._endpoint.post("rerank", body, self._closed).get("results")
        except TooLong:
            told = None
        try:
            scores = {int(one["index"]): float(one["relevance_score"]) for one in told or []}
        except (TypeError, ValueError, KeyError):
            scores = {}
        if set(scores) != set(range(len(texts))) or any(score != score for score in scores.values()):
            raise ModelUnavailable(
                f"the endpoint at {self._endpoint.address.host} does not score every text",
                hint="start its server for re-ranking (llama-server --reranking), or take reranker.endpoint out",
            )
        return tuple(scores[index] for index in range(len(texts)))

    def close(self) -> None:
        """Give up what is under way; later requests are refused. Idempotent."""
        self._closed.set()
        self._endpoint.abort()
