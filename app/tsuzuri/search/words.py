"""A person's words, looked up in full text: first as typed, then, where that finds little, by their rarest terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import LexicalIndex
from tsuzuri.core.values import Kind, Scored
from tsuzuri.text.normalise import Script, is_cjk, script
from tsuzuri.text.query import candidates, is_question, rarest, typed

_FEW = 5
_SEVERAL_WORDS, _SEVERAL_CHARACTERS = 4, 7
_RAREST = 6
_STEP = 1e-6
_LOOSE_ROWS = 40_000
"""Of the rarest terms, so many are looked for as stand in at most so many rows together: about 20 ms to rank."""


@dataclass(frozen=True)
class Words:
    """What was asked. `typing` means the last word may go on."""

    text: str
    typing: bool = False

    @cached_property
    def query(self) -> LexicalQuery:
        """All words, as typed."""
        return typed(self.text, prefix_last=self.typing)

    @cached_property
    def question(self) -> bool:
        """Whether it is a question rather than search words."""
        return is_question(self.text)

    @cached_property
    def descriptive(self) -> bool:
        """Whether it describes what is sought, as a question or in several words, rather than names it."""
        characters = sum(is_cjk(char) for char in self.text)
        return self.question or len(self.text.split()) >= _SEVERAL_WORDS or characters >= _SEVERAL_CHARACTERS

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The index tokens that carry content."""
        return candidates(self.text)

    @cached_property
    def shown(self) -> frozenset[str]:
        """What to mark in a text: the tokens asked for, of a question those that carry content; `*` ends one that
        may go on.
        """
        if self.question:
            return frozenset(self.tokens)
        return frozenset(
            token + "*" if term.prefix and token is term.tokens[-1] else token
            for term in self.query.terms
            for token in term.tokens
        )

    @cached_property
    def required(self) -> LexicalQuery:
        """The query without words that stand everywhere and say nothing (the, の), unless there is no other word.

        To look for them costs most, and their rank is worth nothing.
        """
        telling = tuple(term for term in self.query.terms if not self._says_nothing(term))
        return LexicalQuery(telling or self.query.terms, self.query.match)

    def find(self, index: LexicalIndex, kind: Kind, k: int) -> tuple[Scored, ...]:
        """The k best rows of a kind.

        Words must all occur, those apart that say nothing; if they do so in fewer than five rows, or if it is a
        question, rows that hold any of the rarest terms follow, below every row that holds all.
        """
        strict = () if self.question else index.match(kind, self.required, k)
        if len(strict) >= min(_FEW, k) or not self.tokens:
            return strict
        frequencies = index.frequencies(kind, self.tokens)
        loose = index.match(kind, rarest(self.tokens, frequencies, _affordable(frequencies)), k)
        seen = {scored.id for scored in strict}
        rest = [scored for scored in loose if scored.id not in seen]
        if not strict or not rest:
            return (*strict, *rest)[:k]
        shift = min(strict[-1].score - _STEP - rest[0].score, 0.0)
        return (*strict, *(Scored(scored.id, scored.score + shift) for scored in rest))[:k]

    def _says_nothing(self, term: Term) -> bool:
        """Whether it is an English stop word that is whole, or a single hiragana character."""
        if len(term.tokens) > 1:
            return False
        (token,) = term.tokens
        if is_cjk(token[0]):
            return len(token) == 1 and script(token) is Script.HIRAGANA
        return len(token) > 1 and not term.prefix and token not in self.tokens


def _affordable(frequencies: Sequence[int]) -> int:
    """How many of the rarest terms to look for: at most six, and the rarest however common it is."""
    together = accumulate(sorted(count for count in frequencies if count > 0))
    within = sum(rows <= _LOOSE_ROWS for rows in together)
    return min(max(within, 1), _RAREST)
