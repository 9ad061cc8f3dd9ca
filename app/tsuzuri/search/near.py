"""How near things are to a question, by their embeddings: those that are stored, and those of cards, kept in memory."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind
from tsuzuri.search.cards import Card

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector

_MOST_KEPT = 4096
UNKNOWN = -1.0
"""The score of what has no vector yet: it comes last."""


class CardVectors:
    """The embeddings of cards by their text, so that a card of another build is another card."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: dict[str, Vector] = {}

    def of(self, texts: Sequence[str]) -> "Mapping[str, Vector]":
        """The vector of each text. Raises what `Embedder.passages` raises."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        if len(self._kept) + len(new) > _MOST_KEPT:
            self._kept.clear()
            new = list(dict.fromkeys(texts))
        if new:
            self._kept |= dict(zip(new, self._embedder.passages(new), strict=True))
        return self._kept


class Near:
    """Scores by cosine to one question (-1..1)."""

    def __init__(self, backend: Backend, embedder: Embedder, cards: CardVectors, vector: "Vector") -> None:
        self._backend = backend
        self._embedder = embedder
        self._cards = cards
        self._vector = vector

    @property
    def least(self) -> float:
        """From which score on a thing says something to the question."""
        return self._embedder.near.description

    def of_cards(self, cards: Sequence[Card]) -> dict[int, float]:
        """The score of each card's text, by id. Raises what `Embedder.passages` raises."""
        vectors = self._cards.of([card.text for card in cards])
        return {card.id: float(vectors[card.text] @ self._vector) for card in cards}

    def of(self, kind: Kind, ids: Iterable[int]) -> dict[int, float]:
        """The score of each by its stored vector; `UNKNOWN` without one. One query."""
        wanted = list(dict.fromkeys(ids))
        space = self._backend.vectors.find_space(self._embedder.space)
        vectors = {} if space is None else self._backend.vectors.vectors(space, kind, wanted)
        return {id_: float(vectors[id_] @ self._vector) if id_ in vectors else UNKNOWN for id_ in wanted}

    def nearest(self, kind: Kind, k: int) -> tuple[int, ...]:
        """The k nearest of a kind, nearest first."""
        space = self._backend.vectors.find_space(self._embedder.space)
        if space is None:
            return ()
        return tuple(scored.id for scored in self._backend.vectors.nearest(space, kind, self._vector, k))
