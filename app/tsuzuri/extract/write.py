"""One batch of what the model found, into the store in one transaction: graph, indexes and state, or nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tsuzuri.core.clock import Clock
from tsuzuri.core.ids import ContentId, FactId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Mention, Passage, Quarantined
from tsuzuri.extract.ground import GroundedFact, Name, Refused
from tsuzuri.extract.identity.glosses import glosses
from tsuzuri.extract.names import occurrences
from tsuzuri.extract.recording import Recording, entity_names
from tsuzuri.extract.resolve import Resolver


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage the model has read, with what holds and what fell."""

    passage: Passage
    facts: tuple[GroundedFact, ...]
    refused: tuple[Refused, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What one round of the model gives: passages read, and passages it could not read with the reason."""

    read: tuple[ReadPassage, ...]
    set_aside: tuple[tuple[Passage, str], ...]


class BatchWriter:
    """Writes batches. `by` names model and prompt in the evidence."""

    def __init__(self, backend: Backend, clock: Clock, *, by: str) -> None:
        self._backend = backend
        self._clock = clock
        self._by = by

    def write(self, batch: Batch, *, beside: Callable[[], None] = lambda: None) -> frozenset[FactId]:
        """Write all of it in one transaction, and what `beside` writes; gives the facts it states, new or known.

        What was forgotten while the model read it is passed over.
        """
        now = self._clock()
        with self._backend.transaction():
            batch = self._still_there(batch)
            names = _names(batch)
            passages = {content: [one.id for one in self._backend.catalog.passages_of(content)] for content in names}
            resolver = Resolver(self._backend, now)
            resolver.prepare(names, passages, _explained(batch))
            recording = Recording(self._backend, resolver, now)
            refused = [line for read in batch.read for line in self._write_passage(read, recording)]
            recording.index()
            refused += [
                Quarantined(read.passage.id, one.line, one.reason, self._by)
                for read in batch.read
                for one in read.refused
            ]
            self._backend.graph.quarantine(refused, now)
            for passage, reason in batch.set_aside:
                self._backend.catalog.set_aside(passage.id, reason)
            self._backend.catalog.set_read([read.passage.id for read in batch.read])
            beside()
        return recording.stated

    def _still_there(self, batch: Batch) -> Batch:
        """The batch without what it read of passages that are gone."""
        ids = [one.passage.id for one in batch.read]
        there = {passage.id for passage in self._backend.catalog.passages(ids)}
        return replace(batch, read=tuple(one for one in batch.read if one.passage.id in there))

    def _write_passage(self, read: ReadPassage, recording: Recording) -> list[Quarantined]:
        """Write what a passage states; what cannot be written is given back."""
        passage = read.passage
        mentions: dict[Mention, None] = {}
        refused: list[Quarantined] = []
        for fact in read.facts:
            for name in entity_names(fact):
                entity_id = recording.name(name, passage.content_id, passage.id)
                spans = occurrences(name.text, passage.text)
                mentions |= dict.fromkeys(Mention(entity_id, passage.id, span) for span in spans)
            if reason := recording.fact(fact, passage, fact.statement.of(passage.text), by=fact.by or self._by):
                line = f"{fact.subject.text} | {fact.relation} | {fact.object.text}"
                refused.append(Quarantined(passage.id, line, reason, self._by))
        self._backend.graph.add_mentions(mentions)
        return refused


def _explained(batch: Batch) -> dict[ContentId, list[tuple[str, str]]]:
    """The names that stand in brackets after another in a passage of the batch, by document."""
    explained: dict[ContentId, list[tuple[str, str]]] = {}
    for read in batch.read:
        names = dict.fromkeys((name.text, name.type) for fact in read.facts for name in entity_names(fact))
        placed = ((*name, span) for name in names for span in occurrences(name[0], read.passage.text))
        explained.setdefault(read.passage.content_id, []).extend(glosses(read.passage.text, placed))
    return explained


def _names(batch: Batch) -> dict[ContentId, list[Name]]:
    """The names of entities that the batch brings, by document."""
    names: dict[ContentId, list[Name]] = {}
    for read in batch.read:
        of_document = names.setdefault(read.passage.content_id, [])
        of_document += [name for fact in read.facts for name in entity_names(fact)]
    return names
