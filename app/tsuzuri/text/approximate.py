"""What stands around a number and says how it is meant ("about", 以上), and where a range parts ("10 to 12")."""

import re
import unicodedata
from collections.abc import Iterator

from tsuzuri.text.dates_grammar import DASHES

_LONGEST = 80
"""Amounts are short. What is longer is a sentence."""

_BEFORE = (
    ("~", r"about|around|approximately|approx\.?|roughly|some|nearly|almost|circa|ca\.?|[~≈]|約|およそ|おおよそ|ほぼ"),
    (">=", r"at least|no less than|>=|≥|最低|少なくとも"),
    ("<=", r"at most|no more than|up to|<=|≤|最大|最高"),
    (">", r"more than|over|above|>"),
    ("<", r"less than|fewer than|under|below|<"),
)
_AFTER = (
    (">=", r"以上|or more|\+"),
    ("<=", r"以下|以内|or less|or fewer"),
    (">", r"超|強|余り"),
    ("<", r"未満|弱"),
    ("~", r"程度|ほど|くらい|ぐらい|前後|or so"),
)
_MARKS = tuple((sign, re.compile(rf"^(?:{words})\s*(?=\S)", re.IGNORECASE)) for sign, words in _BEFORE) + tuple(
    (sign, re.compile(rf"(?<=\S)\s*(?:{words})$", re.IGNORECASE)) for sign, words in _AFTER
)
_BETWEEN = re.compile(r"^between\s+(?=\S)", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+")
_TO = re.compile(r"\s*(?:[-~]|から)\s*|\s+(?:to|or)\s+")


def folded(words: str) -> str:
    """The words in NFKC, with one kind of dash and single spaces; empty if they are too long for an amount."""
    if len(words) > _LONGEST:
        return ""
    text = " ".join(unicodedata.normalize("NFKC", words).translate(DASHES).split()).strip(".,;:、。 ")
    return text if len(text) <= _LONGEST else ""


def bound(text: str) -> tuple[str, str]:
    """The words without what says how the number is meant, and its sign: "~", "<", "<=", ">", ">=" or none."""
    for sign, pattern in _MARKS:
        if pattern.search(text):
            return pattern.sub("", text, count=1), sign
    return text, ""


def splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to read the words as a range, its two ends."""
    between = _BETWEEN.match(text)
    text = text[between.end() :] if between else text
    for match in (_AND if between else _TO).finditer(text):
        if match.start() and match.end() < len(text):
            yield text[: match.start()], text[match.end() :]
