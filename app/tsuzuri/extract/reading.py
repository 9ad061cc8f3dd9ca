"""One batch while the model reads it: what is asked, what the answers came to, and what of it may be written."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from tsuzuri.core.decoding import Decoded, DecodeRequest, StopReason
from tsuzuri.core.document import Span
from tsuzuri.core.ids import PassageId
from tsuzuri.core.ontology import Ontology, Verdicts
from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import EntityType, Passage
from tsuzuri.extract import prompt
from tsuzuri.extract.biography import biography
from tsuzuri.extract.exposition import is_exposition
from tsuzuri.extract.ground import GroundedFact, Grounding, Refused
from tsuzuri.extract.kinds import of_one_mind
from tsuzuri.extract.mend import Mending
from tsuzuri.extract.names import occurrences, stands_for
from tsuzuri.extract.sift import Sifted
from tsuzuri.extract.spoken_of import SpokenOf
from tsuzuri.extract.wire import WireFact, parse
from tsuzuri.extract.write import Batch, ReadPassage
from tsuzuri.text.normalise import key

_TOO_LONG = "one sentence is longer than the model can read at once"
_CRASHED = "the model's process ended again and again while it read this passage"
_SHOWN_CHARACTERS = 200


@dataclass(frozen=True)
class Piece:
    """A passage, or those of its sentences that are asked about at once."""

    passage: Passage
    sentences: tuple[Span, ...]
    relations: tuple[str, ...] = ()
    """The only ones that may be written; empty where any may be."""

    @cached_property
    def explains(self) -> bool:
        """Whether it is asked about as a text that explains something. Listed relations leave only one way to ask."""
        return not self.relations and is_exposition([span.of(self.passage.text) for span in self.sentences])

    @cached_property
    def request(self) -> DecodeRequest:
        """What the model is asked about it."""
        passage = self.passage
        speaker = _speaker(passage)
        names = [speaker] if speaker else []
        return prompt.request(passage.text, self.sentences, _reference(passage), names, self.relations)

    def halves(self) -> "tuple[Piece, Piece]":
        """Its first and its last sentences."""
        half = len(self.sentences) // 2
        return replace(self, sentences=self.sentences[:half]), replace(self, sentences=self.sentences[half:])

    def is_split_by(self, answer: Decoded) -> bool:
        """Whether it was too long to be answered whole, and shorter pieces may be answered."""
        return answer.stop is StopReason.TOO_LONG and len(self.sentences) > 1


class Reading:
    """One batch while the model reads it: the pieces that are open, and what the answers came to.

    A passage whose answer was too long is asked about again in halves, never as it was; a sentence that is too long by
    itself is kept with its reason, and the passage is set aside only if every one of its sentences is.
    """

    def __init__(
        self,
        asked: Sequence[Sifted],
        graph: GraphStore,
        ontology: Ontology,
        spoken_of: SpokenOf,
        on_read: Callable[[Passage, int], None],
    ) -> None:
        self._graph = graph
        self._spoken_of = spoken_of
        self.sifted = {one.passage.id: one for one in asked}
        self.open = [Piece(one.passage, one.sentences, ontology.allowed) for one in asked]
        self.cancelled: set[PassageId] = set()
        self.too_long: dict[PassageId, list[Refused]] = defaultdict(list)
        self._ontology = ontology
        self._on_read = on_read
        self._unanswered = {piece.passage.id: {piece} for piece in self.open}
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
        if not unanswered:
            self._on_read(piece.passage, self.sifted[piece.passage.id].weight.work)

    def take(self, answers: Sequence[Decoded]) -> None:
        """Ground the answers to the open pieces, in order; halves of those that were too long are open next."""
        again: list[Piece] = []
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
                (span,) = piece.sentences
                self.too_long[passage.id].append(Refused(span.of(passage.text)[:_SHOWN_CHARACTERS], _TOO_LONG))
            elif answer.stop is StopReason.CRASHED:
                self._aside[passage.id] = _CRASHED
            else:
                facts, refused = self._grounding(piece).ground(lines[index])
                self._facts[passage.id] += facts
                self._refused[passage.id] += refused
                self._spoken_of.told(passage, self._facts[passage.id])
        if self.cancelled:
            self.cancelled |= {piece.passage.id for piece in again}
            again = []
        self.open = again

    def _grounding(self, piece: Piece) -> Grounding:
        passage = piece.passage
        return Grounding(
            passage.text,
            piece.sentences,
            self._ontology,
            _reference(passage),
            [sentence.times for sentence in piece.request.sentences],
            passage.speaker,
            self._spoken_of.before(passage),
            piece.explains,
        )

    def _lines(self, answers: Sequence[Decoded]) -> list[list[WireFact]]:
        """The mended lines of each open piece; a name has one type in all of them."""
        mended: list[list[WireFact]] = []
        for piece, answer in zip(self.open, answers, strict=True):
            asked = [Mending(one.text, one.times) for one in piece.request.sentences]
            kept: list[WireFact] = []
            # An answer that was broken off is not taken: its sentences are asked about again.
            for line in parse(answer.answers) if answer.stop is StopReason.COMPLETE else ():
                if piece.explains:
                    kept.append(line)
                elif asked[line.sentence].comes_from(line):
                    self._refused[piece.passage.id].append(
                        Refused(line.line, "the sentence says from there, not to it")
                    )
                else:
                    kept += asked[line.sentence].mend(line)
            people = {} if piece.explains else _people(kept)
            for at, sentence in enumerate(piece.request.sentences):
                kept += biography(sentence.text, people, at)
            mended.append(kept)
        every = [fact for facts in mended for fact in facts]
        agreed = iter(of_one_mind(every, self._known_types(every), self._ontology))
        return [[next(agreed) for _ in facts] for facts in mended]

    def _known_types(self, lines: Sequence[WireFact]) -> dict[str, str]:
        """The types of those names that the library has one entity for, by key."""
        keys = sorted({key(words) for line in lines for words in (line.subject, line.object)})
        found = self._graph.entities_by_key(keys)
        return {folded: entities[0].type for folded, entities in found.items() if len(entities) == 1}

    def verdicts(self) -> Verdicts:
        """What the ontology said of all that was written down, in the passages that are read whole."""
        read = [id_ for id_ in self.sifted if id_ not in self.cancelled]
        told = (fact.verdict for id_ in read for fact in self._facts[id_])
        fell = (one.verdict for id_ in read for one in self._refused[id_])
        return Verdicts.of(verdict for verdict in (*told, *fell) if verdict is not None)

    def batch(self) -> Batch:
        """What to write: passages read whole, and those set aside. One that was broken off is in neither."""
        for id_, sifted in self.sifted.items():
            if len(self.too_long[id_]) == len(sifted.sentences):
                self._aside.setdefault(id_, _TOO_LONG)
        settled = [one.passage for id_, one in self.sifted.items() if id_ not in self.cancelled]
        return Batch(
            tuple(
                ReadPassage(
                    passage,
                    tuple(self._facts[passage.id]),
                    (*self._refused[passage.id], *self.too_long[passage.id]),
                )
                for passage in settled
                if passage.id not in self._aside
            ),
            tuple((passage, self._aside[passage.id]) for passage in settled if passage.id in self._aside),
        )


def _speaker(passage: Passage) -> str:
    """The speaker's name, or the part of it, that stands in the passage; empty if none does."""
    forms = [passage.speaker, *passage.speaker.split()]
    return next((form for form in forms if form and occurrences(form, passage.text)), "")


def _people(lines: Sequence[WireFact]) -> dict[str, None]:
    """The names that the lines say are people's."""
    ends = ((line.subject, line.subject_type) for line in lines)
    others = ((line.object, line.object_type) for line in lines)
    return dict.fromkeys(name for name, kind in (*ends, *others) if kind == EntityType.PERSON and not stands_for(name))


def _reference(passage: Passage) -> date | None:
    return passage.said.at.date() if passage.said else None
