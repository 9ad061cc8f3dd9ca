"""What may be the name of a category."""

import re

from tsuzuri.text.normalise import is_cjk

_MOST_WORDS = 3
_MOST_LETTERS = 40
_CJK_LETTERS = range(2, 7)
_JOINS_TWO = re.compile(r"\band\b|[&＆,、，;；/／|]|及び|および|(?<=[^ぁ-ん])[とや](?=[^ぁ-ん])", re.IGNORECASE)


def is_name(name: str) -> bool:
    """Whether a category may be called so: one to three words, or two to six characters of Japanese; one topic."""
    if not has_one_topic(name):
        return False
    if any(map(is_cjk, name)):
        return len(name) in _CJK_LETTERS
    return len(name.split()) <= _MOST_WORDS and len(name) <= _MOST_LETTERS


def has_one_topic(name: str) -> bool:
    """Whether it is a line of words that names one thing, and not two with an "and" between them."""
    return name == name.strip() and name.isprintable() and any(map(str.isalpha, name)) and not _JOINS_TWO.search(name)
