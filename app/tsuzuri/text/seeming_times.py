"""What only seems a time in an English sentence, for the words beside it: Mr May, the 1st Regiment, every Sunday."""

import re

_NAMES = frozenset("april august june march may".split())
_MODAL = re.compile(r"\b(?:may|march)\b")
"""A verb, where it is not written like a month."""
_TITLE = re.compile(r"(?:[A-Z][a-z]*\.?|[A-Z]+)$")
_AFTER_A_NAME = re.compile(r"(?:I|we|you|he|she|it|they|the|this|that|there|all|God|[A-Z][a-z]+)$")
_SHORT_DAY = re.compile(r"(?:[a-z]+ )*(?:the (?:mon|sat|sun|wed)|Mon|Sat|Sun|Wed)$", re.IGNORECASE)
_VERB = frozenset(("fall", "spring"))
_ORDINAL = re.compile(r"(?:[a-z]+ )*(?:\d{1,2}(?:st|nd|rd|th)|first|second|third)$", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(r"(?:on|by|until|till) the \d", re.IGNORECASE)
_SEASON_OF_A_NAME = re.compile(r"(?:Spring|Summer|Autumn|Fall|Winter)$")
_REPEATED = re.compile(r"(?:every|each|alternate|most)$", re.IGNORECASE)
_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
_BROKEN = re.compile(
    r"^(?:until|till|after|before|since|by|from),"  # "until, in 2007, they moved"
    r"|[()]"  # two things, one in brackets
    r"|\s[-‐-―~]+$",  # a pause, no open end
    re.IGNORECASE,
)


def only_seems(words: str, before: str, after: str) -> bool:
    """Whether words that can be read as a time are none where they stand.

    `before` and `after` are the words that adjoin them with a space alone between, empty where there are none.
    """
    if _MODAL.search(words) or _BROKEN.search(words) or words in _VERB:
        return True
    if words.casefold() in _NAMES:
        return bool(_TITLE.match(before) or _AFTER_A_NAME.match(after))
    if _SHORT_DAY.match(words):
        return words.islower() or " " in words or before.casefold() == "the"
    if _ORDINAL.match(words):
        return bool(after) and not _DAY_OF_MONTH.match(words)
    if _SEASON_OF_A_NAME.search(words):
        return after[:1].isupper()
    return bool(_REPEATED.match(before) and _WEEKDAY.match(words))
