"""What a server writes, piece by piece, with what it tells of the probabilities."""

import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

UNKNOWN = 0.5
"""The confidence in an answer of which the server tells no probability: that of a coin, so that nothing leans on it."""


@dataclass(frozen=True, slots=True)
class _Token:
    """Where a token begins in the text, its log probability, and those of it and its likeliest rivals."""

    begin: int
    logprob: float
    rivals: Mapping[str, float]


class Reply:
    """What has come of an answer so far. What is not as it should be counts as not told.

    `cut` says that it came to its cap; `read` and `written` are tokens.
    """

    def __init__(self) -> None:
        self.text = ""
        self.cut = False
        self.read = 0
        self.written = 0
        self._tokens: list[_Token] = []

    def take(self, piece: Mapping[str, Any]) -> None:
        """A whole answer, or one event of a stream."""
        usage = _object(piece.get("usage"))
        choice = _object(_first(piece.get("choices")))
        content = _object(choice.get("message") or choice.get("delta")).get("content")
        begin = len(self.text)
        if isinstance(content, str) and content:
            self.text += content
            self.written += 1
        self.read = _count(usage.get("prompt_tokens")) or self.read
        self.written = _count(usage.get("completion_tokens")) or self.written
        self.cut = self.cut or choice.get("finish_reason") == "length"
        tokens = _object(choice.get("logprobs")).get("content")
        for token in tokens if isinstance(tokens, list) else ():
            begin += self._note(_object(token), begin)

    def confidence(self, begin: int = 0, end: int | None = None) -> float:
        """The product of the probabilities of the tokens that begin in that part of the text; `UNKNOWN` if untold."""
        stop = len(self.text) if end is None else end
        told = [token.logprob for token in self._tokens if begin <= token.begin < stop]
        return math.exp(min(0.0, sum(told))) if told else UNKNOWN

    def rivals(self, place: int) -> Mapping[str, float]:
        """The tokens that could have stood at that place of the text, with their log probabilities."""
        at = bisect_right(self._tokens, place, key=lambda token: token.begin)
        return self._tokens[at - 1].rivals if at else {}

    def _note(self, token: Mapping[str, Any], begin: int) -> int:
        """Keep what is told of a token; gives its length."""
        text = token.get("token")
        listed = token.get("top_logprobs")
        if not isinstance(text, str) or (logprob := _number(token.get("logprob"))) is None:
            return 0
        rivals = {text: logprob}
        for one in map(_object, listed if isinstance(listed, list) else ()):
            if isinstance(name := one.get("token"), str) and (its := _number(one.get("logprob"))) is not None:
                rivals[name] = its
        self._tokens.append(_Token(begin, logprob, rivals))
        return len(text)


def _object(told: object) -> Mapping[str, Any]:
    return told if isinstance(told, dict) else {}


def _first(told: object) -> object:
    return told[0] if isinstance(told, list) and told else None


def _count(told: object) -> int:
    return told if isinstance(told, int) and told > 0 else 0


def _number(told: object) -> float | None:
    return float(told) if isinstance(told, int | float) and math.isfinite(told) else None
