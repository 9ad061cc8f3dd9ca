"""The protocols of models: one that embeds, one that re-ranks, one that writes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, Turn
from tsuzuri.core.values import EmbeddingSpace, Nearness

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors


class Embedder(Protocol):
    """Texts to unit vectors of one space."""

    @property
    def space(self) -> EmbeddingSpace:
        """The space its vectors live in."""

    @property
    def near(self) -> Nearness:
        """From which cosine on its vectors are near each other."""

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Embed texts to be found, shape (n, dimension)."""

    def query(self, text: str) -> "Vector":
        """Embed a question, shape (dimension,)."""

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """How many tokens the model reads for each text as a passage, prefix and specials included."""

    def close(self) -> None:
        """End the embedding process. Idempotent."""


class Reranker(Protocol):
    """A cross-encoder: it reads a question and a text together, and says how well the one answers the other."""

    @property
    def name(self) -> str:
        """The model, for a trace."""

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """A score for each text, comparable within the call; higher is better.

        Raises:
            ModelUnavailable: it cannot run.
        """

    def close(self) -> None:
        """Release what it holds. Idempotent."""


class ChatModel(Protocol):
    """A language model that only writes what a form allows."""

    @property
    def name(self) -> str:
        """Model id and the start of its file's sha256, as evidence cites it."""

    @property
    def restarts(self) -> int:
        """How often its process had died and was started again."""

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """Read facts from every passage, greedily: the same requests give the same answers.

        `on_done(i, answer)` is told of each once, as it finishes.

        Raises:
            ModelUnavailable: the file or runtime is missing.
            ModelDied: the process cannot come up. One that ends at work is restarted and goes on where it was.
        """

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """Answer every question in its form; otherwise as `decode`.

        `on_text(i, text)` is told the whole of a free text so far, with each token.

        Raises what `decode` raises.
        """

    def cancel(self) -> None:
        """Stop the call in progress within one step, if there is one; from any thread."""

    def close(self) -> None:
        """End the model's process. Idempotent."""
