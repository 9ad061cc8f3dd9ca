"""From ids to hits: one query a kind, never one a hit."""

from collections.abc import Mapping, Sequence
from datetime import date

from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Hit, Snippet
from tsuzuri.core.values import Evidence, Fact, Kind, Mention, Passage
from tsuzuri.search.fuse import Fused
from tsuzuri.search.snippet import snippet
from tsuzuri.search.when import MENTIONS_LOOKED_AT, said_by
from tsuzuri.search.words import Words


class Presenter:
    """Makes hits of what was found; an id that vanished meanwhile makes none.

    With `as_of`, an entity is shown by its latest mention that was not said after that day; one without makes none.
    """

    def __init__(self, backend: Backend, words: Words, as_of: date | None = None) -> None:
        self._backend = backend
        self._words = words
        self._as_of = as_of

    def hits(self, kind: Kind, found: Sequence[Fused]) -> tuple[Hit, ...]:
        """One hit for each that still exists, in the same order."""
        match kind:
            case Kind.PASSAGE:
                return self._passages(found)
            case Kind.FACT:
                return self._facts(found)
            case Kind.ENTITY:
                return self._entities(found)

    def _passages(self, found: Sequence[Fused]) -> tuple[Hit, ...]:
        passages = {p.id: p for p in self._backend.catalog.passages([PassageId(one.id) for one in found])}
        return tuple(
            _hit(Kind.PASSAGE, one, passage.title, snippet(passage.text, self._words.shown), passage)
            for one in found
            if (passage := passages.get(PassageId(one.id))) is not None
        )

    def _facts(self, found: Sequence[Fused]) -> tuple[Hit, ...]:
        graph = self._backend.graph
        ids = [FactId(one.id) for one in found]
        facts = {fact.id: fact for fact in graph.facts(ids)}
        evidence = {id_: best[0] for id_, best in graph.evidence_of(ids).items() if best}
        passages = self._by_id([one.passage_id for one in evidence.values()])
        hits = []
        for one in found:
            fact, best = facts.get(FactId(one.id)), evidence.get(FactId(one.id))
            if fact is not None and best is not None and best.passage_id in passages:
                hits.append(self._fact(one, fact, best, passages[best.passage_id]))
        return tuple(hits)

    def _fact(self, one: Fused, fact: Fact, best: Evidence, passage: Passage) -> Hit:
        shown = snippet(best.statement.of(passage.text), self._words.shown)
        return _hit(Kind.FACT, one, fact.statement, shown, passage, fact)

    def _entities(self, found: Sequence[Fused]) -> tuple[Hit, ...]:
        graph = self._backend.graph
        ids = [EntityId(one.id) for one in found]
        entities = {entity.id: entity for entity in graph.entities_by_id(ids)}
        latest = graph.mentions_of(ids, limit_each=1 if self._as_of is None else MENTIONS_LOOKED_AT)
        passages = self._by_id([mention.passage_id for mentions in latest.values() for mention in mentions])
        hits = []
        for one in found:
            entity = entities.get(EntityId(one.id))
            mention = self._shown(latest.get(EntityId(one.id), ()), passages)
            if entity is not None and mention is not None:
                passage = passages[mention.passage_id]
                named = Words(mention.span.of(passage.text)).shown
                shown = snippet(passage.text, self._words.shown | named)
                hits.append(_hit(Kind.ENTITY, one, entity.name, shown, passage))
        return tuple(hits)

    def _shown(self, mentions: Sequence[Mention], passages: Mapping[PassageId, Passage]) -> Mention | None:
        there = [mention for mention in mentions if mention.passage_id in passages]
        if self._as_of is not None:
            there = [one for one in there if said_by(passages[one.passage_id].said, self._as_of)]
        return there[0] if there else None

    def _by_id(self, ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        return {passage.id: passage for passage in self._backend.catalog.passages(list(dict.fromkeys(ids)))}


def _hit(kind: Kind, one: Fused, title: str, shown: Snippet, passage: Passage, fact: Fact | None = None) -> Hit:
    return Hit(
        kind=kind,
        id=one.id,
        score=one.score,
        routes=one.routes,
        title=title,
        snippet=shown,
        passage_id=passage.id,
        source_uri=passage.source_uri,
        locator=passage.locator,
        said=passage.said,
        valid=fact.held if fact is not None else None,
    )
