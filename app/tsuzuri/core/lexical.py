"""A full-text query as data. No text of a person's ever becomes query syntax."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Match(StrEnum):
    """Whether every term must occur or any."""

    ALL = "all"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Term:
    """Index tokens that stand next to each other; with `prefix` the last one may go on."""

    tokens: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """Terms to find. An empty query matches nothing.

    `within` must all occur besides, and none of `without` may: both only where the row's own words stand, not in what
    came before it.
    """

    terms: tuple[Term, ...]
    match: Match = Match.ALL
    within: tuple[Term, ...] = ()
    without: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class LexicalEntry:
    """The text of one index row, not yet segmented: `title` and `heading` weigh more than `body`, `context` less.

    `context` is what was said before it, of which it is found by words that are not its own.
    """

    id: int
    title: str
    heading: str
    body: str
    context: str = ""


COLUMN_WEIGHTS = (4.0, 2.0, 1.0, 0.5)
"""What an occurrence counts in BM25 by where it stands: title, heading, body, context (`tests/eval`, locomo)."""


class Spoken(Protocol):
    """A passage or the draft of one."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def heading(self) -> str:
        """The headings above it."""

    @property
    def speaker(self) -> str:
        """Who says it, in a message; else empty."""


def spoken(passage: Spoken) -> str:
    """A passage's words, after the name of who says them."""
    if passage.speaker and passage.speaker not in passage.text:
        return f"{passage.speaker}: {passage.text}"
    return passage.text


def context_of(passage: Spoken, before: Spoken | None) -> str:
    """What the message before says, under the same heading: half of a talk is not in a message's own words.

    `before` is the passage before it in its document. Empty for prose, which says itself what it is about.
    """
    if before is None or not passage.speaker or before.heading != passage.heading:
        return ""
    return spoken(before)


def passage_entry(passage_id: int, title: str, passage: Spoken, before: Spoken | None) -> LexicalEntry:
    """A passage as full text indexes it: by its title, headings and words, and by those of the message `before`."""
    return LexicalEntry(passage_id, title, passage.heading, spoken(passage), context_of(passage, before))


def entity_entry(entity_id: int, name: str, aliases: Iterable[str]) -> LexicalEntry:
    """An entity as full text indexes it: by its name, and below by its other names."""
    return LexicalEntry(entity_id, name, "", " ".join(aliases))


def fact_entry(fact_id: int, subject: str, relation: str, target: str, statement: str) -> LexicalEntry:
    """A fact as full text indexes it: by the names of its ends, its relation, and the words that stated it first."""
    return LexicalEntry(fact_id, f"{subject} {target}", relation.replace("_", " "), statement)
