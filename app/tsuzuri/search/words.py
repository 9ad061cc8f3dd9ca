"""A person's words, looked up in full text: first as typed, then, where that finds little, by their rarest terms."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import LexicalIndex
from tsuzuri.core.values import Kind, Scored
from tsuzuri.text.normalise import Script, is_cjk, script
from tsuzuri.text.query import candidates, is_question, rarest, typed
from tsuzuri.text.stems import stem

_FEW = 5
_SEVERAL_WORDS, _SEVERAL_CHARACTERS = 4, 7
_RAREST = 12
"""More find nothing better: of 6, 12 and 20 on hotpot, jsquad and niilc (`tests/eval/fusion.py`)."""
_STEP = 1e-6
_LOOSE_ROWS = 20_000
"""Of the rarest terms, so many are looked for as stand in at most so many rows together: about 10 ms to rank."""


@dataclass(frozen=True)
class Words:
    """What was asked. `typing` means the last word may go on.

    Every row that is found holds all of `within` and none of `without`, as they are written.
    """

    text: str
    typing: bool = False
    within: tuple[Term, ...] = ()
    without: tuple[Term, ...] = ()
    _counted: dict[Kind, tuple[int, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def query(self) -> LexicalQuery:
        """All words, as typed."""
        return self._bound(typed(self.text, prefix_last=self.typing))

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
        return replace(self.query, terms=telling or self.query.terms)

    @cached_property
    def inflected(self) -> LexicalQuery:
        """The required words in any of their English forms; a phrase, and a word that may go on, as they stand."""
        return replace(self.required, terms=tuple(map(_any_form, self.required.terms)))

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The tokens that carry content, English words by their stems: each once, in order."""
        return tuple(dict.fromkeys(map(stem, self.tokens)))

    def frequencies(self, index: LexicalIndex, kind: Kind) -> tuple[int, ...]:
        """In how many rows of a kind each of `sought` occurs.

        Asked of the index once: to count costs as much as to find.
        """
        if kind not in self._counted:
            self._counted[kind] = index.frequencies(kind, self.sought)
        return self._counted[kind]

    def find(self, index: LexicalIndex, kind: Kind, k: int) -> tuple[Scored, ...]:
        """The k best rows of a kind.

        Words must all occur, those apart that say nothing; below the rows in which they do so as they stand follow
        those that hold them in another form. If both are fewer than five, or if it is a question, rows that hold any
        of the rarest words follow, in any form.
        """
        found: tuple[Scored, ...] = ()
        if not self.question:
            found = index.match(kind, self.required, k)
            if len(found) < k and self.inflected != self.required:
                found = _followed(found, index.match(kind, self.inflected, k))
            if len(found) >= min(_FEW, k):
                return found[:k]
        if not self.sought:
            return found[:k]
        frequencies = self.frequencies(index, kind)
        loose = self._bound(rarest(self.sought, frequencies, _affordable(frequencies)))
        return _followed(found, index.match(kind, loose, k))[:k]

    def _bound(self, query: LexicalQuery) -> LexicalQuery:
        return replace(query, within=self.within, without=self.without)

    def _says_nothing(self, term: Term) -> bool:
        """Whether it is an English stop word that is whole, or a single hiragana character."""
        if len(term.tokens) > 1:
            return False
        (token,) = term.tokens
        if is_cjk(token[0]):
            return len(token) == 1 and script(token) is Script.HIRAGANA
        return len(token) > 1 and not term.prefix and token not in self.tokens


def _any_form(term: Term) -> Term:
    alone = len(term.tokens) == 1 and not term.prefix
    return Term((stem(term.tokens[0]),)) if alone else term


def _followed(first: tuple[Scored, ...], rest: Sequence[Scored]) -> tuple[Scored, ...]:
    """The first list, and below every row of it those of the other that it lacks."""
    seen = {scored.id for scored in first}
    new = [scored for scored in rest if scored.id not in seen]
    if not first or not new:
        return (*first, *new)
    shift = min(first[-1].score - _STEP - new[0].score, 0.0)
    return (*first, *(Scored(scored.id, scored.score + shift) for scored in new))


def _affordable(frequencies: Sequence[int]) -> int:
    """How many of the rarest terms to look for: at most six, and the rarest however common it is."""
    together = accumulate(sorted(count for count in frequencies if count > 0))
    within = sum(rows <= _LOOSE_ROWS for rows in together)
    return min(max(within, 1), _RAREST)
