"""A passage as the indexes see it: with its speaker, and with the headings above it."""

from typing import Protocol

from tsuzuri.core.ids import PassageId
from tsuzuri.core.lexical import LexicalEntry


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
        """Who says it, in a message."""


def passage_entry(passage_id: PassageId, title: str, passage: Spoken) -> LexicalEntry:
    """The passage as full text indexes it, under the title of its document."""
    return LexicalEntry(passage_id, title, passage.heading, _spoken(passage))


def embedded(passage: Spoken) -> str:
    """The passage as it is embedded."""
    return f"{passage.heading}\n{_spoken(passage)}" if passage.heading else _spoken(passage)


def _spoken(passage: Spoken) -> str:
    if passage.speaker and passage.speaker not in passage.text:
        return f"{passage.speaker}: {passage.text}"
    return passage.text
