"""How well the product's searches find what answers a question, on sets whose passages are indexed as files are."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.eval.corpora import Corpus, Paper, Triple
from tests.eval.ranks import MEASURES
from tests.eval.workbench import Workbench, store
from tsuzuri.core.clock import system_clock
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.lexical import entity_entry, fact_entry, passage_entry
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Strategy
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import ContentDraft, EntityType, Evidence, FactDraft, Kind, Mention, PassageDraft, SourceDraft
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.search.searcher import Searcher
from tsuzuri.text.normalise import key

DEEPEST = 25


@dataclass(frozen=True, slots=True)
class Way:
    """One way to search, and the prefix of its figures."""

    prefix: str
    strategy: Strategy
    semantic: bool = True


WAYS = (
    Way("lexical.", Strategy.CHUNKS_LEXICAL, semantic=False),
    Way("semantic.", Strategy.CHUNKS_SEMANTIC),
    Way("graph.", Strategy.GRAPH),
    Way("chunks.", Strategy.CHUNKS),
    Way("", Strategy.SYSTEM1),
)
"""The ways to find passages; the figures of the last, what a search does unless it is told, have no prefix."""
FACT_WAYS = (Way("lexical.", Strategy.FACTS, semantic=False), Way("", Strategy.FACTS))
"""The ways to find facts."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An indexed corpus: which unit each passage is."""

    backend: Backend
    unit_of: Mapping[PassageId, str]


def measure(corpora: Sequence[Corpus], figures: Sequence[str], bench: Workbench) -> dict[str, float]:
    """The figures of every way to search, each a mean over all questions, then over those of each group."""
    values: dict[str, list[float]] = defaultdict(list)
    for corpus in corpora:
        with store() as backend:
            stored = index(backend, corpus)
            Embedding(backend, bench.embedder).run()
            for way in FACT_WAYS if corpus.facts else WAYS:
                for name, value in _scores(corpus, stored, way, figures, bench):
                    values[name].append(value)
    return {name: sum(of_one) / len(of_one) for name, of_one in values.items()}


def index(backend: Backend, corpus: Corpus) -> Stored:
    """Store and index a corpus as ingest does: a source, a content and its passages for each document."""
    unit_of: dict[PassageId, str] = {}
    with backend.transaction():
        for number, paper in enumerate(corpus.papers):
            ids = _put(backend, number, paper)
            unit_of |= {id_: unit.id for id_, unit in zip(ids, paper.units, strict=True)}
        if corpus.facts:
            passage_of = {unit: id_ for id_, unit in unit_of.items()}
            _Facts(backend, corpus.facts).put(passage_of)
    return Stored(backend, unit_of)


def rankings(corpus: Corpus, stored: Stored, way: Way, bench: Workbench) -> Iterator[tuple[str, ...]]:
    """What a search finds for each question: units, best first."""
    searcher = Searcher(stored.backend, bench.embedder, lambda: "eval")
    for question in corpus.questions:
        found = searcher.search(question.text, strategy=way.strategy, semantic=way.semantic, limit=DEEPEST)
        shown = (stored.unit_of[hit.passage_id] for hit in found.hits if hit.passage_id is not None)
        yield tuple(shown)


def _scores(
    corpus: Corpus, stored: Stored, way: Way, figures: Sequence[str], bench: Workbench
) -> Iterator[tuple[str, float]]:
    ranked = rankings(corpus, stored, way, bench)
    for question, ids in zip(corpus.questions, ranked, strict=True):
        for figure in figures:
            value = MEASURES[figure](ids, question.gold)
            yield f"{way.prefix}{figure}", value
            for group in question.groups:
                yield f"{way.prefix}{group}.{figure}", value


def _put(backend: Backend, number: int, paper: Paper) -> tuple[PassageId, ...]:
    drafts: list[PassageDraft] = []
    start = 0
    for ordinal, unit in enumerate(paper.units):
        span = Span(start, start + len(unit.text))
        drafts.append(PassageDraft(ordinal, span, unit.text, speaker=unit.speaker, said=paper.said))
        start = span.end + 1
    text = "\n".join(unit.text for unit in paper.units)
    digest = hashlib.sha256(f"{number}\n{text}".encode()).digest()
    content = ContentDraft(digest, text, "text/plain", paper.title, paper.language, "utf-8", paper.said)
    source = backend.catalog.put_sources([SourceDraft(f"/eval/{number:05}", len(text), paper.said.at)], system_clock())
    _, ids = backend.catalog.put_content(source[0], content, drafts)
    rows = zip(ids, drafts, (None, *drafts[:-1]), strict=True)
    entries = [passage_entry(id_, paper.title, draft, before) for id_, draft, before in rows]
    backend.lexical.put(Kind.PASSAGE, entries)
    return ids


class _Facts:
    """Writes facts that are given; an end of which nothing else is said is a value."""

    def __init__(self, backend: Backend, facts: Mapping[str, Triple]) -> None:
        self._backend = backend
        self._facts = facts
        self._subjects = {triple.subject for triple in facts.values()}
        self._known: dict[str, EntityId] = {}

    def put(self, passage_of: Mapping[str, PassageId]) -> None:
        """Write each fact with the passage that states it as its evidence."""
        for unit, triple in self._facts.items():
            passage = passage_of[unit]
            subject = self._entity(triple.subject)
            target = self._entity(triple.object) if triple.object in self._subjects else None
            value = "" if target is not None else triple.object
            draft = FactDraft(subject, triple.relation, target, value, UNDATED, None, system_clock(), 1.0)
            at = len(unit) - len(triple.object) - 1
            spans = (Span(0, len(unit)), Span(0, len(triple.subject)), Span(at, at + len(triple.object)))
            fact = self._backend.graph.add_fact(draft, Evidence(passage, *spans, None, 1.0, "eval"))
            entry = fact_entry(fact, triple.subject, triple.relation, triple.object, unit)
            self._backend.lexical.put(Kind.FACT, [entry])
            ends = [(subject, spans[1])] + ([] if target is None else [(target, spans[2])])
            self._backend.graph.add_mentions([Mention(end, passage, span) for end, span in ends])

    def _entity(self, name: str) -> EntityId:
        if name not in self._known:
            id_ = self._backend.graph.add_entity(name, key(name), EntityType.CONCEPT, system_clock())
            self._backend.lexical.put(Kind.ENTITY, [entity_entry(id_, name, ())])
            self._known[name] = id_
        return self._known[name]
