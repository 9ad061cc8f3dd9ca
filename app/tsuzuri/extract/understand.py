"""The model's part: passages that wait are read in batches, and each batch is written in one transaction.

A batch is always the first passages that wait, in order, so a run that is broken off and begun again reads the same
batches and writes the same rows. What needs no model is settled before (see `sift`).
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tsuzuri.core.agenda import Use
from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import Decoded, StopReason
from tsuzuri.core.ids import FactId, PassageId
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ontology import Ontology, Verdicts
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Passage
from tsuzuri.extract import exposition, prompt
from tsuzuri.extract.letting_in import LettingIn
from tsuzuri.extract.reading import Piece, Reading
from tsuzuri.extract.sift import Round, Sieve, Sifted
from tsuzuri.extract.spoken_of import SpokenOf
from tsuzuri.extract.write import Batch, BatchWriter
from tsuzuri.pipeline.budget import UNBOUNDED, Budget


@dataclass(frozen=True, slots=True)
class Understood:
    """What a run of the model's part came to.

    `passages` no longer wait, and `duplicates` of them say the same as one that was read. `facts` counts each fact
    once, however many sentences state it. `sentences_left_out` were boilerplate, or had been asked about often enough;
    `sentences_set_aside` were too long to be read. `verdicts` counts what the ontology said of each line, `restarts`
    how often the model's process had to be started again. `ended` says why the run ended before all was read, empty
    otherwise.
    """

    passages: int
    facts: int
    refused: int
    set_aside: int
    duplicates: int = 0
    sentences_left_out: int = 0
    sentences_set_aside: int = 0
    tokens_read: int = 0
    tokens_written: int = 0
    verdicts: Verdicts = field(default_factory=Verdicts)
    restarts: int = 0
    ended: str = ""


class Understanding:
    """Reads pending passages with the chat model and writes what they state."""

    def __init__(
        self,
        backend: Backend,
        chat: ChatModel,
        ontology: Ontology,
        clock: Clock,
        *,
        batch: int = 12,
        budget: Budget = UNBOUNDED,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backend = backend
        self._chat = chat
        self._ontology = ontology
        self._clock = clock
        self._batch = batch
        self._budget = budget
        self._timer = timer
        self._sieve = Sieve(backend)
        self._prefixes = {False: prompt.prefix(ontology), True: exposition.prefix()}
        """Whether a text explains something, and how it is asked about then."""
        self._by = f"{chat.name} {prompt.VERSION}"
        self._writer = BatchWriter(backend, clock, by=self._by)
        self._letting_in = LettingIn(backend, ontology, clock)

    def weigh(self, *, under: Sequence[str] = (), on_weighed: Callable[[int], None] | None = None) -> int:
        """Weigh what is new, and give the work of all that waits, as `run` tells of it; see `Sieve.weigh`."""
        return self._sieve.weigh(under=under, on_weighed=on_weighed)

    def run(
        self,
        *,
        under: Sequence[str] = (),
        on_passage: Callable[[Passage], None] | None = None,
        on_work: Callable[[int], None] | None = None,
        shown: Callable[[], Sequence[PassageId]] = tuple,
        stop: Callable[[], bool] = lambda: False,
    ) -> Understood:
        """Read everything that waits (below the paths `under`, if given).

        `on_passage` hears of each passage that is done, and `on_work` just before it of the work that it was. `shown`
        is asked before each batch for what searches have shown meanwhile, to be read first. A model that is told to
        stop ends the run, and so does `stop`, asked before each batch, and a day's budget that is used up: what was not
        read goes on waiting.

        Raises:
            ModelUnavailable: file or runtime is missing; what waits goes on waiting.
            ModelDied: the process could not go on.
        """
        run = _Run(self._chat, on_passage, on_work)
        self._sieve.weigh(under=under)
        while True:
            if wishes := shown():
                with self._backend.transaction():
                    self._backend.agenda.want(wishes)
            waiting = self._backend.catalog.pending(self._batch, under=under)
            if not waiting or stop():
                return run.so_far()
            if ended := self._used_up():
                return run.so_far(ended)
            sifted = self._sieve.sift(waiting)
            if sifted.idle or sifted.same:
                # Settled at once, so that a batch for the model is a whole one.
                self._settle(sifted)
                run.settled(sifted)
            elif self._read(sifted.asked, run):
                return run.so_far()

    def _used_up(self) -> str:
        """Why the model may not go on today; empty if it may."""
        now = self._clock()
        return self._budget.why_not(self._backend.agenda.used(self._budget.day(now)).tokens, now)

    def _settle(self, sifted: Round) -> None:
        agenda = self._backend.agenda
        with self._backend.transaction():
            for one in sifted.idle:
                agenda.note_sentences(one.passage.id, (), one.repeated)
            self._backend.catalog.set_read([one.passage.id for one in sifted.idle])
            for passage, original in sifted.same:
                agenda.set_same(passage.id, original)

    def _read(self, asked: Sequence[Sifted], run: "_Run") -> bool:
        """Let the model read one batch, and write what it states; whether it was told to stop."""
        spoken_of = SpokenOf(self._backend, [one.passage for one in asked])
        reading = Reading(asked, self._backend.graph, self._ontology, spoken_of, run.done)
        while pieces := reading.open:
            began = self._timer()
            answers = self._ask(pieces, reading)
            # Tokens are spent whether or not what they bought is ever written.
            self._spend(run, answers, self._timer() - began)
            reading.take(answers)
        batch = reading.batch()
        run.read(reading, batch, self._writer.write(batch, beside=lambda: self._note(reading, batch)))
        return bool(reading.cancelled)

    def _ask(self, pieces: Sequence[Piece], reading: Reading) -> list[Decoded]:
        """The answers to the pieces, in order: each is asked in the way that fits it."""
        answers: dict[int, Decoded] = {}
        for explains, prefix in self._prefixes.items():
            places = [at for at, piece in enumerate(pieces) if piece.explains is explains]

            def hear(index: int, answer: Decoded, places: Sequence[int] = places) -> None:
                reading.hear(places[index], answer)

            if any(answer.stop is StopReason.CANCELLED for answer in answers.values()):
                answers |= {at: Decoded((), StopReason.CANCELLED, 0, 0) for at in places}
            elif places:
                told = self._chat.decode(prefix, [pieces[at].request for at in places], on_done=hear)
                answers |= dict(zip(places, told, strict=True))
        return [answers[at] for at in range(len(pieces))]

    def _spend(self, run: "_Run", answers: Sequence[Decoded], seconds: float) -> None:
        use = Use(sum(one.prompt_tokens for one in answers), sum(one.new_tokens for one in answers), seconds=seconds)
        run.use += use
        with self._backend.transaction():
            self._backend.agenda.spend(self._budget.day(self._clock()), use)

    def _note(self, reading: "Reading", batch: Batch) -> None:
        """What the batch leaves for those that come later: what was said, which sentences were asked, the work.

        And for a person: lines that did not fit and may be let in.
        """
        agenda = self._backend.agenda
        read = [reading.sifted[one.passage.id] for one in batch.read]
        agenda.weigh([one.weight for one in read], said=True)
        for one in read:
            agenda.note_sentences(one.passage.id, one.prints, one.repeated)
        agenda.spend(self._budget.day(self._clock()), Use(work=sum(one.weight.work for one in read)))
        self._letting_in.ask(batch.read, self._by)


class _Run:
    """What a run has come to so far, and who is told of it."""

    def __init__(
        self,
        chat: ChatModel,
        on_passage: Callable[[Passage], None] | None,
        on_work: Callable[[int], None] | None,
    ) -> None:
        self._chat = chat
        self._restarted_before = chat.restarts
        self._on_passage = on_passage
        self._on_work = on_work
        self._total = Understood(0, 0, 0, 0)
        self._facts: set[FactId] = set()
        self.use = Use()

    def done(self, passage: Passage, work: int) -> None:
        """A passage is read, and it was so much work."""
        if self._on_work is not None and work:
            self._on_work(work)
        if self._on_passage is not None:
            self._on_passage(passage)

    def settled(self, sifted: Round) -> None:
        """These needed no model."""
        for passage in (*(one.passage for one in sifted.idle), *(passage for passage, _ in sifted.same)):
            self.done(passage, 0)
        self._total = replace(
            self._total,
            passages=self._total.passages + len(sifted.idle) + len(sifted.same),
            duplicates=self._total.duplicates + len(sifted.same),
            sentences_left_out=self._total.sentences_left_out + sum(one.left_out for one in sifted.idle),
        )

    def read(self, reading: "Reading", batch: Batch, facts: Iterable[FactId]) -> None:
        """The model has read this batch, and these facts were written."""
        self._facts.update(facts)
        left_out = sum(reading.sifted[one.passage.id].left_out for one in batch.read)
        too_long = sum(len(reading.too_long[one.passage.id]) for one in batch.read)
        self._total = replace(
            self._total,
            passages=self._total.passages + len(batch.read) + len(batch.set_aside),
            refused=self._total.refused + sum(len(one.refused) for one in batch.read) - too_long,
            set_aside=self._total.set_aside + len(batch.set_aside),
            sentences_left_out=self._total.sentences_left_out + left_out,
            sentences_set_aside=self._total.sentences_set_aside + too_long,
            verdicts=self._total.verdicts + reading.verdicts(),
        )

    def so_far(self, ended: str = "") -> Understood:
        """The sum of it."""
        return replace(
            self._total,
            facts=len(self._facts),
            tokens_read=self.use.tokens_read,
            tokens_written=self.use.tokens_written,
            restarts=self._chat.restarts - self._restarted_before,
            ended=ended,
        )
