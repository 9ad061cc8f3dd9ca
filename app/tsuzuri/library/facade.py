"""The library: one object that takes files in, keeps folders, lets the model read, searches, and forgets."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Self

from tsuzuri.core.errors import LibraryBusy, OutOfSpace
from tsuzuri.core.ports import Reader
from tsuzuri.core.results import SearchResult, Strategy
from tsuzuri.library.reading import Browser
from tsuzuri.library.stages import Stages
from tsuzuri.library.step import OnProgress, Step
from tsuzuri.library.views import Status
from tsuzuri.logs import event_logger
from tsuzuri.search.searcher import Searcher
from tsuzuri.search.shown import Shown
from tsuzuri.search.strategies import PLANS
from tsuzuri.text.normalise import display

if TYPE_CHECKING:
    from datetime import date

    from tsuzuri.core.answers import Answer
    from tsuzuri.core.ids import SourceId
    from tsuzuri.core.selecting import Table
    from tsuzuri.core.values import Source, Vector
    from tsuzuri.enrich.categorise import Kept
    from tsuzuri.library.adding import AddReport
    from tsuzuri.library.asking import Asking, Search
    from tsuzuri.library.folders import Folders
    from tsuzuri.library.foremost import Foremost
    from tsuzuri.library.forgetting import Receipt
    from tsuzuri.library.hierarchy import Hierarchy
    from tsuzuri.library.history import History
    from tsuzuri.library.keeping import Keeper
    from tsuzuri.library.lock import Holder
    from tsuzuri.library.queue import Queue
    from tsuzuri.library.remembering import Remembered
    from tsuzuri.library.review import Review
    from tsuzuri.library.tending import Caretaker, Problem
    from tsuzuri.library.verbatim import Checked, Unfounded
    from tsuzuri.library.walks import Walks
    from tsuzuri.search.registry import OnStep

_log = event_logger("library")
_ASKED = 60
"""So many hits are looked at for an answer."""


class Library(Browser):
    """One open dataset.

    Everything may be called from any thread. What is written is small and at once; the long work, `add` and `keep`,
    takes the writer lock, so that one process at a time does it. Use as a context manager, or call `close`.
    """

    def __init__(
        self,
        dataset: str,
        stages: Stages,
        *,
        encrypted: bool,
        writing: Callable[[], AbstractContextManager[None]],
        holder: "Callable[[], Holder | None]",
        new_id: Callable[[], str],
    ) -> None:
        super().__init__(stages.backend)
        self._dataset = dataset
        self._stages = stages
        self._models = stages.models
        self._clock = stages.clock
        self._encrypted = encrypted
        self._writing = writing
        self._holder = holder
        self._searcher = Searcher(stages.backend, stages.models.embedder, new_id, stages.clock)
        self._new_id = new_id
        self._shown = Shown()
        self._reader: Reader | None = None
        self._caretaker: Caretaker | None = None

    def add(self, paths: Sequence[Path], *, model: bool = True, on_progress: OnProgress | None = None) -> "AddReport":
        """Take in every file at or below the paths, then let the model read what waits among them.

        Without paths, everything that waits is worked through. A run that was broken off is taken up where it was.
        With `model=False`, or where the chat model is missing, files become searchable and their passages wait. Where
        another process keeps the library, it does the work: this waits until the files can be found.

        Raises:
            LibraryBusy: another process is at work, and no paths were named or the library rests.
            ModelUnavailable: the embedder cannot run, or a chat model that is here cannot.
            OutOfSpace: the disk is full; what was stored stays.
        """
        from tsuzuri.library.adding import Adding

        if self._reader is None:
            self._reader = self._stages.open_reader()
        adding = Adding(self._stages, self._reader, self._writing, self._shown.take, on_progress)
        # A place is written down in one way only, however it was named: `..` and links would make it two sources.
        report = adding.run([path.resolve() for path in paths], model=model)
        understood = report.understood
        _log.info(
            "added",
            files=len(report.indexed),
            unchanged=report.unchanged,
            refused=sum(bool(one.reason) for one in report.indexed),
            unreachable=len(report.unreachable),
            passages_understood=understood.passages if understood else 0,
            facts=understood.facts if understood else 0,
        )
        return report

    @cached_property
    def folders(self) -> "Folders":
        """The watched folders."""
        from tsuzuri.library.folders import Folders

        return Folders(self._backend, self._clock, self._stages.own)

    @cached_property
    def queue(self) -> "Queue":
        """The files that wait to be read, and how much is left to do."""
        from tsuzuri.library.queue import Queue

        return Queue(self._backend, self._clock)

    @cached_property
    def review(self) -> "Review":
        """What waits for a person's decision, and what was decided."""
        from tsuzuri.library.review import Review

        return Review(self._backend, self._stages.ontology, self._clock)

    @cached_property
    def hierarchy(self) -> "Hierarchy":
        """The categories above entities: to look at, to build, to take back; see `Hierarchy.keep_up`."""
        from tsuzuri.library.hierarchy import Hierarchy
        from tsuzuri.library.sorting import sorting

        stages, alone = self._stages, partial(sorting, self._stages.sorting, self._writing, self._holder)
        return Hierarchy(self._backend, lambda: stages.categorising, alone)

    def enrich(self, *, model: bool = True, on_progress: OnProgress | None = None) -> "Kept":
        """Give new entities their place in the hierarchy, and build it anew if that is due; see `Hierarchy.keep_up`.

        Documents without a summary get theirs before.
        """
        with self._writing():
            self._stages.summarising.run()
        return self.hierarchy.keep_up(model=model, on_progress=on_progress)

    def keep(self) -> "Keeper":
        """What keeps the library in line with its folders and works through what waits, as a context manager."""
        from tsuzuri.library.keeping import Keeper

        return Keeper(self._stages, self._writing)

    def to_forget(self, paths: Sequence[Path]) -> "tuple[Source, ...]":
        """The sources that are one of the paths or lie below one, whether or not a file is still there."""
        from tsuzuri.library.forgetting import sources_under

        return sources_under(self._backend, paths)

    def forget(self, source_ids: "Sequence[SourceId]", *, dry_run: bool = False) -> "Receipt":
        """Forget sources with all that only they support; see `forgetting.forget`.

        Raises:
            LibraryBusy: another process is writing; nothing was forgotten.
            OutOfSpace: there is no room to do it in; nothing was forgotten.
        """
        from tsuzuri.library.forgetting import forget

        receipt = forget(self._backend, source_ids, dry_run=dry_run)
        _log.info("forgotten", dry_run=dry_run, sources=len(receipt.sources), facts=receipt.facts)
        return receipt

    def erase(self) -> None:
        """Rewrite the file, so that nothing of what was deleted is left in its bytes; `forget` does that too.

        Raises:
            LibraryBusy: another process writes, or reads for long: try again.
            OutOfSpace: there is no room for the copy.
        """
        self._backend.scrub()

    def remember(self, text: str, *, title: str, agent: str) -> "Remembered":
        """Take in a note that an agent wrote: a source without a file, marked with who wrote it; see `remembering`.

        Raises:
            UsageError: there is nothing in it, or too much.
            ModelUnavailable: the embedder cannot run.
            OutOfSpace: the disk is full.
        """
        from tsuzuri.library.remembering import remember

        return remember(self._stages, text, title=title, agent=agent, note_id=self._new_id())

    def tend(self) -> "Caretaker":
        """What keeps the library, as a context manager, whenever folders are watched and no other process keeps it."""
        from tsuzuri.library.tending import Caretaker

        self._caretaker = Caretaker(self.keep, lambda: bool(self.folders.roots()), self._clock)
        return self._caretaker

    def keeper_problems(self) -> "tuple[Problem, ...]":
        """Why stages do not go on, where this process keeps the library."""
        return self._caretaker.problems if self._caretaker is not None else ()

    def search(
        self,
        words: str,
        *,
        strategy: Strategy = Strategy.SYSTEM1,
        limit: int = 20,
        semantic: bool = True,
        typing: bool = False,
        vector: "Vector | None" = None,
        as_of: "date | None" = None,
        on_step: "OnStep | None" = None,
    ) -> SearchResult:
        """Search by a strategy; see `search.searcher.Searcher.search` for those that are plans of System-1.

        Of the others each does one thing, and `semantic`, `typing` and `vector` are nothing to it; `on_step` is told of
        each step of a walk, in whichever thread walks. One that cannot answer now says why, and what to do.

        What it shows will be read by the model before the rest. That is noted in memory, and stored by the next `add`
        or by `close`; it is lost if another process is writing at that moment.
        """
        started = perf_counter()
        words = display(words)  # what a client sends may be no Unicode text, which no store takes
        if strategy in PLANS:
            result = self._searcher.search(
                words, strategy=strategy, limit=limit, semantic=semantic, typing=typing, vector=vector, as_of=as_of
            )
        else:
            result = self.walks.search(words, strategy=strategy, limit=limit, as_of=as_of, on_step=on_step)
        if semantic or not typing:  # not what flits by with each keypress
            self._shown.note(result.hits)
        _log.info(
            "searched",
            diagnostic_id=result.diagnostic_id,
            outcome=result.outcome,
            strategy=strategy,
            hits=len(result.hits),
            ms=(perf_counter() - started) * 1000,
        )
        return result

    @cached_property
    def _asking(self) -> "Asking":
        from tsuzuri.library.asking import Asking

        return Asking(self._stages, self._foremost)

    @cached_property
    def _foremost(self) -> "Foremost | None":
        from tsuzuri.library.foremost import Foremost

        chat = self._models.chat if self._models.chat_installed else None
        return None if chat is None else Foremost(chat)

    def ask(
        self,
        question: str,
        *,
        strategy: Strategy | None = None,
        as_of: "date | None" = None,
        model: bool = True,
        history: "Sequence[Answer]" = (),
        on_step: Callable[[str], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> "Answer":
        """Answer a question from what is found for it; see `asking.Asking.ask`. Nothing of it is stored
        but by `history.keep`.

        Without a `strategy`, System-1 finds what answers one thing, and both systems what answers several, if the model
        may be asked. `history` are the answers that it follows on.
        """
        tell, question = on_step or _untold, display(question)

        def searching(one: Strategy) -> "Search":
            def find(words: str, day: "date | None") -> SearchResult:
                told = None if on_step is None else lambda step: tell(str(step))
                return self.search(words, strategy=one, limit=_ASKED, as_of=day, on_step=told)

            return find

        answer = self._asking.ask(
            question,
            searching(strategy or Strategy.SYSTEM1),
            search_widely=searching(Strategy.DUAL) if model and strategy is None else None,
            model=model,
            as_of=as_of,
            history=history,
            on_step=tell,
            on_text=on_text or _untold,
        )
        _log.info("asked", diagnostic_id=answer.diagnostic_id, verdict=answer.verdict, composer=answer.composer or "")
        return answer

    def stop_asking(self) -> None:
        """Stop the answer that the chat model is at; `ask` then gives one that says so. From any thread."""
        self._asking.stop()

    @cached_property
    def history(self) -> "History":
        """What was asked here, and what was answered. It is no part of what is searched."""
        from tsuzuri.library.history import History

        return History(self._backend, self._clock)

    @cached_property
    def walks(self) -> "Walks":
        """The strategies that may walk down the categories, and the last walk."""
        from tsuzuri.library.walks import Walks

        return Walks.over(self._stages, self._searcher, self._new_id, self._foremost)

    def query(self, sql: str, *, rows: int = 1000) -> "Table":
        """Run one SELECT over the documented views; see `querying.query`.

        Raises:
            NotAllowed: the settings do not allow it.
            UsageError: it is no SELECT over them, or takes too long.
        """
        from tsuzuri.library.querying import query

        return query(self._stages, sql, rows)

    def status(self) -> Status:
        """The library's state in a few numbers and names."""
        now, agenda, budget = self._clock(), self._backend.agenda, self._models.budget
        counts = self._backend.catalog.counts()
        used = agenda.used(budget.day(now)).tokens
        pace = agenda.pace()
        return Status(
            dataset=self._dataset,
            encrypted=self._encrypted,
            counts=counts,
            chat=self._models.chat_name,
            chat_installed=self._models.chat_installed,
            embedder=self._models.embedder.space.model,
            tokens_today=used,
            tokens_per_day=budget.tokens_per_day,
            goes_on_at=budget.goes_on_at(now) if budget.is_used_up(used) else None,
            eta_s=None if pace is None or agenda.unweighed() else agenda.work_left() / pace,
            backlog=self.queue.backlog(counts),
            kept_by=holder.told if (holder := self._holder()) else "",
            questions=self._backend.reviews.count(),
        )

    def check(self) -> tuple[str, ...]:
        """What is wrong with the stored data, a sentence each; empty when all is well. Reads everything."""
        return self._backend.check()

    def check_facts(
        self, on_failure: "Callable[[Unfounded], None]", on_progress: OnProgress | None = None
    ) -> "Checked":
        """Compare every fact with the words of its evidence; see `verbatim.check_facts`."""
        from tsuzuri.library.verbatim import check_facts

        step = Step("checking facts", self._backend.catalog.counts().facts, on_progress)
        return check_facts(self._backend, on_failure, step.reach)

    def close(self) -> None:
        """Store what searches have shown, end the processes and release the file. Idempotent."""
        self._store_shown()
        if self._reader is not None:
            self._reader.close()
        self._models.embedder.close()
        if self._models.reranker is not None:
            self._models.reranker.close()
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
            with self._backend.transaction():
                self._backend.agenda.want(shown)
        except (LibraryBusy, OutOfSpace, OSError) as error:
            _log.info("searches_not_noted", passages=len(shown), error=type(error).__name__)


def _untold(_: str) -> None:
    """Nobody listens."""
