"""Reading the library: what may be browsed, without any model."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId, SourceId
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Counts, Entity, EntityType, Fact, Grown, Page, Passage, Source
from tsuzuri.library.views import EntityCard, FactView, MentionView, Reading
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.library.neighbourhood import Neighbourhood
    from tsuzuri.library.timeline import Timeline

_CONTEXT_CHARACTERS = 1200
_FACTS_OF_A_TIMELINE = 2000


class Browser:
    """The reading half of a library. Safe to call from several threads at once."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def counts(self) -> Counts:
        """How much there is."""
        return self._backend.catalog.counts()

    def growth(self) -> tuple[Grown, ...]:
        """The days on which what there is came; see `ports.Catalog.growth`. Not to be asked often."""
        return self._backend.catalog.growth()

    def data_version(self) -> int:
        """A number that changes when anything was written, by whichever process; cheap to ask often."""
        return self._backend.data_version()

    def sources(
        self,
        *,
        contains: str = "",
        order: SourceOrder = SourceOrder.PLACE,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Source]:
        """Sources in an order; see `ports.Catalog.sources`."""
        return self._backend.catalog.sources(contains=contains, order=order, after=after, limit=limit)

    def sources_by_id(self, ids: Sequence[SourceId]) -> tuple[Source, ...]:
        """Those sources in the order asked, without those that are gone."""
        return self._backend.catalog.sources_by_id(ids)

    def source(self, source_id: SourceId) -> Source | None:
        """One source; None if it is gone."""
        return self._backend.catalog.source(source_id)

    def entities(
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        """Entities in an order; `contains` is a piece of a name or alias as a person types it."""
        return self._backend.graph.entities(contains=key(contains), type=type, order=order, after=after, limit=limit)

    def entities_by_id(self, ids: Sequence[EntityId]) -> tuple[Entity, ...]:
        """Those entities in the order asked, each once; what was united with another is that, and what is gone none."""
        return tuple({one.id: one for one in self._backend.graph.entities_by_id(ids)}.values())

    def named(self, name: str) -> tuple[Entity, ...]:
        """Entities with exactly that name or alias, else those whose names contain it."""
        folded = key(name)
        if not folded:
            return ()
        exact = self._backend.graph.entities_by_key([folded]).get(folded, ())
        return exact or self._backend.graph.entities(contains=folded, limit=20).items

    def card(
        self, entity_id: EntityId, *, as_of: date | None = None, believed_on: datetime | None = None
    ) -> EntityCard | None:
        """An entity with its facts and its latest mentions; None if it is gone.

        `as_of` leaves out the facts that did not hold on that day, `believed_on` gives what was known by that moment.
        """
        entity = self._backend.graph.entity(entity_id)
        if entity is None:
            return None
        facts = self.fact_views(self._backend.graph.facts_of(entity_id, as_of=as_of, believed_on=believed_on))
        mentions = self._backend.graph.mentions_of([entity_id]).get(entity_id, ())
        passages = self._passages([mention.passage_id for mention in mentions])
        shown = tuple(
            MentionView(mention, passages[mention.passage_id]) for mention in mentions if mention.passage_id in passages
        )
        return EntityCard(entity, facts, shown)

    def timeline(
        self,
        entity_id: EntityId,
        *,
        relation: str = "",
        since: date | None = None,
        until: date | None = None,
        as_of: date | None = None,
        believed_on: datetime | None = None,
    ) -> "Timeline | None":
        """An entity's facts as lanes of time; None if it is gone.

        Of one `relation` if named, from `since` to `until` (both with it), and as `as_of` and `believed_on` say (see
        `card`). What has no date is left out by none of the days.

        Raises:
            ValueError: `until` lies before `since`.
        """
        from tsuzuri.library.timeline import Timeline, is_corrected, is_dated, lanes, window

        entity = self._backend.graph.entity(entity_id)
        if entity is None:
            return None
        facts = self._backend.graph.facts_of(
            entity_id, as_of=as_of, believed_on=believed_on, limit=_FACTS_OF_A_TIMELINE + 1
        )
        asked = window(since, until)
        views = self.fact_views(
            [
                fact
                for fact in facts[:_FACTS_OF_A_TIMELINE]
                if relation in ("", fact.relation) and (fact.valid if is_corrected(fact) else fact.held).overlaps(asked)
            ]
        )
        return Timeline(
            entity,
            lanes(entity, views, self._backend.graph.rules().single),
            tuple(view for view in views if not is_dated(view.fact)),
            tuple(view for view in views if is_corrected(view.fact)),
            since,
            until,
            as_of,
            believed_on,
            cut=len(facts) > _FACTS_OF_A_TIMELINE,
        )

    def neighbourhood(self, entity_id: EntityId, *, as_of: date | None = None) -> "Neighbourhood | None":
        """What stands around an entity, those facts that held on a day if one is named; None if it is gone."""
        from tsuzuri.library.neighbourhood import neighbourhood

        return neighbourhood(self._backend, entity_id, as_of=as_of)

    def entity(self, entity_id: EntityId) -> Entity | None:
        """One entity, without its facts; None if it is gone."""
        return self._backend.graph.entity(entity_id)

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """Every fact, page by page."""
        return self._backend.graph.all_facts(after=after, limit=limit)

    def fact_views(self, facts: Sequence[Fact]) -> tuple[FactView, ...]:
        """Facts with the sentence that states each, and what closes or disputes it. As many queries for any number."""
        evidence = self._backend.graph.evidence_of([fact.id for fact in facts])
        best = {fact_id: found[0] for fact_id, found in evidence.items() if found}
        passages = self._passages([one.passage_id for one in best.values()])
        named = [id_ for fact in facts for id_ in (fact.closed_by, fact.disputed_by) if id_ is not None]
        others = {fact.id: fact for fact in self._backend.graph.facts(list(dict.fromkeys(named)))}
        return tuple(
            FactView(
                fact,
                best[fact.id],
                passages[best[fact.id].passage_id],
                others.get(fact.closed_by) if fact.closed_by else None,
                others.get(fact.disputed_by) if fact.disputed_by else None,
            )
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
