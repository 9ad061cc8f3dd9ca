"""Tokenised text made readable: "in Mediaș , Transylvania" becomes "in Mediaș, Transylvania", and spans go along."""

import re
from bisect import bisect_left
from dataclasses import dataclass

from tsuzuri.core.document import Span

_BEFORE = re.compile(r" +(?=[,.;:!?%)\]}”’](?:\s|$|[,.;:!?%)\]}”’\"]))| +(?='(?:s|re|ve|ll|d|m|t)?\b)| +(?=n't\b)")
_AFTER = re.compile(r"(?<=[(\[{“‘$£€#]) +")
_AROUND = re.compile(r"(?<=\w)( +)[-/]( +)(?=\w)")
_QUOTE = re.compile(r'(?:^|(?<=\s))"(?=\s|$)')


@dataclass(frozen=True, slots=True)
class Respaced:
    """`text` is the original without the spaces at `dropped` (offsets in the original, in order)."""

    text: str
    dropped: tuple[int, ...]

    def place(self, span: Span) -> Span:
        """Where a span of the original is now."""
        return Span(self._at(span.start), self._at(span.end))

    def _at(self, offset: int) -> int:
        return offset - bisect_left(self.dropped, offset)


def respace(text: str) -> Respaced:
    """Undo the spaces that a tokeniser for English put around punctuation, between quotes and around hyphens."""
    gone = {at for found in _BEFORE.finditer(text) for at in range(*found.span())}
    gone |= {at for found in _AFTER.finditer(text) for at in range(*found.span())}
    for found in _AROUND.finditer(text):
        gone |= {*range(*found.span(1)), *range(*found.span(2))}
    gone |= _inside_quotes(text)
    dropped = tuple(sorted(gone))
    return Respaced("".join(char for at, char in enumerate(text) if at not in gone), dropped)


def _inside_quotes(text: str) -> set[int]:
    """The spaces after an opening and before a closing quotation mark, line by line; an odd last mark is left."""
    inside: set[int] = set()
    start = 0
    for line in text.splitlines(keepends=True):
        marks = [start + found.start() for found in _QUOTE.finditer(line)]
        for opening, closing in zip(marks[::2], marks[1::2], strict=False):
            inside |= {at for at in (opening + 1, closing - 1) if text[at] == " "}
        start += len(line)
    return inside
