"""The model's part: passages that wait are read in batches, and each batch is written in one transaction.

A batch is always the first passages that wait, in order, so a run that is broken off and begun again reads the same
batches and writes the same rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.clock import Clock
from tsuzuri.core.decoding import Decoded, DecodeRequest, StopReason
from tsuzuri.core.document import Span
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend, ChatModel, Embedder
from tsuzuri.core.values import Passage
from tsuzuri.extract import prompt
from tsuzuri.extract.ground import GroundedFact, Grounding, Refused
from tsuzuri.extract.wire import parse
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.text.sentences import sentences

_TOKENS_PER_CHARACTER = 1.2
_LEAST_TOKENS, _MOST_TOKENS = 160, 640


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

        Raises:
            ModelUnavailable: file or runtime is missing; what waits goes on waiting.
            ModelDied: the process ended twice on the same batch.
        """
        total = Understood(0, 0, 0, 0)
        while waiting := self._backend.catalog.pending(self._batch, under=under):
            batch = self._read(waiting, on_passage)
            self._writer.write(batch)
            total = Understood(
                total.passages + len(waiting),
                total.facts + sum(len(read.facts) for read in batch.read),
                total.refused + sum(len(read.refused) for read in batch.read),
                total.set_aside + len(batch.set_aside),
            )
        return total

    def _read(self, waiting: Sequence[Passage], on_passage: Callable[[Passage], None] | None) -> Batch:
        """Ask the model about each passage, in pieces where one is too long to be answered whole."""
        pieces = [(passage, sentences(passage.text)) for passage in waiting]
        found: dict[int, list[tuple[tuple[GroundedFact, ...], tuple[Refused, ...]]]] = {p.id: [] for p in waiting}
        aside: dict[int, str] = {}
        last: dict[int, int] = {}
        while pieces:
            pieces = [piece for piece in pieces if piece[1]]
            for index, (passage, _) in enumerate(pieces):
                last[passage.id] = index

            def done(index: int, _: Decoded, asked: Sequence[tuple[Passage, Sequence[Span]]] = tuple(pieces)) -> None:
                if on_passage is not None and last[asked[index][0].id] == index:
                    on_passage(asked[index][0])

            answers = self._chat.decode(self._prefix, [self._request(*piece) for piece in pieces], on_done=done)
            again: list[tuple[Passage, tuple[Span, ...]]] = []
            for (passage, spans), answer in zip(pieces, answers, strict=True):
                if answer.stop in (StopReason.TOO_LONG, StopReason.TOKEN_CAP) and len(spans) > 1:
                    half = len(spans) // 2
                    again += [(passage, spans[:half]), (passage, spans[half:])]
                elif answer.stop is StopReason.TOO_LONG:
                    aside[passage.id] = "one sentence is longer than the model can read at once"
                else:
                    lines = parse(answer.text, answer.line_confidence)
                    grounding = Grounding(passage.text, spans, self._ontology, _reference(passage))
                    found[passage.id].append(grounding.ground(lines))
            pieces = again
        return Batch(
            tuple(
                ReadPassage(
                    passage,
                    tuple(fact for facts, _ in found[passage.id] for fact in facts),
                    tuple(line for _, refused in found[passage.id] for line in refused),
                )
                for passage in waiting
                if passage.id not in aside
            ),
            tuple((passage, aside[passage.id]) for passage in waiting if passage.id in aside),
        )

    def _request(self, passage: Passage, spans: Sequence[Span]) -> DecodeRequest:
        length = spans[-1].end - spans[0].start
        return prompt.request(
            passage.text, spans, min(_MOST_TOKENS, max(_LEAST_TOKENS, int(length * _TOKENS_PER_CHARACTER)))
        )


def _reference(passage: Passage) -> date | None:
    return passage.said.at.date() if passage.said else None
