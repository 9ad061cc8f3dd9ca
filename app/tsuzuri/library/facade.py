"""The library: one object that takes files in, lets the model read them, searches, and shows what is known."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, ChatModel, Embedder, Reader
from tsuzuri.core.results import SearchResult, Strategy
from tsuzuri.library.reading import Browser
from tsuzuri.library.views import Status
from tsuzuri.logs import event_logger
from tsuzuri.pipeline.progress import Meter, Progress
from tsuzuri.search.searcher import Searcher

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector
    from tsuzuri.extract.understand import Understood
    from tsuzuri.ingest.indexing import Indexed
    from tsuzuri.ingest.scan import Unreachable


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


@dataclass(frozen=True, slots=True)
class AddReport:
    """What an `add` came to.

    `understood` is None when the model's part was left for later, and `model_message` then says why.
    """

    indexed: "tuple[Indexed, ...]"
    unreachable: "tuple[Unreachable, ...]"
    understood: "Understood | None"
    waiting: int
    model_message: str = ""


_log = event_logger("library")

OnProgress = Callable[[str, Progress], None]
"""Hears of a step's name ("reading files", "understanding passages") and how far it is."""


class Library(Browser):
    """One open dataset.

    Browsing and searching may be done from any thread; adding takes the writer lock, so that one process at a time
    writes. Use as a context manager, or call `close`.
    """

    def __init__(
        self,
        dataset: str,
        backend: Backend,
        reader: Reader,
        models: Models,
        ontology: Ontology,
        clock: Clock,
        *,
        encrypted: bool,
        writing: Callable[[], AbstractContextManager[None]],
        new_id: Callable[[], str],
    ) -> None:
        super().__init__(backend)
        self._dataset = dataset
        self._reader = reader
        self._models = models
        self._ontology = ontology
        self._clock = clock
        self._encrypted = encrypted
        self._writing = writing
        self._searcher = Searcher(backend, models.embedder, new_id)

    def add(self, paths: Sequence[Path], *, model: bool = True, on_progress: OnProgress | None = None) -> AddReport:
        """Take in every file at or below the paths, then let the model read what waits among them.

        Without paths, only the model's part is done, for everything that waits. A run that was broken off is taken
        up where it was. With `model=False`, or where the chat model is missing, files become searchable and their
        passages wait.

        Raises:
            LibraryBusy: another process is writing.
            ModelUnavailable: the embedder cannot run, or a chat model that is here cannot.
            OutOfSpace: the disk is full; what was stored stays.
        """
        # A place is written down in one way only, however it was named: `..` and links would make it two sources.
        paths = [path.resolve() for path in paths]
        # What takes files in is not needed by those who only look, and the interface is to open at once.
        from tsuzuri.ingest.indexing import Indexing

        with self._writing():
            indexing = Indexing(self._backend, self._reader, self._models.embedder, self._clock)
            sources, unreachable = indexing.record(paths)
            step = _Step("reading files", len(sources), on_progress)
            indexed = indexing.run(sources, on_done=lambda _: step.advance())
            understood, message = self._understand(paths, on_progress) if model else (None, "")
        _log.info(
            "added",
            files=len(indexed),
            refused=sum(bool(one.reason) for one in indexed),
            unreachable=len(unreachable),
            passages_understood=understood.passages if understood else 0,
            facts=understood.facts if understood else 0,
        )
        return AddReport(indexed, unreachable, understood, self._backend.catalog.counts().pending, message)

    def search(
        self,
        words: str,
        *,
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 20,
        semantic: bool = True,
        typing: bool = False,
        vector: "Vector | None" = None,
    ) -> SearchResult:
        """Search by a strategy; see `search.searcher.Searcher.search`."""
        result = self._searcher.search(
            words, strategy=strategy, limit=limit, semantic=semantic, typing=typing, vector=vector
        )
        _log.info(
            "searched",
            diagnostic_id=result.diagnostic_id,
            outcome=result.outcome,
            strategy=strategy,
            hits=len(result.hits),
            ms=sum(timing.ms for timing in result.timings),
        )
        return result

    def status(self) -> Status:
        """The library's state in a few numbers and names."""
        return Status(
            dataset=self._dataset,
            encrypted=self._encrypted,
            counts=self._backend.catalog.counts(),
            chat=self._models.chat_name,
            chat_installed=self._models.chat_installed,
            embedder=self._models.embedder.space.model,
        )

    def check(self) -> tuple[str, ...]:
        """What is wrong with the stored data, a sentence each; empty when all is well. Reads everything."""
        return self._backend.check()

    def close(self) -> None:
        """End the processes and release the file. Idempotent."""
        self._reader.close()
        self._models.embedder.close()
        if self._models.chat is not None:
            self._models.chat.close()
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _understand(self, paths: Sequence[Path], on_progress: OnProgress | None) -> "tuple[Understood | None, str]":
        from tsuzuri.extract.understand import Understanding, Understood

        chat = self._models.chat
        if chat is None:
            return None, "no chat model is configured (chat.enabled, chat.model)"
        under = [str(path) for path in paths]
        waiting = self._backend.catalog.pending_count(under=under)
        if waiting == 0:
            return Understood(0, 0, 0, 0), ""
        step = _Step("understanding passages", waiting, on_progress)
        understanding = Understanding(self._backend, chat, self._models.embedder, self._ontology, self._clock)
        try:
            return understanding.run(under=under, on_passage=lambda _: step.advance()), ""
        except ModelUnavailable as error:
            if not self._models.chat_installed:
                return None, f"{error.message}; {error.hint}"
            raise


class _Step:
    """Counts one step's work and tells of it."""

    def __init__(self, name: str, total: int, on_progress: OnProgress | None) -> None:
        self._name = name
        self._total = total
        self._done = 0
        self._meter = Meter()
        self._on_progress = on_progress
        self._tell()

    def advance(self) -> None:
        """One more is done."""
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        if self._on_progress is not None and self._total:
            self._on_progress(self._name, self._meter.at(self._done, self._total))
