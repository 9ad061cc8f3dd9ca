"""English words without their endings, as index tokens of their own: what "paintings" and "painted" share.

A stem begins with a mark that no text's token has, so that it never passes for a word as it is written. The algorithm
is English Snowball ("Porter 2", https://snowballstem.org/algorithms/english/stemmer.html). Which language a text is in
does not matter: text and query are treated alike, and the words themselves are always there too.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tsuzuri.text.segment import segment

if TYPE_CHECKING:
    from snowballstemmer.english_stemmer import EnglishStemmer

MARK = "\ue000"
"""Begins every stem: a character for private use, which FTS5's unicode61 takes for a letter."""

_FUNCTION_WORDS = (
    "a about all also am an and any are as at be been but by can could did do does for from get give had has have he"
    " her him his how i if in into is it its me my no not of on or our she should show so some tell than that the"
    " their them then there these they this to us was we were what when where which who whom whose why will with"
    " would you your"
)
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""English words that say nothing of what a text is about, folded; they have no stem."""

_KNOWN_WORDS = 1 << 16


def indexed(text: str) -> tuple[str, ...]:
    """The index tokens of a text, then the stems of its English words; both in order."""
    tokens = segment(text)
    return (*tokens, *stems(tokens))


def stems(tokens: Iterable[str]) -> tuple[str, ...]:
    """The stem of each token that has one, in order."""
    return tuple(stem(token) for token in tokens if _has_stem(token))


def stem(token: str) -> str:
    """The stem of an index token, with its mark; a token that is no English word, or a stop word, stays as it is."""
    return MARK + _stem(token) if _has_stem(token) else token


def _has_stem(token: str) -> bool:
    return len(token) > 1 and token.isascii() and token.isalpha() and token not in STOP_WORDS


@lru_cache(_KNOWN_WORDS)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> "EnglishStemmer":
    from snowballstemmer.english_stemmer import EnglishStemmer

    return EnglishStemmer()
