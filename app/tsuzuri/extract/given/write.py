"""What a document states of itself, into the graph in the transaction that stores its passages."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tsuzuri.core.clock import Clock
from tsuzuri.core.document import Document, Span
from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Mention, NameKind, Passage, PassageDraft
from tsuzuri.extract.given.find import candidates, find
from tsuzuri.extract.given.stated import Findings, Given, GivenFact, Known
from tsuzuri.extract.ground import GroundedFact, Name
from tsuzuri.extract.recording import Recording, entity_names
from tsuzuri.extract.resolve import Resolver
from tsuzuri.text.normalise import key

_MOST_CANDIDATES = 2000
_MOST_CHARACTERS = 80


@dataclass(frozen=True, slots=True)
class GivenFacts:
    """Finds what documents state of themselves; implements `ingest.indexing.Structures`."""

    backend: Backend
    ontology: Ontology
    clock: Clock

    def find(self, document: Document, drafts: Sequence[PassageDraft]) -> "Structure":
        """What a document gives, at its places in the passages; asks the library once for the names in it."""
        words = (words for words in candidates(document) if 0 < len(words) <= _MOST_CHARACTERS)
        keys = {key(each) for each in islice(words, _MOST_CANDIDATES)}
        known = Known(self.backend.graph.entities_by_key(sorted(keys)) if keys else {})
        names, facts = _placed(find(document, self.ontology, known), drafts)
        return Structure(names, facts, self.backend, self.clock)


@dataclass(frozen=True, slots=True)
class Structure:
    """What one document gives, each with the number of its passage and spans relative to it.

    Facts come with their fields, in words.
    """

    names: tuple[tuple[int, Given], ...]
    facts: tuple[tuple[int, GivenFact, str], ...]
    backend: Backend
    clock: Clock

    def write(self, content_id: ContentId, passage_ids: Sequence[PassageId], fresh: Collection[int]) -> None:
        """Write names, mentions and facts of the passages whose numbers are `fresh`; the others have theirs.

        `passage_ids` are those of the drafts. Facts come first: they tell the types of names that links leave open.
        """
        new = replace(
            self,
            names=tuple(each for each in self.names if each[0] in fresh),
            facts=tuple(each for each in self.facts if each[0] in fresh),
        )
        if new.names or new.facts:
            new._write(content_id, passage_ids)

    def _write(self, content_id: ContentId, passage_ids: Sequence[PassageId]) -> None:
        now = self.clock()
        resolver = Resolver(self.backend, now)
        resolver.prepare({content_id: list(self._every_name())}, {content_id: passage_ids})
        recording = Recording(self.backend, resolver, now)
        numbers = sorted({number for number, _, _ in self.facts})
        stored = self.backend.catalog.passages([passage_ids[number] for number in numbers])
        self._write_facts(recording, dict(zip(numbers, stored, strict=True)))
        self._write_names(recording, content_id, passage_ids)
        recording.index()

    def _every_name(self) -> Iterator[Name]:
        for _, each, _ in self.facts:
            yield from entity_names(each.fact)
        yield from (given.name for _, given in self.names)

    def _write_facts(self, recording: Recording, passages: Mapping[int, Passage]) -> None:
        mentions: dict[Mention, None] = {}
        for number, each, statement in self.facts:
            passage = passages[number]
            # Two names that the library has for one entity say nothing of it: the field stays text.
            recording.fact(each.fact, passage, statement, by=each.by)
            for name in entity_names(each.fact):
                mentions[Mention(recording.name(name, passage.content_id, passage.id), passage.id, name.span)] = None
        self.backend.graph.add_mentions(mentions)

    def _write_names(self, recording: Recording, content_id: ContentId, passage_ids: Sequence[PassageId]) -> None:
        mentions: dict[Mention, None] = {}
        for number, given in self.names:
            passage_id = passage_ids[number]
            entity_id = recording.name(given.name, content_id, passage_id)
            mentions[Mention(entity_id, passage_id, given.name.span)] = None
            if given.alias:
                self.backend.graph.add_alias(entity_id, given.alias, key(given.alias), NameKind.STATED, passage_id)
        self.backend.graph.add_mentions(mentions)


def _placed(
    findings: Findings, drafts: Sequence[PassageDraft]
) -> tuple[tuple[tuple[int, Given], ...], tuple[tuple[int, GivenFact, str], ...]]:
    """The findings in the passages they stand in; what is cut in two by the end of one, or spread over two, is lost."""
    starts = [draft.span.start for draft in drafts]

    def home(*spans: Span) -> int | None:
        number = bisect_right(starts, min(span.start for span in spans)) - 1
        return number if number >= 0 and all(drafts[number].span.contains(span) for span in spans) else None

    names = [
        (number, replace(given, name=_moved(given.name, -starts[number])))
        for given in findings.names
        if (number := home(given.name.span)) is not None
    ]
    facts = []
    for each in findings.facts:
        fact = each.fact
        number = home(fact.subject.span, fact.object.span, *([fact.time] if fact.time else []))
        if number is not None:
            moved = _into(fact, drafts[number].span)
            facts.append((number, replace(each, fact=moved), _field(moved, drafts[number].text)))
    return tuple(names), tuple(facts)


def _field(fact: GroundedFact, text: str) -> str:
    """The line of the field that states the fact: what stands above it may be of other fields."""
    last = max(fact.subject.span, fact.object.span)
    return text[text.rfind("\n", 0, last.start) + 1 : last.end]


def _into(fact: GroundedFact, passage: Span) -> GroundedFact:
    """The fact with its spans in the passage; lines that were cut by its ends are as much as it has of them."""
    by = -passage.start
    statement = Span(max(fact.statement.start, passage.start), min(fact.statement.end, passage.end))
    return replace(
        fact,
        subject=_moved(fact.subject, by),
        object=_moved(fact.object, by),
        statement=statement.shift(by),
        time=fact.time.shift(by) if fact.time else None,
    )


def _moved(name: Name, by: int) -> Name:
    return replace(name, span=name.span.shift(by))
