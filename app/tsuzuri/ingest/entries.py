"""A passage as it is embedded: under its title and headings, after the message that it answers."""

from tsuzuri.core.lexical import context_of, spoken
from tsuzuri.core.values import Passage


def embedded(passage: Passage, before: Passage | None) -> str:
    """The text whose vector stands for a passage; `before` is the one before it in its document."""
    parts = (passage.title, passage.heading, context_of(passage, before), spoken(passage))
    return "\n".join(part for part in parts if part)
