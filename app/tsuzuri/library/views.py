"""What the library shows of itself: entities with their facts, passages in their document, its own state."""

from dataclasses import dataclass
from datetime import datetime

from tsuzuri.core.document import Span
from tsuzuri.core.literals import ValueType
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

    @property
    def meaning(self) -> str:
        """The normal form of a value, where it says more than the words: 2024-03-15 for "next Friday"."""
        form = self.fact.form
        if form is None or form.type in (ValueType.TEXT, ValueType.ROLE) or form.norm == self.fact.object_name:
            return ""
        return form.norm


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

    `text` is a stretch of the document around the passage, `passage_span` the passage in it. `same_as` is the passage
    that the model has read in its place, where it says the same as another; None for any other.
    """

    passage: Passage
    text: str
    passage_span: Span
    same_as: Passage | None = None


@dataclass(frozen=True, slots=True)
class Status:
    """The library's state, for a status line. `chat` and `embedder` name the models, empty where none is
    configured; `chat_installed` tells whether the chat model's file and what runs it are here.

    `tokens_per_day` is None without a budget; `goes_on_at` is set once today's is used up, in local time. `eta_s` is
    how many seconds the model needs for what waits, at its latest pace, None before it has worked here.
    """

    dataset: str
    encrypted: bool
    counts: Counts
    chat: str
    chat_installed: bool
    embedder: str
    tokens_today: int = 0
    tokens_per_day: int | None = None
    goes_on_at: datetime | None = None
    eta_s: float | None = None
