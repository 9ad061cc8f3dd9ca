"""Names given in brackets right after another name: its reading, its original, its abbreviation, its other spelling."""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from tsuzuri.core.document import Span
from tsuzuri.extract.identity.readings import could_read
from tsuzuri.extract.identity.spelling import is_acronym, is_subsequence, letters_of, loose
from tsuzuri.extract.identity.titles import bare
from tsuzuri.text.normalise import is_cjk, key

_OPENING = re.compile(r"[」』”\"'’》]?\s*[(（〈\[［]")
_CLOSING = re.compile(r"[)）〉\]］]")
_LONGEST = 160
_SPELT_ALIKE = 70
_NUMBER = re.compile(r"\d+")


def glosses(text: str, names: Iterable[tuple[str, str, Span]]) -> Iterator[tuple[str, str]]:
    """Of names at their places in a text (words, type, span): the keys of those in brackets, each with that of the
    name they explain, without titles.

    Only names of one type explain each other, so that a city is not its country: "Ulm (Germany)".
    """
    placed = sorted(((bare(words, kind), kind, span) for words, kind, span in names), key=lambda name: name[2])
    for number, (full, kind, span) in enumerate(placed):
        if (opening := _OPENING.match(text, span.end)) is None:
            continue
        closing = _CLOSING.search(text, opening.end())
        end = min(closing.start() if closing else len(text), opening.end() + _LONGEST)
        for alias, of_kind, at in placed[number + 1 :]:
            if at.start >= end:
                break
            if of_kind == kind and opening.end() <= at.start and at.end <= end and _explains(alias, full):
                yield key(alias), key(full)


def _explains(alias: str, full: str) -> bool:
    """Whether what stands in brackets after a name can be the same name in another form, and not a name of its own."""
    if any(map(is_cjk, full)) != any(map(is_cjk, alias)) or could_read(alias, full):
        return True
    if is_acronym(alias):
        letters = letters_of(alias)
        return is_subsequence(letters, loose(full)) or set(letters) <= {word[0] for word in loose(full).split()}
    return _spelt_alike(alias, full)


def _spelt_alike(one: str, other: str) -> bool:
    if _NUMBER.findall(one) != _NUMBER.findall(other):
        return False
    mine, theirs = loose(one), loose(other)
    more = set(mine.split()) <= set(theirs.split()) or set(theirs.split()) <= set(mine.split())
    return not more and fuzz.ratio(mine, theirs) >= _SPELT_ALIKE
