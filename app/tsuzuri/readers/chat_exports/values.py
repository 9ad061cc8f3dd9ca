"""The values of a JSON file one after another: a list's elements, or those of JSON Lines (RFC 8259, jsonlines.org)."""

import json
import re
from collections.abc import Iterator
from typing import Final

DAMAGED: Final = object()
"""Stands for a part that is no JSON, is nested too deep, or too long to be held in memory."""

_WINDOW: Final = 1 << 23
"""Characters of the longest value that is decoded."""

_DECODER: Final = json.JSONDecoder(strict=False)
_BETWEEN: Final = re.compile(r"[\s,]*")
_LINE: Final = re.compile(r"[^\n]+")
_LIST_ENDS: Final = re.compile(r"\s*\]\s*")


def values(text: str, *, window: int = _WINDOW) -> Iterator[object]:
    """The elements of a list; else the text as one value, or its lines as one value each.

    Only one is in memory at a time. Nothing is decoded that is longer than `window` characters. A list is not read on
    after a `DAMAGED` element; a line is.
    """
    start = len(text) - len(text.lstrip())
    if text.startswith("[", start):
        yield from _elements(text, start + 1, window)
        return
    whole = _decoded(text) if len(text) <= window else DAMAGED
    if whole is not DAMAGED:
        yield whole
        return
    for line in _LINE.finditer(text):
        if not line[0].isspace():
            yield _decoded(line[0]) if len(line[0]) <= window else DAMAGED


def _decoded(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        return DAMAGED


def _elements(text: str, start: int, window: int) -> Iterator[object]:
    """The elements of a list whose inside begins at `start`; decoded within a window that moves when one is cut."""
    part, at = text[start : start + window], 0
    while True:
        at = _end_of_gap(part, at)
        try:
            value, at = _DECODER.raw_decode(part, at)
        except (ValueError, RecursionError):
            if at == 0:
                break
            start += at
            part, at = text[start : start + window], 0
            continue
        yield value
    if not _LIST_ENDS.fullmatch(text, start):
        yield DAMAGED


def _end_of_gap(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at
