"""`[[target]]`, `[[target|alias]]` and the embedding `![[target]]`: the links of notes."""

import re

from tsuzuri.core.document import Link, Span
from tsuzuri.readers.draft import Words

WIKILINK = re.compile(r"!?\[\[(?P<target>[^\[\]|\n]+?)(?:\\?\|(?P<alias>[^\[\]\n]*))?\]\]")


def linked(found: re.Match[str]) -> Words:
    """A link as the words that show it: its alias, else its target."""
    target = found["target"].strip()
    shown = (found["alias"] or "").strip() or target
    return Words(shown, (Link(target, Span(0, len(shown))),) if shown else ())


def with_links(text: str) -> Words:
    """A text with its wikilinks shown as words."""
    parts: list[Words] = []
    at = 0
    for found in WIKILINK.finditer(text):
        parts += [Words(text[at : found.start()]), linked(found)]
        at = found.end()
    return Words.joined([*parts, Words(text[at:])])
