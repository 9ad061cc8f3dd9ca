"""Which cards of a page to go into: a chat model chooses while its budget lasts, else nearness to the question does."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tsuzuri.core.decoding import Response, StopReason
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import ChatModel
from tsuzuri.core.values import Kind
from tsuzuri.search.cards import Card, Page, Prompt, prompt
from tsuzuri.search.near import Near

MODEL, BOTH, EMBEDDING, ALONE = "model", "model and embedding", "embedding", "nothing else"
"""What has chosen: the last where there was one card only."""

_LEAST_CHOSEN, _MOST_CHOSEN = 3, 6
_MOST_ENTITIES = 16
_PATIENCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Budget:
    """What one search may ask of a model: so many calls, and so many tokens read and written, cached ones included.

    With what it chooses go the `beside` nearest of the other categories, as many as nearness alone would choose at
    least: on the sample's questions a model of 1.5 billion parameters passes over what is plain.
    """

    calls: int = 4
    tokens: int = 4000
    beside: int = _LEAST_CHOSEN


class Picks(NamedTuple):
    """What was chosen, best first: `into` to be gone into, `whole` with all that is below."""

    into: tuple[Card, ...]
    whole: tuple[Card, ...]
    by: str
    tokens: int = 0


@dataclass(slots=True)
class Speed:
    """How fast the model was at best, in tokens read and written a second; 0.0 before it was asked.

    Its first answer also takes the loading of the model and the reading of the cards, so it looks slow until a second.
    """

    tokens_per_s: float = 0.0

    def note(self, tokens: int, seconds: float) -> None:
        """It took so many seconds for so many tokens that were not cached."""
        self.tokens_per_s = max(self.tokens_per_s, tokens / max(seconds, 1e-6))

    def within(self, seconds: float) -> int:
        """So many tokens it reads in that time."""
        return int(self.tokens_per_s * seconds)


class Chooser:
    """Chooses for one question. `told` says what went otherwise than meant.

    A page that is not shared has to be read for this question alone: where the model would take longer than two seconds
    for that, nearness chooses. Without `near`, only a model can choose.
    """

    def __init__(
        self, question: str, chat: ChatModel | None, near: Near | None, budget: Budget, speed: Speed | None = None
    ) -> None:
        self._question = question
        self._chat = chat
        self._near = near
        self._left = budget
        self._speed = speed or Speed()
        self.told: list[str] = []

    def choose(self, page: Page) -> Picks | None:
        """The cards to go on with; None where the walk ends here, for `told` says why."""
        if len(page.open) == 1:
            return Picks((page.cards[page.open[0]],), (), ALONE)
        if self._chat is not None:
            asked = prompt(page, self._question, _MOST_CHOSEN if page.layer else _MOST_ENTITIES)
            if self._near is not None and not page.shared and asked.tokens > self._speed.within(_PATIENCE_S):
                return self._by_nearness(page)
            if self._left.calls < 1 or self._left.tokens < asked.tokens:
                self.told.append("the walk ended early, for its budget of calls or tokens is spent")
                return None
            answer = self._ask(self._chat, asked)
            if answer is not None:
                return self._with_nearest(_picked(answer.text, page, asked.tokens), page)
        return self._by_nearness(page)

    def _ask(self, chat: ChatModel, asked: Prompt) -> Response | None:
        """The model's answer; None if it gave none, and then it is not asked again."""
        started = time.perf_counter()
        self._left = replace(self._left, calls=self._left.calls - 1, tokens=self._left.tokens - asked.tokens)
        try:
            (answer,) = chat.ask(asked.prefix, (asked.ask,))
        except ModelUnavailable as error:
            self.told.append(f"walked by embeddings: {error.message}")
        else:
            if answer.stop is StopReason.COMPLETE:
                self._speed.note(answer.prompt_tokens + answer.new_tokens, time.perf_counter() - started)
                return answer
            self.told.append(f"walked on by embeddings: the model's answer was not complete ({answer.stop.value})")
        self._chat = None
        return None

    def _with_nearest(self, picks: Picks, page: Page) -> Picks:
        """With the nearest of the other categories, where anything was chosen at all."""
        chosen = {card.id for card in (*picks.into, *picks.whole)}
        others = [page.cards[place] for place in page.open if page.cards[place].id not in chosen]
        if self._near is None or not page.layer or not chosen or not others or not self._left.beside:
            return picks
        added = tuple(nearest(others, page.layer, self._near))[: self._left.beside]
        return picks._replace(into=(*picks.into, *added), by=BOTH)

    def _by_nearness(self, page: Page) -> Picks | None:
        """Those nearer to the question than halfway from the mean to the nearest, and three at least."""
        if self._near is None:
            self.told.append("the walk ended early, for there is neither a chat model nor an embedder to choose")
            return None
        scores = nearest([page.cards[place] for place in page.open], page.layer, self._near)
        mean, best = sum(scores.values()) / len(scores), max(scores.values())
        near = sum(score >= (mean + best) / 2 for score in scores.values())
        most = _MOST_CHOSEN if page.layer else _MOST_ENTITIES
        return Picks(tuple(scores)[: min(max(near, _LEAST_CHOSEN), most)], (), EMBEDDING)


def nearest(cards: Sequence[Card], layer: int, near: Near) -> dict[Card, float]:
    """Cards with their nearness to the question, nearest first: categories by text, entities (layer 0) as stored."""
    scores = near.of_cards(cards) if layer else near.of(Kind.ENTITY, (card.id for card in cards))
    return {card: scores[card.id] for card in sorted(cards, key=lambda card: (-scores[card.id], card.id))}


def _picked(text: str, page: Page, tokens: int) -> Picks:
    """The cards that an answer names; numbers that are none of those that are open are passed over."""
    stars: dict[int, bool] = {}
    for piece in text.split(","):
        number = piece.strip().rstrip("*")
        if number.isdecimal() and int(number) - 1 in page.open:
            stars.setdefault(int(number) - 1, piece.strip().endswith("*"))
    into = tuple(page.cards[place] for place, star in stars.items() if not star)
    whole = tuple(page.cards[place] for place, star in stars.items() if star)
    return Picks(into, whole, MODEL, tokens)
