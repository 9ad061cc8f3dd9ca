"""What the library shows of itself: entities with their facts, passages in their document, its own state."""

from dataclasses import dataclass

from tsuzuri.core.document import Span
from tsuzuri.core.values import Counts, Entity, Evidence, Fact, Mention, Passage


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with its best evidence and the passage that states it."""

    fact: Fact
    evidence: Evidence
    passage: Passage

    @property
    def sentence(self) -> str:
        """The words that state the fact, as the source has them."""
        return self.evidence.statement.of(self.passage.text)


@dataclass(frozen=True, slots=True)
class MentionView:
    """A mention and the passage it stands in."""

    mention: Mention
    passage: Passage


@dataclass(frozen=True, slots=True)
class EntityCard:
    """All that is known of an entity, facts in order of time."""

    entity: Entity
    facts: tuple[FactView, ...]
    mentions: tuple[MentionView, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage in its document.

    `text` is a stretch of the document around the passage, `passage_span` the passage in it.
    """

    passage: Passage
    text: str
    passage_span: Span


@dataclass(frozen=True, slots=True)
class Status:
    """The library's state, for a status line. `chat` and `embedder` name the models, empty where none is
    configured; `chat_installed` tells whether the chat model's file and what runs it are here.
    """

    dataset: str
    encrypted: bool
    counts: Counts
    chat: str
    chat_installed: bool
    embedder: str
