"""Taking files in on request: they are recorded at once, and worked through here or by whoever keeps the library."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, ModelUnavailable
from tsuzuri.core.ids import PassageId, SourceId
from tsuzuri.ingest.indexing import Indexed
from tsuzuri.ingest.reading import recover
from tsuzuri.ingest.reconcile import Reconciler
from tsuzuri.ingest.scan import Unreachable, scan
from tsuzuri.library.stages import Stages
from tsuzuri.library.step import OnProgress, Step

if TYPE_CHECKING:
    from tsuzuri.core.ports import Reader
    from tsuzuri.extract.understand import Understood

_LOOK_S = 0.3
_COUNTED = 100_000
"""So many new names are counted, to tell how far their comparison is."""


@dataclass(frozen=True, slots=True)
class AddReport:
    """What an `add` came to: files that were read, how many others had not changed, and paths out of reach.

    `understood` is None when the model's part was left for later. `model_message` then says why, or why the model did
    not read all of it.
    """

    indexed: tuple[Indexed, ...]
    unchanged: int
    unreachable: tuple[Unreachable, ...]
    understood: "Understood | None"
    waiting: int
    model_message: str = ""


class Adding:
    """One `add`."""

    def __init__(
        self,
        stages: Stages,
        reader: "Reader",
        writing: Callable[[], AbstractContextManager[None]],
        shown: Callable[[], Sequence[PassageId]],
        on_progress: OnProgress | None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._stages = stages
        self._backend = stages.backend
        self._readings = stages.readings(reader)
        self._writing = writing
        self._shown = shown
        self._on_progress = on_progress
        self._sleep = sleep
        self._indexed: dict[Path, Indexed] = {}

    def run(self, paths: Sequence[Path], *, model: bool) -> AddReport:
        """Take in every file at or below the paths; see `Library.add`."""
        under = [str(path) for path in paths]
        seen = list(scan(paths, self._stages.own))
        taken = Reconciler(self._backend, self._stages.clock).take_in(seen, under)
        reading = Step("reading files", len(taken.queued), self._on_progress)
        understood, message = None, ""
        with ExitStack() as held:
            if elsewhere := self._take_turn(held, under):
                message = elsewhere if model else ""
            else:
                self._read(under, reading)
                self._embed()
                self._link()
                if model:
                    understood, message = self._understand(under)
                    self._link()
                    self._embed()
                self._match()
                self._summarise()
                if model:  # who is one decides what disputes what
                    self._stages.contradictions.run()
        return AddReport(
            self._results(taken.queued),
            taken.unchanged,
            tuple(one for one in seen if isinstance(one, Unreachable)),
            understood,
            self._backend.catalog.counts().pending,
            message,
        )

    def _take_turn(self, held: ExitStack, under: Sequence[str]) -> str:
        """Hold the writer lock, or tell who does the work, once the files were read there.

        Whoever holds the lock works through all that waits, or will let go of it.

        Raises:
            LibraryBusy: another process holds it, and no files were named whose reading could be waited for; or it
                keeps a library that rests.
        """
        most, following = 0, None
        while True:
            try:
                held.enter_context(self._writing())
            except LibraryBusy as busy:
                if not under:
                    raise
                if (left := self._left(under)) == 0:
                    return "another tsuzuri is at work in this library: the model reads there, or next time"
                if self._backend.jobs.paused():
                    raise LibraryBusy(
                        f"{busy.message}, and the library rests: what is new was noted",
                        hint="let it be read with: tsuzuri jobs resume",
                    ) from None
                if following is None or left > most:
                    most, following = left, Step("files read by another process", left, self._on_progress)
                following.reach(most - left)
                self._sleep(_LOOK_S)
            else:
                return ""

    def _read(self, under: Sequence[str], step: Step) -> None:
        recover(self._backend)
        while (indexed := self._readings.next(under=under)) is not None:
            self._indexed[indexed.path] = indexed
            step.advance()

    def _embed(self) -> None:
        embedding = self._stages.embedding
        if waiting := embedding.waiting():
            step = Step("embedding texts", waiting, self._on_progress)
            embedding.run(step.reach)

    def _link(self) -> None:
        """Link every passage that waits for it to the names it holds."""
        step: Step | None = None

        def on_linked(done: int, of: int) -> None:
            nonlocal step
            step = step or Step("linking names", of, self._on_progress)
            step.reach(done)

        self._stages.mentions.run(on_linked=on_linked)

    def _match(self) -> None:
        """Find out which of the new names mean one."""
        step = Step("comparing names", len(self._backend.identities.unmatched(_COUNTED)), self._on_progress)
        self._stages.matching.run(on_matched=step.reach)

    def _summarise(self) -> None:
        """Give documents without a summary theirs."""
        step = Step("summarising documents", len(self._backend.summaries.missing(_COUNTED)), self._on_progress)
        self._stages.summarising.run(on_made=step.reach)

    def _understand(self, under: Sequence[str]) -> "tuple[Understood | None, str]":
        """Let the model read what waits; what came of it, and why not all was read."""
        from tsuzuri.extract.understand import Understood

        models = self._stages.models
        if models.chat is None:
            return None, "no chat model is configured (chat.enabled, chat.model)"
        waiting = self._backend.catalog.pending_count(under=under)
        if waiting == 0:
            return Understood(0, 0, 0, 0), ""
        understanding = self._stages.understanding(models.chat)
        weighing = Step("weighing passages", len(self._backend.agenda.unweighed(under=under)), self._on_progress)
        work = understanding.weigh(under=under, on_weighed=weighing.reach)
        step = Step("understanding passages", waiting, self._on_progress, work=work)
        try:
            understood = understanding.run(
                under=under, on_passage=lambda _: step.advance(), on_work=step.labour, shown=self._shown
            )
        except ModelUnavailable as error:
            if not models.chat_installed:
                return None, f"{error.message}; {error.hint}"
            raise
        return understood, understood.ended

    def _left(self, under: Sequence[str]) -> int:
        """How many files wait to be read for the first time or are being read."""
        counts = self._backend.jobs.counts(under=under)
        return counts.waiting - counts.retrying + counts.running

    def _results(self, queued: Sequence[SourceId]) -> tuple[Indexed, ...]:
        """What became of each file that was to be read, here or elsewhere."""
        every = dict(self._indexed)
        for source_id in queued if len(every) < len(queued) else ():
            if source := self._backend.catalog.source(source_id):
                path = Path(source.uri)
                every.setdefault(path, Indexed(path, source.state, source.passages, source.reason))
        return tuple(sorted(every.values(), key=lambda one: one.path))
