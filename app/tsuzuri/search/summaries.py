"""Documents found by their passages and shown by their summaries; and what the graph finds, with such summaries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tsuzuri.core.ids import CategoryId, ContentId, EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import CategoryHit, Hit, Outcome, SearchResult, Snippet, Strategy
from tsuzuri.core.summaries import Summary
from tsuzuri.core.values import Kind, Passage
from tsuzuri.search.registry import OnStep, Unmet
from tsuzuri.search.searcher import Searcher

_DEPTH = 60
_OF_A_DOCUMENT = 3
_DOCUMENTS_BESIDE = 3
_CATEGORIES_BESIDE = 5
_NAMES = 5
_NAMES_LOOKED_AT = 30
_GAP = " … "


def no_summaries(backend: Backend) -> Unmet | None:
    """Why there is nothing to show; None if there is."""
    if backend.catalog.counts().passages == 0:
        return Unmet(Outcome.NOT_INDEXED, "nothing is indexed yet; add files with: tsuzuri add PATH")
    if backend.summaries.count() == 0:
        return Unmet(Outcome.NOT_INDEXED, "no document has a summary yet; have them made with: tsuzuri enrich")
    return None


class Summarised:
    """The strategy `summaries`: finds documents by the best of their passages, each once, shown by its summary."""

    def __init__(self, backend: Backend, searcher: Searcher) -> None:
        self._backend = backend
        self._searcher = searcher

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,  # noqa: ARG002 (nothing walks)
    ) -> SearchResult:
        """See `Searching.search`. A document without a summary yet is shown by its passage, and told of."""
        found = self._searcher.search(text, strategy=Strategy.CHUNKS, limit=_DEPTH, as_of=as_of)
        hits, lacking = documents(found.hits, self._backend, limit)
        told = [found.message] if found.message else []
        if lacking:
            told.append(f"{lacking} of them have no summary yet; have them made with: tsuzuri enrich")
        return replace(found, hits=hits, strategy_used=Strategy.SUMMARIES, message="; ".join(told))


class GraphSummarised:
    """The strategy `graph_summary`: what the graph finds, then the documents it stands in and their categories."""

    def __init__(self, backend: Backend, searcher: Searcher) -> None:
        self._backend = backend
        self._searcher = searcher

    def search(
        self,
        text: str,
        *,
        limit: int = 20,
        as_of: date | None = None,
        on_step: OnStep | None = None,  # noqa: ARG002 (it does not walk the categories)
    ) -> SearchResult:
        """See `Searching.search`. The last few of the hits are summaries of the documents that the others stand in."""
        beside = min(_DOCUMENTS_BESIDE, limit // 2)
        found = self._searcher.search(text, strategy=Strategy.GRAPH, limit=limit - beside, as_of=as_of)
        summaries, lacking = documents(found.hits, self._backend, beside)
        categories = self._categories([hit for hit in found.hits if hit.kind is Kind.ENTITY])
        told = [found.message] if found.message else []
        if lacking:
            told.append(f"{lacking} documents have no summary yet; have them made with: tsuzuri enrich")
        return replace(
            found,
            hits=(*found.hits, *summaries),
            strategy_used=Strategy.GRAPH_SUMMARY,
            message="; ".join(told),
            categories=categories,
            trace=(*found.trace, f"beside: {len(summaries)} documents, {len(categories)} categories"),
        )

    def _categories(self, entities: Sequence[Hit]) -> tuple[CategoryHit, ...]:
        """The categories that the entities are in, those of the best first."""
        parents = self._backend.categories.parents([EntityId(hit.id) for hit in entities])
        scores: dict[CategoryId, float] = defaultdict(float)
        for hit in entities:
            for category in parents.get(EntityId(hit.id), ()):
                scores[category.id] += hit.score
        known = {category.id: category for of_one in parents.values() for category in of_one}
        best = sorted(scores, key=lambda id_: (-scores[id_], id_))[:_CATEGORIES_BESIDE]
        return tuple(
            CategoryHit(one.id, one.layer, scores[one.id], one.name, one.summary, one.tags, one.entities)
            for one in (known[id_] for id_ in best)
        )


@dataclass(frozen=True, slots=True)
class _Document:
    """A document that was found: its best hit, and the sum of its best few."""

    content_id: ContentId
    hit: Hit
    score: float


def documents(hits: Sequence[Hit], backend: Backend, limit: int) -> tuple[tuple[Hit, ...], int]:
    """The documents in which hits stand, best first, each as its summary; and how many of those have none yet."""
    best = _documents(hits, backend)[:limit]
    summaries = backend.summaries.of([one.content_id for one in best])
    shown = _Shown(backend, summaries.values())
    made = tuple(shown.hit(one, summaries.get(one.content_id)) for one in best)
    return made, sum(not one.sentences for one in summaries.values()) + len(best) - len(summaries)


def _documents(hits: Sequence[Hit], backend: Backend) -> list[_Document]:
    ids = list(dict.fromkeys(hit.passage_id for hit in hits if hit.passage_id is not None))
    contents = {passage.id: passage.content_id for passage in backend.catalog.passages(ids)}
    of_one: dict[ContentId, list[Hit]] = defaultdict(list)
    for hit in hits:
        if hit.passage_id in contents:
            of_one[contents[hit.passage_id]].append(hit)
    found = [
        _Document(content_id, ones[0], sum(hit.score for hit in ones[:_OF_A_DOCUMENT]))
        for content_id, ones in of_one.items()
    ]
    return sorted(found, key=lambda one: (-one.score, one.content_id))


class _Shown:
    """Makes hits of documents: two queries for all of them."""

    def __init__(self, backend: Backend, summaries: Iterable[Summary]) -> None:
        ids = list(dict.fromkeys(cited.passage_id for one in summaries for cited in one.sentences))
        self._passages: Mapping[PassageId, Passage] = {one.id: one for one in backend.catalog.passages(ids)}
        nodes = backend.edges.passages(ids, _NAMES_LOOKED_AT)
        self._named = {id_: tuple(entity for entity, _ in node.entities) for id_, node in nodes.items()}
        entities = backend.graph.entities_by_id(list({one for named in self._named.values() for one in named}))
        self._names = {entity.id: entity.name for entity in entities}

    def hit(self, document: _Document, summary: Summary | None) -> Hit:
        """The document's best hit with the summary in place of its text; as it is where there is no summary."""
        cited = [] if summary is None else [one for one in summary.sentences if one.passage_id in self._passages]
        if not cited:
            return replace(document.hit, score=document.score)
        told = _GAP.join(one.span.of(self._passages[one.passage_id].text) for one in cited)
        passage = self._passages[cited[0].passage_id]
        counted: dict[EntityId, int] = defaultdict(int)
        for id_ in {one.passage_id for one in cited}:
            for entity in self._named.get(id_, ()):
                counted[entity] += 1
        names = [self._names[id_] for id_ in sorted(counted, key=lambda id_: -counted[id_]) if id_ in self._names]
        text = f"{told} ({', '.join(names[:_NAMES])})" if names else told
        return Hit(
            kind=Kind.PASSAGE,
            id=passage.id,
            score=document.score,
            routes=document.hit.routes,
            title=passage.title,
            snippet=Snippet(text, ()),
            passage_id=passage.id,
            source_uri=passage.source_uri,
            locator=passage.locator,
            said=passage.said,
        )
