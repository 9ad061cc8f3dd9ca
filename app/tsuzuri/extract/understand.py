"""The model's part: passages that wait are read in batches, and each batch is written in one transaction.

A batch is always the first passages that wait, in order, so a run that is broken off and begun again reads the same
batches and writes the same rows.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import Decoded, DecodeRequest, StopReason
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, ChatModel, Embedder, GraphStore
from tsuzuri.core.values import Passage
from tsuzuri.extract import prompt
from tsuzuri.extract.ground import GroundedFact, Grounding, Refused
from tsuzuri.extract.kinds import of_one_mind
from tsuzuri.extract.mend import Mending
from tsuzuri.extract.names import occurrences
from tsuzuri.extract.wire import WireFact, parse
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.text.normalise import key


@dataclass(frozen=True, slots=True)
class Understood:
    """What a run of the model's part came to."""

    passages: int
    facts: int
    refused: int
    set_aside: int


class Understanding:
    """Reads pending passages with the chat model and writes what they state."""

    def __init__(
        self,
        backend: Backend,
        chat: ChatModel,
        embedder: Embedder | None,
        ontology: Ontology,
        clock: Clock,
        *,
        batch: int = 12,
    ) -> None:
        self._backend = backend
        self._chat = chat
        self._ontology = ontology
        self._batch = batch
        self._prefix = prompt.prefix(ontology)
        self._writer = BatchWriter(backend, embedder, clock, by=f"{chat.name} {prompt.VERSION}")

    def run(self, *, under: Sequence[str] = (), on_passage: Callable[[Passage], None] | None = None) -> Understood:
        """Read everything that waits (below the paths `under`, if given); `on_passage` hears of each one read.

        A model that is told to stop ends the run: what it had not read goes on waiting.

        Raises:
            ModelUnavailable: file or runtime is missing; what waits goes on waiting.
            ModelDied: the process ended twice on the same batch.
        """
        total = Understood(0, 0, 0, 0)
        while waiting := self._backend.catalog.pending(self._batch, under=under):
            reading = _Reading(waiting, self._backend.graph, self._ontology, on_passage)
            while pieces := reading.open:
                requests = [piece.request for piece in pieces]
                reading.take(self._chat.decode(self._prefix, requests, on_done=reading.hear))
            batch = reading.batch()
            self._writer.write(batch)
            total = Understood(
                total.passages + len(batch.read) + len(batch.set_aside),
                total.facts + sum(len(read.facts) for read in batch.read),
                total.refused + sum(len(read.refused) for read in batch.read),
                total.set_aside + len(batch.set_aside),
            )
            if reading.cancelled:
                break
        return total


@dataclass(frozen=True)
class _Piece:
    """A passage, or those of its sentences that are asked about at once."""

    passage: Passage
    sentences: tuple[Span, ...]

    @cached_property
    def request(self) -> DecodeRequest:
        """What the model is asked about it."""
        passage = self.passage
        speaker = _speaker(passage)
        return prompt.request(passage.text, self.sentences, _reference(passage), [speaker] if speaker else [])

    def halves(self) -> "tuple[_Piece, _Piece]":
        half = len(self.sentences) // 2
        return _Piece(self.passage, self.sentences[:half]), _Piece(self.passage, self.sentences[half:])

    def is_split_by(self, answer: Decoded) -> bool:
        """Whether it was too long to be answered whole, and shorter pieces may be answered."""
        return answer.stop is StopReason.TOO_LONG and len(self.sentences) > 1


class _Reading:
    """One batch while the model reads it: the pieces that are open, and what the answers came to.

    A passage whose answer was too long is asked about again in halves, never as it was.
    """

    def __init__(
        self,
        waiting: Sequence[Passage],
        graph: GraphStore,
        ontology: Ontology,
        on_passage: Callable[[Passage], None] | None,
    ) -> None:
        self._graph = graph
        self.open = [_Piece(passage, spans) for passage in waiting if (spans := prompt.worth_reading(passage.text))]
        self.cancelled: set[PassageId] = set()
        self._waiting = waiting
        self._ontology = ontology
        self._on_passage = on_passage
        self._unanswered = {piece.passage.id: {piece} for piece in self.open}
        for passage in waiting:
            if passage.id not in self._unanswered and on_passage is not None:
                on_passage(passage)  # nothing in it can state a fact, so it is read already
        self._facts: dict[PassageId, list[GroundedFact]] = defaultdict(list)
        self._refused: dict[PassageId, list[Refused]] = defaultdict(list)
        self._aside: dict[PassageId, str] = {}

    def hear(self, index: int, answer: Decoded) -> None:
        """An open piece was answered. May be told twice of one, when the model's process had to be restarted."""
        piece = self.open[index]
        unanswered = self._unanswered[piece.passage.id]
        if piece not in unanswered or answer.stop is StopReason.CANCELLED or piece.is_split_by(answer):
            return
        unanswered.remove(piece)
        if not unanswered and self._on_passage is not None:
            self._on_passage(piece.passage)

    def take(self, answers: Sequence[Decoded]) -> None:
        """Ground the answers to the open pieces, in order; halves of those that were too long are open next."""
        again: list[_Piece] = []
        lines = self._lines(answers)
        for index, (piece, answer) in enumerate(zip(self.open, answers, strict=True)):
            passage = piece.passage
            if answer.stop is StopReason.CANCELLED:
                self.cancelled.add(passage.id)
            elif piece.is_split_by(answer):
                halves = piece.halves()
                self._unanswered[passage.id] = self._unanswered[passage.id] - {piece} | {*halves}
                again += halves
            elif answer.stop is StopReason.TOO_LONG:
                self._aside[passage.id] = "one sentence is longer than the model can read at once"
            else:
                times = [sentence.times for sentence in piece.request.sentences]
                grounding = Grounding(passage.text, piece.sentences, self._ontology, _reference(passage), times)
                facts, refused = grounding.ground(lines[index])
                self._facts[passage.id] += facts
                self._refused[passage.id] += refused
        if self.cancelled:
            self.cancelled |= {piece.passage.id for piece in again}
            again = []
        self.open = again

    def _lines(self, answers: Sequence[Decoded]) -> list[list[WireFact]]:
        """The mended lines of each open piece; a name has one type in all of them."""
        mended: list[list[WireFact]] = []
        for piece, answer in zip(self.open, answers, strict=True):
            asked = [Mending(one.text, one.times, _speaker(piece.passage)) for one in piece.request.sentences]
            kept: list[WireFact] = []
            # An answer that was broken off is not taken: its sentences are asked about again.
            for line in parse(answer.answers) if answer.stop is StopReason.COMPLETE else ():
                if asked[line.sentence].comes_from(line):
                    self._refused[piece.passage.id].append(
                        Refused(line.line, "the sentence says from there, not to it")
                    )
                else:
                    kept += asked[line.sentence].mend(line)
            mended.append(kept)
        every = [fact for facts in mended for fact in facts]
        agreed = iter(of_one_mind(every, self._known_types(every), self._ontology))
        return [[next(agreed) for _ in facts] for facts in mended]

    def _known_types(self, lines: Sequence[WireFact]) -> dict[str, str]:
        """The types of those names that the library has one entity for, by key."""
        keys = sorted({key(words) for line in lines for words in (line.subject, line.object)})
        found = self._graph.entities_by_key(keys)
        return {folded: entities[0].type for folded, entities in found.items() if len(entities) == 1}

    def batch(self) -> Batch:
        """What to write: passages read whole, and those set aside. One that was broken off is in neither."""
        settled = [passage for passage in self._waiting if passage.id not in self.cancelled]
        return Batch(
            tuple(
                ReadPassage(passage, tuple(self._facts[passage.id]), tuple(self._refused[passage.id]))
                for passage in settled
                if passage.id not in self._aside
            ),
            tuple((passage, self._aside[passage.id]) for passage in settled if passage.id in self._aside),
        )


def _speaker(passage: Passage) -> str:
    """The speaker's name, or the part of it, that stands in the passage; empty if none does."""
    forms = [passage.speaker, *passage.speaker.split()]
    return next((form for form in forms if form and occurrences(form, passage.text)), "")


def _reference(passage: Passage) -> date | None:
    return passage.said.at.date() if passage.said else None
