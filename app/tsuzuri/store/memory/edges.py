"""What a search walks, in memory."""

from collections.abc import Mapping, Sequence
from datetime import date

from tsuzuri.core.graph_edges import EntityNode, FactNode, PassageNode
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.values import Fact, Kind
from tsuzuri.store.folding import fold
from tsuzuri.store.memory.graph import MemoryGraph
from tsuzuri.store.memory.state import Box, State
from tsuzuri.store.titles import is_called, phrase_of, title_keys
from tsuzuri.text.segment import segment

_EVERY = 1_000_000


class MemoryEdges:
    """The `GraphEdges` over a `Box`. Looks at every row for each node."""

    def __init__(self, box: Box, graph: MemoryGraph) -> None:
        self._box = box
        self._graph = graph

    def passages(self, ids: Sequence[PassageId], limit: int) -> Mapping[PassageId, PassageNode]:
        """See `GraphEdges.passages`. Entities that are named least come first."""
        state = self._box.read()
        return {id_: self._passage(state, id_, limit) for id_ in ids if id_ in state.passages}

    def beginnings(self, ids: Sequence[PassageId]) -> Mapping[PassageId, PassageId]:
        """See `GraphEdges.beginnings`."""
        passages = self._box.read().passages
        first = {row.content_id: id_ for id_, row in passages.items() if row.draft.ordinal == 0}
        return {id_: first[passages[id_].content_id] for id_ in ids if id_ in passages}

    def entities(self, ids: Sequence[EntityId], limit: int) -> Mapping[EntityId, EntityNode]:
        """See `GraphEdges.entities`. Facts that are undated come first, then the latest."""
        return {id_: self._entity(id_, limit) for id_ in ids if self._graph.entity(id_) is not None}

    def facts(self, ids: Sequence[FactId], limit: int) -> Mapping[FactId, FactNode]:
        """See `GraphEdges.facts`. The passages that came first are given."""
        stating = self._graph.evidence_of(ids)
        return {
            fact.id: FactNode(
                tuple(end for end in (fact.subject_id, fact.object_id) if end is not None),
                tuple(sorted({proof.passage_id for proof in stating.get(fact.id, ())}))[:limit],
            )
            for fact in self._graph.facts(ids)
            if fact.unlearnt_at is None
        }

    def standing(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """See `GraphEdges.standing`."""
        entries = sorted(self._box.read().entries.items())
        bodies = {PassageId(id_): segment(entry.body) for (kind, id_), entry in entries if kind is Kind.PASSAGE}
        phrases = {name: phrase_of(name) for name in names}
        found = {
            name: tuple(id_ for id_, body in bodies.items() if _holds(body, phrase)) for name, phrase in phrases.items()
        }
        return {name: ids for name, ids in found.items() if 0 < len(ids) <= limit}

    def titled(self, names: Sequence[str], limit: int) -> Mapping[str, tuple[PassageId, ...]]:
        """See `GraphEdges.titled`."""
        state = self._box.read()
        first = {
            id_: fold(state.contents[row.content_id].title)
            for id_, row in sorted(state.passages.items())
            if row.draft.ordinal == 0
        }
        found = {
            name: tuple(id_ for id_, title in first.items() if any(is_called(title, one) for one in title_keys(name)))
            for name in names
        }
        return {name: ids[:limit] for name, ids in found.items() if ids}

    def _passage(self, state: State, passage_id: PassageId, limit: int) -> PassageNode:
        row = state.passages[passage_id]
        places = {
            other.draft.ordinal: id_ for id_, other in state.passages.items() if other.content_id == row.content_id
        }
        at = row.draft.ordinal
        nearby = [places.get(near) for near in (at - 1, at + 1, 0)]
        named = {mention.entity_id for mention in state.named() if mention.passage_id == passage_id}
        entities = {entity.id: entity.mentions for entity in self._graph.entities_by_id(sorted(named))}
        facts = self._graph.facts_in([passage_id], _EVERY)
        return PassageNode(
            row.draft.text,
            state.contents[row.content_id].title if at == 0 else "",
            tuple(dict.fromkeys(near for near in nearby if near is not None and near != passage_id)),
            tuple(sorted(entities.items(), key=lambda entry: (entry[1], entry[0])))[:limit],
            tuple(fact.id for fact in facts if fact.unlearnt_at is None)[:limit],
        )

    def _entity(self, entity_id: EntityId, limit: int) -> EntityNode:
        mentions = self._graph.mentions_of([entity_id], limit_each=_EVERY).get(entity_id, ())
        facts = [fact for fact in self._graph.facts_of(entity_id, limit=_EVERY) if fact.unlearnt_at is None]
        facts.sort(key=_start_and_id, reverse=True)
        return EntityNode(
            tuple(dict.fromkeys(mention.passage_id for mention in mentions))[:limit],
            tuple(fact.id for fact in facts)[:limit],
        )


def _start_and_id(fact: Fact) -> tuple[bool, date, int]:
    return (fact.held.start is None, fact.held.start or date.min, fact.id)


def _holds(body: Sequence[str], phrase: Sequence[str]) -> bool:
    size = len(phrase)
    return size > 0 and any(tuple(body[at : at + size]) == tuple(phrase) for at in range(len(body) - size + 1))
