"""The stages of a library, built from its adapters: what reads files, embeds, links names and lets the model read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.clock import Clock
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, ChatModel, Embedder, Reader
from tsuzuri.pipeline.budget import UNBOUNDED, Budget

if TYPE_CHECKING:
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
    runs it are here.
    """

    embedder: Embedder
    chat: ChatModel | None
    chat_name: str
    chat_installed: bool
    budget: Budget = UNBOUNDED


@dataclass(frozen=True)
class Stages:
    """Makes each stage on first use. What takes files in is not imported by those who only look.

    `open_reader` makes a reader with a process of its own. `own` are Tsuzuri's folders, which are never taken in.
    """

    backend: Backend
    open_reader: Callable[[], Reader]
    models: Models
    ontology: Ontology
    clock: Clock
    own: tuple[Path, ...] = ()

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

    def understanding(self, chat: ChatModel) -> "Understanding":
        """What lets the model read."""
        from tsuzuri.extract.understand import Understanding

        return Understanding(self.backend, chat, self.ontology, self.clock, budget=self.models.budget)
