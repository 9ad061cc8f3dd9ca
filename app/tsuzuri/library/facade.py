"""The library: one object that takes files in, lets the model read them, searches, and shows what is known."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tsuzuri.core.clock import Clock
from tsuzuri.core.errors import LibraryBusy, ModelUnavailable, OutOfSpace
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, ChatModel, Embedder, Reader
from tsuzuri.core.results import SearchResult, Strategy
from tsuzuri.library.reading import Browser
from tsuzuri.library.views import Status
from tsuzuri.logs import event_logger
from tsuzuri.pipeline.budget import UNBOUNDED, Budget
from tsuzuri.pipeline.progress import Meter, Progress, Work
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.shown import Shown

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector
    from tsuzuri.extract.mentions import MentionIndex
    from tsuzuri.extract.understand import Understood
    from tsuzuri.ingest.indexing import Indexed
    from tsuzuri.ingest.scan import Unreachable
    from tsuzuri.library.verbatim import Checked, Unfounded


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


@dataclass(frozen=True, slots=True)
class AddReport:
    """What an `add` came to.

    `understood` is None when the model's part was left for later. `model_message` then says why, or why the model did
    not read all of it.
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
        self._shown = Shown()

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
        from tsuzuri.extract.given.write import GivenFacts
        from tsuzuri.ingest.indexing import Indexing

        with self._writing():
            given = GivenFacts(self._backend, self._ontology, self._clock)
            indexing = Indexing(self._backend, self._reader, self._models.embedder, self._clock, given)
            sources, unreachable = indexing.record(paths)
            step = _Step("reading files", len(sources), on_progress)
            indexed = indexing.run(sources, on_done=lambda _: step.advance())
            self._link(on_progress)
            understood, message = self._understand(paths, on_progress) if model else (None, "")
            self._link(on_progress)
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
        """Search by a strategy; see `search.searcher.Searcher.search`.

        What it shows will be read by the model before the rest. That is noted in memory, and stored by the next `add`
        or by `close`; it is lost if another process is writing at that moment.
        """
        result = self._searcher.search(
            words, strategy=strategy, limit=limit, semantic=semantic, typing=typing, vector=vector
        )
        if semantic or not typing:  # not what flits by with each keypress
            self._shown.note(result.hits)
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
        now, agenda, budget = self._clock(), self._backend.agenda, self._models.budget
        used = agenda.used(budget.day(now)).tokens
        pace = agenda.pace()
        return Status(
            dataset=self._dataset,
            encrypted=self._encrypted,
            counts=self._backend.catalog.counts(),
            chat=self._models.chat_name,
            chat_installed=self._models.chat_installed,
            embedder=self._models.embedder.space.model,
            tokens_today=used,
            tokens_per_day=budget.tokens_per_day,
            goes_on_at=budget.goes_on_at(now) if budget.is_used_up(used) else None,
            eta_s=None if pace is None or agenda.unweighed() else agenda.work_left() / pace,
        )

    def check(self) -> tuple[str, ...]:
        """What is wrong with the stored data, a sentence each; empty when all is well. Reads everything."""
        return self._backend.check()

    def check_facts(
        self, on_failure: "Callable[[Unfounded], None]", on_progress: OnProgress | None = None
    ) -> "Checked":
        """Compare every fact with the words of its evidence; see `verbatim.check_facts`."""
        from tsuzuri.library.verbatim import check_facts

        step = _Step("checking facts", self._backend.catalog.counts().facts, on_progress)
        return check_facts(self._backend, on_failure, step.reach)

    def close(self) -> None:
        """Store what searches have shown, end the processes and release the file. Idempotent."""
        self._store_shown()
        self._reader.close()
        self._models.embedder.close()
        if self._models.chat is not None:
            self._models.chat.close()
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _store_shown(self) -> None:
        """What searches have shown, into the store, if nobody is writing; a wish is not worth waiting for."""
        if not (shown := self._shown.take()):
            return
        try:
            with self._writing(), self._backend.transaction():
                self._backend.agenda.want(shown)
        except (LibraryBusy, OutOfSpace, OSError) as error:
            _log.info("searches_not_noted", passages=len(shown), error=type(error).__name__)

    def _link(self, on_progress: OnProgress | None) -> None:
        """Link every passage that waits for it to the names it holds."""
        step: _Step | None = None

        def on_linked(done: int, of: int) -> None:
            nonlocal step
            step = step or _Step("linking names", of, on_progress)
            step.reach(done)

        self._mentions.run(on_linked=on_linked)

    @cached_property
    def _mentions(self) -> "MentionIndex":
        from tsuzuri.extract.mentions import MentionIndex

        return MentionIndex(self._backend)

    def _understand(self, paths: Sequence[Path], on_progress: OnProgress | None) -> "tuple[Understood | None, str]":
        from tsuzuri.extract.understand import Understanding, Understood

        chat = self._models.chat
        if chat is None:
            return None, "no chat model is configured (chat.enabled, chat.model)"
        under = [str(path) for path in paths]
        waiting = self._backend.catalog.pending_count(under=under)
        if waiting == 0:
            return Understood(0, 0, 0, 0), ""
        understanding = Understanding(
            self._backend,
            chat,
            self._models.embedder,
            self._ontology,
            self._clock,
            budget=self._models.budget,
        )
        weighing = _Step("weighing passages", len(self._backend.agenda.unweighed(under=under)), on_progress)
        work = understanding.weigh(under=under, on_weighed=weighing.reach)
        step = _Step("understanding passages", waiting, on_progress, work=work)
        try:
            understood = understanding.run(
                under=under,
                on_passage=lambda _: step.advance(),
                on_work=step.labour,
                shown=self._shown.take,
            )
            return understood, understood.ended
        except ModelUnavailable as error:
            if not self._models.chat_installed:
                return None, f"{error.message}; {error.hint}"
            raise


class _Step:
    """Counts one step's work and tells of it."""

    def __init__(self, name: str, total: int, on_progress: OnProgress | None, *, work: int | None = None) -> None:
        self._name = name
        self._work = None if work is None else Work(0, work)
        self._total = total
        self._done = 0
        self._meter = Meter()
        self._on_progress = on_progress
        self._tell()

    def advance(self) -> None:
        """One more is done."""
        self.reach(self._done + 1)

    def reach(self, done: int) -> None:
        """So many are done."""
        self._done = done
        self._tell()

    def labour(self, work: int) -> None:
        """So much of the work is done; told with the next count."""
        if self._work is not None:
            self._work = Work(self._work.done + work, self._work.total)

    def _tell(self) -> None:
        if self._on_progress is not None and self._total:
            self._on_progress(self._name, self._meter.at(self._done, self._total, self._work))
