"""A person's words, looked up in full text: first as typed, then, where that finds little, by their rarest terms."""

from dataclasses import dataclass
from functools import cached_property

from tsuzuri.core.lexical import LexicalQuery
from tsuzuri.core.ports import LexicalIndex
from tsuzuri.core.values import Kind, Scored
from tsuzuri.text.query import candidates, is_question, rarest, typed

_FEW = 5
_RAREST = 6


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
    def tokens(self) -> tuple[str, ...]:
        """The index tokens that carry content."""
        return candidates(self.text)

    @cached_property
    def shown(self) -> frozenset[str]:
        """What to mark in a text: tokens of the query, and of the question; `*` ends one that may go on."""
        of_query = {
            token + "*" if term.prefix and token is term.tokens[-1] else token
            for term in self.query.terms
            for token in term.tokens
        }
        return frozenset(of_query | set(self.tokens) if self.question else of_query)

    def find(self, index: LexicalIndex, kind: Kind, k: int) -> tuple[Scored, ...]:
        """The k best rows of a kind.

        Words must all occur; if they do so in fewer than five rows, or if it is a question, rows that hold any of
        the rarest terms follow, below every row that holds all.
        """
        strict = () if self.question else index.match(kind, self.query, k)
        if len(strict) >= min(_FEW, k) or not self.tokens:
            return strict
        loose = index.match(kind, rarest(self.tokens, index.frequencies(kind, self.tokens), _RAREST), k)
        seen = {scored.id for scored in strict}
        rest = [scored for scored in loose if scored.id not in seen]
        if not strict or not rest:
            return (*strict, *rest)[:k]
        shift = min(strict[-1].score - rest[0].score, 0.0)
        return (*strict, *(Scored(scored.id, scored.score + shift) for scored in rest))[:k]
