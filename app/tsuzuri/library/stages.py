"""The stages of a library, built from its adapters: what reads files, embeds, links names and lets the model read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from tsuzuri.core.clock import Clock
from tsuzuri.core.models import ChatModel, Embedder, Reranker
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, Reader
from tsuzuri.enrich.rules import HierarchyRules
from tsuzuri.pipeline.budget import UNBOUNDED, Budget

if TYPE_CHECKING:
    from tsuzuri.enrich.categorise import Categorising
    from tsuzuri.enrich.summaries import Summarising
    from tsuzuri.extract.contradictions import Contradictions
    from tsuzuri.extract.identity.matching import Matching
    from tsuzuri.extract.mentions import MentionIndex
    from tsuzuri.extract.understand import Understanding
    from tsuzuri.ingest.embedding import Embedding
    from tsuzuri.ingest.indexing import Indexing
    from tsuzuri.ingest.reading import InHand, Readings
    from tsuzuri.ingest.watching import Watching


@dataclass(frozen=True, slots=True)
class Models:
    """The models a library may use. Each starts its process on first use only.

    `chat` is None where no chat model is configured; `chat_installed` tells whether its file and what
    runs it are here. It is asked about the contradictions of one passage `max_write_llm_calls` times at most.
    `reranker` orders what both routes have found, where there is one.
    """

    embedder: Embedder
    chat: ChatModel | None
    chat_name: str
    chat_installed: bool
    budget: Budget = UNBOUNDED
    max_write_llm_calls: int = 3
    reranker: Reranker | None = None


@dataclass(frozen=True)
class Stages:
    """Makes each stage on first use. What takes files in is not imported by those who only look.

    `open_reader` makes a reader with a process of its own. `own` are Tsuzuri's folders, which are never taken in.
    `allow_query` lets a person's own SQL read the documented views. `sorting` is held while entities are sorted into
    categories.
    """

    backend: Backend
    open_reader: Callable[[], Reader]
    models: Models
    ontology: Ontology
    clock: Clock
    own: tuple[Path, ...] = ()
    hierarchy: HierarchyRules = field(default_factory=HierarchyRules)
    allow_query: bool = False
    sorting: Lock = field(default_factory=Lock, init=False, repr=False, compare=False)

    def indexing(self, reader: Reader) -> "Indexing":
        """What makes a file searchable."""
        from tsuzuri.extract.given.write import GivenFacts
        from tsuzuri.ingest.indexing import Indexing

        given = GivenFacts(self.backend, self.ontology, self.clock)
        return Indexing(self.backend, reader, self.models.embedder.count_tokens, self.clock, given)

    def readings(self, reader: Reader, in_hand: "InHand | None" = None) -> "Readings":
        """What reads the files that wait; several at a time share what is `in_hand`."""
        from tsuzuri.ingest.reading import Readings

        return Readings(self.backend, self.indexing(reader), self.clock, in_hand=in_hand)

    def watching(self) -> "Watching":
        """What keeps the records in line with the watched folders."""
        from tsuzuri.ingest.reconcile import Departures, Reconciler
        from tsuzuri.ingest.watching import Watching

        reconciler = Reconciler(self.backend, self.clock)
        return Watching(self.backend, reconciler, Departures(self.backend, self.clock), self.clock, own=self.own)

    @cached_property
    def embedding(self) -> "Embedding":
        """What fills the embedder's space."""
        from tsuzuri.ingest.embedding import Embedding

        return Embedding(self.backend, self.models.embedder)

    @cached_property
    def mentions(self) -> "MentionIndex":
        """What links names to the passages they stand in."""
        from tsuzuri.extract.mentions import MentionIndex

        return MentionIndex(self.backend)

    @cached_property
    def contradictions(self) -> "Contradictions":
        """What weighs facts that cannot both be true; without a model that runs here only rules decide."""
        from tsuzuri.extract.contradictions import Contradictions

        return Contradictions(
            self.backend,
            self.models.chat if self.models.chat_installed else None,
            self.clock,
            budget=self.models.budget,
            max_calls=self.models.max_write_llm_calls,
        )

    @cached_property
    def categorising(self) -> "Categorising":
        """What keeps the category hierarchy; without a model that runs here, names are those of the children."""
        from tsuzuri.enrich.categorise import Categorising

        return Categorising(
            self.backend,
            self.models.embedder.space,
            self.hierarchy,
            self.clock,
            chat=self.models.chat if self.models.chat_installed else None,
            budget=self.models.budget,
        )

    @cached_property
    def summarising(self) -> "Summarising":
        """What gives documents their summaries."""
        from tsuzuri.enrich.summaries import Summarising

        return Summarising(self.backend, self.models.embedder.space)

    @cached_property
    def matching(self) -> "Matching":
        """What finds out which entities are one."""
        from tsuzuri.extract.identity.matching import Matching

        return Matching(self.backend, self.clock)

    def understanding(self, chat: ChatModel) -> "Understanding":
        """What lets the model read."""
        from tsuzuri.extract.understand import Understanding

        return Understanding(self.backend, chat, self.ontology, self.clock, budget=self.models.budget)
