"""A full-text query as data. No text of a person's ever becomes query syntax."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


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
    """Terms to find. An empty query matches nothing."""

    terms: tuple[Term, ...]
    match: Match = Match.ALL


@dataclass(frozen=True, slots=True)
class LexicalEntry:
    """The text of one index row, not yet segmented: `title` and `heading` weigh more than `body`."""

    id: int
    title: str
    heading: str
    body: str


def entity_entry(entity_id: int, name: str, aliases: Iterable[str]) -> LexicalEntry:
    """An entity as full text indexes it: by its name, and below by its other names."""
    return LexicalEntry(entity_id, name, "", " ".join(aliases))


def fact_entry(fact_id: int, subject: str, relation: str, target: str, statement: str) -> LexicalEntry:
    """A fact as full text indexes it: by the names of its ends, its relation, and the words that stated it first."""
    return LexicalEntry(fact_id, f"{subject} {target}", relation.replace("_", " "), statement)
