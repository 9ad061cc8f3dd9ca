"""Keeping a library true by itself: folders are watched, files read, passages embedded and understood, all at once.

Each stage has a thread of its own, and takes its work from the store; so what one leaves is where the next begins, in
this process or the next one. A stage that cannot go on says why and tries again later; the others go on.
"""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, Self

from tsuzuri.core.errors import LibraryBusy, TsuzuriError
from tsuzuri.core.ids import PassageId
from tsuzuri.ingest.reading import InHand, recover
from tsuzuri.library.stages import Stages
from tsuzuri.library.tending import Problem
from tsuzuri.logs import event_logger

if TYPE_CHECKING:
    from tsuzuri.core.ports import Reader
    from tsuzuri.ingest.indexing import Indexed
    from tsuzuri.ingest.reading import Readings
    from tsuzuri.ingest.watching import Watching

_IDLE_S = 0.5
"""How long a stage without work sleeps before it looks whether another process has brought some."""
_AGAIN_S = 60.0
"""How long a stage that cannot go on waits before it tries again."""
_LINK_S = 5.0
"""While texts are embedded, names are linked so often, or rarer where it takes long."""
_MATCH_S = 5.0
"""So long names are compared at a time, before what has come meanwhile is embedded."""
_SORT_S = 600.0
"""So often it is asked whether categories are to be built anew though nothing was written: a day may be over."""
_PATIENCE_S = 10.0

_log = event_logger("keeper")


class Keeper:
    """The threads that keep one library. The only one that does, in any process: it holds the writer's lock."""

    def __init__(
        self,
        stages: Stages,
        writing: Callable[[], AbstractContextManager[None]],
        *,
        timer: Callable[[], float] = time.monotonic,
        again_s: float = _AGAIN_S,
    ) -> None:
        self._stages = stages
        self._writing = writing
        self._timer = timer
        self._again_s = again_s
        self._folders: Watching | None = None
        self._readings: dict[int, Readings] = {}
        self._readers: list[Reader] = []
        self._in_hand = InHand()
        self._version = -1
        self._all_embedded = -1
        self._link_at = 0.0
        self._all_weighed = -1
        self._all_sorted = -1
        self._sort_at = 0.0
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._held = ExitStack()
        self._problems: dict[str, Problem] = {}
        self._changed = threading.Condition()

    def start(self) -> Self:
        """Take the lock and begin.

        Raises:
            LibraryBusy: another process keeps the library, or takes files in.
        """
        with ExitStack() as held:
            held.enter_context(self._writing())
            recover(self._stages.backend)
            self._held = held.pop_all()
        for name, begin in (
            ("watching", self._watch),
            ("reading", self._read),
            ("reading what is fresh", self._read_fresh),
            ("embedding", self._embed),
            ("understanding", self._understand),
        ):
            thread = threading.Thread(target=self._guarded, args=(name, begin), name=f"keeper {name}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return self

    def close(self) -> None:
        """Stop within a few seconds; what was begun is finished or left as it was. Idempotent."""
        self._stop.set()
        self._wake()
        deadline = self._timer() + _PATIENCE_S
        while any(thread.is_alive() for thread in self._threads) and self._timer() < deadline:
            if self._stages.models.chat is not None:
                self._stages.models.chat.cancel()  # again and again: a call that is about to begin does not hear it
            for thread in self._threads:
                thread.join(_IDLE_S / len(self._threads))
        self._threads.clear()
        for reader in self._readers:
            reader.close()
        if self._folders is not None:
            self._folders.close()
        self._held.close()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps stages from going on, oldest first."""
        return tuple(sorted(self._problems.values(), key=lambda problem: problem.since))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _guarded(self, name: str, work: Callable[[], float]) -> None:
        """Do a stage's work again and again; `work` tells for how many seconds it has nothing more to do."""
        while not self._stop.is_set():
            try:
                pause = work()
                self._problems.pop(name, None)
            except LibraryBusy as error:  # it has waited for that process, which may be done by now
                self._note_problem(name, error.message, error.hint)
                pause = _IDLE_S
            except TsuzuriError as error:
                self._note_problem(name, error.message, error.hint)
                pause = self._again_s
            except Exception as error:  # noqa: BLE001 - a fault of one stage is told and logged; the others go on
                _log.error("stage_failed", stage=name, error=error)
                self._note_problem(name, f"something went wrong ({type(error).__name__})", "the log says more")
                pause = self._again_s
            self._sleep(pause)

    def _note_problem(self, name: str, message: str, hint: str) -> None:
        known = self._problems.get(name)
        if known is None or known.message != message:
            _log.warning("stage_waits", stage=name, problem=message)
            self._problems[name] = Problem(name, message, hint, self._stages.clock())

    def _sleep(self, seconds: float) -> None:
        """Sleep; where a stage has only nothing to do, not when there is something new."""
        if seconds > _IDLE_S:
            self._stop.wait(seconds)
        elif seconds > 0:
            with self._changed:
                if not self._stop.is_set():
                    self._changed.wait(seconds)

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _watch(self) -> float:
        backend = self._stages.backend
        if self._folders is None:
            self._folders = self._stages.watching()
        pause = min(_IDLE_S, self._folders.step())
        if (version := backend.data_version()) != self._version:
            self._version = version
            if backend.jobs.paused() and self._stages.models.chat is not None:
                self._stages.models.chat.cancel()
            self._wake()
        return pause

    def _read(self) -> float:
        return self._read_next(0)

    def _read_fresh(self) -> float:
        return self._read_next(1)

    def _read_next(self, least_priority: int) -> float:
        """Read one file. What is fresh has a reader of its own, and never waits behind a long document."""
        if self._stages.backend.jobs.paused():
            return _IDLE_S
        readings = self._readings.get(least_priority)
        if readings is None:
            readings = self._readings[least_priority] = self._stages.readings(self._opened_reader(), self._in_hand)
        try:
            indexed = readings.next(least_priority=least_priority)
        except TsuzuriError:
            raise
        except Exception as error:  # noqa: BLE001 - one of the file's tries, which is told with it; the next may go well
            _log.error("file_failed", error=error)
            return _IDLE_S
        if indexed is None:
            return _IDLE_S
        if indexed.fresh and indexed.passages:  # whichever reader was the first to take it
            self._stages.embedding.hurry(self._passages_of(indexed))
        return 0.0

    def _passages_of(self, indexed: "Indexed") -> list[PassageId]:
        """The passages of a file that are new: those with the greatest ids."""
        source = self._stages.backend.catalog.source_by_uri(str(indexed.path))
        if source is None or source.content_id is None:
            return []
        passages = self._stages.backend.catalog.passages_of(source.content_id)
        return sorted(passage.id for passage in passages)[-indexed.passages :]

    def _opened_reader(self) -> "Reader":
        reader = self._stages.open_reader()
        self._readers.append(reader)
        return reader

    def _embed(self) -> float:
        """Embed a few texts. Names are linked and compared when nothing is left to embed, and at times before."""
        version = self._stages.backend.data_version()
        if version == self._all_embedded or self._stages.backend.jobs.paused():
            return _IDLE_S
        embedded = self._stages.embedding.step()
        now = self._timer()
        names = self._stages.backend.links.has_work() or self._stages.matching.has_work()
        if names and (not embedded or now >= self._link_at):
            self._stages.mentions.run()
            until = self._timer() + _MATCH_S
            self._stages.matching.run(stop=lambda: self._stop.is_set() or self._timer() >= until)
            ended = self._timer()
            self._link_at = ended + max(_LINK_S, 10 * (ended - now))
        if embedded:
            return 0.0
        self._all_embedded = version  # to look for what has no vector is a look at all there is
        return _IDLE_S

    def _understand(self) -> float:
        """Let the model read what waits, once all files are read: being found comes first.

        When it has read all, or all that it may read today, disputes are weighed and categories are kept up.
        """
        backend, chat = self._stages.backend, self._stages.models.chat
        if self._may_not_think():
            return _IDLE_S
        reads = chat is not None and self._stages.models.chat_installed and backend.catalog.pending_count()
        if chat is not None and reads and not self._stages.understanding(chat).run(stop=self._may_not_think).ended:
            return _IDLE_S
        self._weigh_disputes()
        caught_up = backend.data_version() == self._all_embedded
        return max(self._categorise(), self._again_s if reads and caught_up else 0.0)

    def _weigh_disputes(self) -> None:
        """Weigh facts that cannot both be true, once names are compared and something new was written."""
        version = self._stages.backend.data_version()
        if version == self._all_embedded != self._all_weighed:
            self._stages.contradictions.run(stop=self._may_not_think)
            if not self._may_not_think():
                self._all_weighed = version

    def _categorise(self) -> float:
        """Sort what is new into categories, once all there is has a vector, and build those anew if that is due."""
        version, now = self._stages.backend.data_version(), self._timer()
        if version != self._all_embedded or (version == self._all_sorted and now < self._sort_at):
            return _IDLE_S
        self._stages.summarising.run(stop=self._may_not_think)
        if not self._stages.sorting.acquire(blocking=False):
            return _IDLE_S  # a person has it built just now
        try:
            kept = self._stages.categorising.keep_up(stop=self._may_not_think)
        finally:
            self._stages.sorting.release()
        self._all_sorted, self._sort_at = version, now + _SORT_S
        return self._again_s if kept.built is not None and kept.built.ended else _IDLE_S

    def _may_not_think(self) -> bool:
        """Whether the model has to wait: the keeper ends, a person has paused it, or files wait to be read."""
        jobs, now = self._stages.backend.jobs, self._stages.clock()
        due = jobs.next_due(now)
        return self._stop.is_set() or jobs.paused() or (due is not None and due <= now)
