"""What the library shows of itself: entities with their facts, passages in their document, its own state."""

from dataclasses import dataclass
from datetime import datetime

from tsuzuri.core.document import Span
from tsuzuri.core.jobs import JobCounts
from tsuzuri.core.literals import ValueType
from tsuzuri.core.values import Counts, Entity, Evidence, Fact, Mention, Passage
from tsuzuri.library.queue import Backlog


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with its best evidence and the passage that states it.

    `closer` is the fact that closed it, `rival` one that cannot be true together with it; None for none.
    """

    fact: Fact
    evidence: Evidence
    passage: Passage
    closer: Fact | None = None
    rival: Fact | None = None

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

    @property
    def then(self) -> str:
        """What closed it, in words: the value in its place ("Lumen AG"), or what ended it ("left Lumen AG")."""
        if self.closer is None:
            return ""
        return self.closer.object_name if self.closer.relation == self.fact.relation else self.closer.predicate


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
    how many seconds the model needs for what waits, at its latest pace, None before it has worked here. `kept_by` is
    who keeps the library or takes files in now: "here", "process 123", or empty. `questions` wait for a person.
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
    backlog: Backlog | None = None
    kept_by: str = ""
    questions: int = 0

    @property
    def waiting(self) -> int:
        """Files to be read for the first time, or being read."""
        jobs = self._jobs
        return jobs.waiting - jobs.retrying + jobs.running

    @property
    def retrying(self) -> int:
        """Files that failed and are tried again later."""
        return self._jobs.retrying

    @property
    def aside(self) -> int:
        """Files that were given up after their tries."""
        return self._jobs.aside

    @property
    def unembedded(self) -> int:
        """Texts without a vector."""
        return self.backlog.embedding if self.backlog else 0

    @property
    def missing(self) -> int:
        """Files that were not found at the last look."""
        return self.counts.missing

    @property
    def paused(self) -> bool:
        """Whether a person has stopped the work."""
        return self.backlog is not None and self.backlog.paused

    @property
    def _jobs(self) -> JobCounts:
        return self.backlog.reading if self.backlog else JobCounts(0, 0, 0, 0, 0)
