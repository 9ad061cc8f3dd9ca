"""The product's own way from texts to stored facts: documents, passages, the model's part, and the store read back."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count

from tsuzuri.core.clock import Clock
from tsuzuri.core.document import Document, Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.models import ChatModel
from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import UNDATED, Interval
from tsuzuri.core.values import ContentDraft, Entity, Evidence, Fact, Passage, SourceDraft
from tsuzuri.extract.mentions import MentionIndex
from tsuzuri.extract.names import occurrences
from tsuzuri.extract.understand import Understanding
from tsuzuri.text.split import CountTokens, split

_EVERY = 1_000_000
SAID = Said(datetime(2020, 1, 1, tzinfo=UTC), SaidKind.FILE_TIME)
"""When every text counts as written: the sets do not tell, and a file always has a time."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a set; `id` is unique in its run, `said` when it counts as written."""

    id: str
    text: str
    said: Said = SAID


@dataclass(frozen=True, slots=True)
class End:
    """One end of a stored fact. `entity` is None for a value, whose `type` is `VALUE`.

    `spans` into the text: the evidence's, first, and wherever else a name of the entity stands in that passage.
    """

    entity: EntityId | None
    name: str
    type: str
    spans: tuple[Span, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A stored fact where a text states it; `statement` is a span of the text, `held` when it held."""

    subject: End
    relation: str
    object: End
    statement: Span
    confidence: float
    held: Interval = UNDATED

    @property
    def line(self) -> str:
        """The fact for a person."""
        return f"{self.subject.name} | {self.relation} | {self.object.name}  ({self.confidence:.2f})"


@dataclass(frozen=True, slots=True)
class StoredEntity:
    """An entity that a text mentions, with the spans of its mentions and fact ends, in order."""

    id: EntityId
    name: str
    type: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the store holds of one text. `refused` are lines with the reason for which they were not let in."""

    text: Text
    facts: tuple[StoredFact, ...]
    entities: tuple[StoredEntity, ...]
    refused: tuple[tuple[str, str], ...]


def store_texts(
    backend: Backend, texts: Sequence[Text], count_tokens: CountTokens, now: datetime
) -> Mapping[str, ContentId]:
    """Store each text as a document of its own, in passages that wait for the model; gives their contents by id."""
    contents: dict[str, ContentId] = {}
    for text in texts:
        document = Document(text.text, "text/plain", said=text.said)
        sha256 = hashlib.sha256(f"{text.id}\n{text.text}".encode()).digest()
        draft = ContentDraft(sha256, text.text, "text/plain", "", "", "utf-8", text.said)
        with backend.transaction():
            source = backend.catalog.put_sources([SourceDraft(text.id, len(text.text), text.said.at)], now)[0]
            contents[text.id], _ = backend.catalog.put_content(source, draft, split(document, count_tokens))
    return contents


def extract(
    backend: Backend,
    texts: Sequence[Text],
    chat: ChatModel,
    ontology: Ontology,
    count_tokens: CountTokens,
    clock: Clock,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[Reading, ...]:
    """Let the model read the texts into an empty store, and read back what is stored of each.

    `on_progress` hears how many passages are read, and of how many.

    Raises:
        ModelUnavailable, ModelDied: as `Understanding.run` does.
    """
    contents = store_texts(backend, texts, count_tokens, clock())
    total, done = backend.catalog.pending_count(), count()

    def tell(_: Passage | None = None) -> None:
        if on_progress is not None:
            on_progress(next(done), total)

    tell()
    Understanding(backend, chat, ontology, clock).run(on_passage=tell)
    MentionIndex(backend).run()
    return read_back(backend, texts, contents)


def read_back(backend: Backend, texts: Sequence[Text], contents: Mapping[str, ContentId]) -> tuple[Reading, ...]:
    """What the store holds of each text."""
    stored = _Stored(backend)
    return tuple(stored.reading(text, contents[text.id]) for text in texts)


class _Stored:
    """Everything that a store holds, by passage."""

    def __init__(self, backend: Backend) -> None:
        graph = backend.graph
        self._catalog = backend.catalog
        self._entities: dict[EntityId, Entity] = {}
        after: str | None = None
        while True:
            page = graph.entities(after=after, limit=512)
            self._entities |= {entity.id: entity for entity in page.items}
            if (after := page.after) is None:
                break
        self._mentions: dict[PassageId, list[tuple[EntityId, Span]]] = defaultdict(list)
        for entity_id, mentions in graph.mentions_of(list(self._entities), limit_each=_EVERY).items():
            for mention in mentions:
                self._mentions[mention.passage_id].append((entity_id, mention.span))
        self._facts: dict[PassageId, list[tuple[Fact, Evidence]]] = defaultdict(list)
        while True:
            found = graph.all_facts(after=after)
            evidence = graph.evidence_of([fact.id for fact in found.items])
            for fact in found.items:
                for one in evidence[fact.id]:
                    self._facts[one.passage_id].append((fact, one))
            if (after := found.after) is None:
                break
        self._refused: dict[PassageId, list[tuple[str, str]]] = defaultdict(list)
        for item in reversed(graph.quarantined(_EVERY)):
            self._refused[item.passage_id].append((item.line, item.reason))

    def reading(self, text: Text, content: ContentId) -> Reading:
        passages = self._catalog.passages_of(content)
        facts = tuple(self._fact(fact, one, passage) for passage in passages for fact, one in self._facts[passage.id])
        refused = tuple(line for passage in passages for line in self._refused[passage.id])
        return Reading(text, facts, self._entities_of(passages, facts), refused)

    def _fact(self, fact: Fact, evidence: Evidence, passage: Passage) -> StoredFact:
        value = End(None, fact.object_name, VALUE, self._places((fact.object_name,), evidence.object, passage))
        return StoredFact(
            self._end(fact.subject_id, evidence.subject, passage),
            fact.relation,
            value if fact.object_id is None else self._end(fact.object_id, evidence.object, passage),
            evidence.statement.shift(passage.span.start),
            evidence.confidence,
            fact.held,
        )

    def _end(self, entity_id: EntityId, at: Span, passage: Passage) -> End:
        entity = self._entities[entity_id]
        names = (entity.name, *entity.aliases)
        return End(entity_id, entity.name, entity.type, self._places(names, at, passage), entity.aliases)

    def _places(self, names: Sequence[str], at: Span, passage: Passage) -> tuple[Span, ...]:
        every = [at, *(span for name in (at.of(passage.text), *names) for span in occurrences(name, passage.text))]
        return tuple(dict.fromkeys(span.shift(passage.span.start) for span in every))

    def _entities_of(self, passages: Sequence[Passage], facts: Sequence[StoredFact]) -> tuple[StoredEntity, ...]:
        spans: dict[EntityId, set[Span]] = defaultdict(set)
        for passage in passages:
            for entity_id, span in self._mentions[passage.id]:
                spans[entity_id].add(span.shift(passage.span.start))
        for end in (end for fact in facts for end in (fact.subject, fact.object)):
            if end.entity is not None:
                spans[end.entity].add(end.spans[0])
        return tuple(
            StoredEntity(id_, self._entities[id_].name, self._entities[id_].type, tuple(sorted(of_one)))
            for id_, of_one in spans.items()
        )
