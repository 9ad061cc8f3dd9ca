"""Reading the library: what may be browsed, without any model."""

from collections.abc import Sequence
from datetime import date

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Counts, Entity, EntityType, Fact, Page, Passage, Source
from tsuzuri.library.views import EntityCard, FactView, MentionView, Reading
from tsuzuri.text.normalise import key

_CONTEXT_CHARACTERS = 1200


class Browser:
    """The reading half of a library. Safe to call from several threads at once."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def counts(self) -> Counts:
        """How much there is."""
        return self._backend.catalog.counts()

    def data_version(self) -> int:
        """A number that changes when anything was written, by whichever process; cheap to ask often."""
        return self._backend.data_version()

    def sources(self, *, contains: str = "", after: str | None = None, limit: int = 64) -> Page[Source]:
        """Sources in order of place; see `ports.Catalog.sources`."""
        return self._backend.catalog.sources(contains=contains, after=after, limit=limit)

    def entities(
        self, *, contains: str = "", type: EntityType | None = None, after: str | None = None, limit: int = 64
    ) -> Page[Entity]:
        """Entities in order of name; `contains` is a piece of a name or alias as a person types it."""
        return self._backend.graph.entities(contains=key(contains), type=type, after=after, limit=limit)

    def named(self, name: str) -> tuple[Entity, ...]:
        """Entities with exactly that name or alias, else those whose names contain it."""
        folded = key(name)
        if not folded:
            return ()
        exact = self._backend.graph.entities_by_key([folded]).get(folded, ())
        return exact or self._backend.graph.entities(contains=folded, limit=20).items

    def card(self, entity_id: EntityId, *, as_of: date | None = None) -> EntityCard | None:
        """An entity with its facts (on that day, if given) and its latest mentions; None if it is gone."""
        entity = self._backend.graph.entity(entity_id)
        if entity is None:
            return None
        facts = self.fact_views(self._backend.graph.facts_of(entity_id, as_of=as_of))
        mentions = self._backend.graph.mentions_of([entity_id]).get(entity_id, ())
        passages = self._passages([mention.passage_id for mention in mentions])
        shown = tuple(
            MentionView(mention, passages[mention.passage_id]) for mention in mentions if mention.passage_id in passages
        )
        return EntityCard(entity, facts, shown)

    def entity(self, entity_id: EntityId) -> Entity | None:
        """One entity, without its facts; None if it is gone."""
        return self._backend.graph.entity(entity_id)

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """Every fact, page by page."""
        return self._backend.graph.all_facts(after=after, limit=limit)

    def fact_views(self, facts: Sequence[Fact]) -> tuple[FactView, ...]:
        """Facts with the sentence that states each. Two queries, however many facts."""
        evidence = self._backend.graph.evidence_of([fact.id for fact in facts])
        best = {fact_id: found[0] for fact_id, found in evidence.items() if found}
        passages = self._passages([one.passage_id for one in best.values()])
        return tuple(
            FactView(fact, best[fact.id], passages[best[fact.id].passage_id])
            for fact in facts
            if fact.id in best and best[fact.id].passage_id in passages
        )

    def fact_view(self, fact_id: FactId) -> FactView | None:
        """One fact with its sentence; None if it is gone."""
        return next(iter(self.fact_views(self._backend.graph.facts([fact_id]))), None)

    def reading(self, passage_id: PassageId) -> Reading | None:
        """A passage with the text around it; None if it is gone."""
        found = self._backend.catalog.passages([passage_id])
        if not found:
            return None
        passage = found[0]
        text = self._backend.catalog.content_text(passage.content_id)
        before, after = _around(text, passage.span)
        originals = self._passages(list(self._backend.agenda.same_as([passage_id]).values()))
        return Reading(
            passage,
            before + passage.span.of(text) + after,
            Span(len(before), len(before) + len(passage.span)),
            next(iter(originals.values()), None),
        )

    def _passages(self, ids: Sequence[PassageId]) -> dict[PassageId, Passage]:
        return {passage.id: passage for passage in self._backend.catalog.passages(list(dict.fromkeys(ids)))}


def _around(text: str, span: Span) -> tuple[str, str]:
    """What stands before and after the span, not much more than a screenful, in whole lines where there are lines."""
    before = text[max(0, span.start - _CONTEXT_CHARACTERS) : span.start]
    if len(before) < span.start:
        before = before.partition("\n")[2].lstrip("\n") or before
    after = text[span.end : span.end + _CONTEXT_CHARACTERS]
    if span.end + len(after) < len(text):
        after = after.rpartition("\n")[0].rstrip("\n") or after
    return before, after
