"""Keeps the finds that fit what was asked for beside words: where they lie, when they were, what they name and hold."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from tsuzuri.core.document import Said
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import EntityType, Kind, Passage
from tsuzuri.search.asked import Asked
from tsuzuri.search.fuse import Fused
from tsuzuri.search.when import MENTIONS_LOOKED_AT
from tsuzuri.text.normalise import key
from tsuzuri.text.query import phrase

_NAMED_EACH = 200
"""How many of the entities that a passage names are looked at."""


@dataclass(frozen=True, slots=True)
class _Find:
    """What is known of a find: the passages that show it, when it held, and what it is."""

    passages: tuple[PassageId, ...]
    held: Interval | None = None
    type: EntityType | None = None


class Narrow:
    """Keeps what fits, in its order: a find that one of the passages showing it fits. A few queries a kind.

    A name that no entity has is a phrase that has to stand in the find's own words.
    """

    def __init__(self, backend: Backend, asked: Asked, phrases: Sequence[Term], without: Sequence[Term]) -> None:
        self._backend = backend
        self._asked = asked
        self._without = tuple(without)
        self._places = tuple(map(key, asked.places))
        known = backend.graph.entities_by_key(map(key, asked.names)) if asked.names else {}
        self._named = [frozenset(one.id for one in known[key(name)]) for name in asked.names if key(name) in known]
        unknown = (name for name in asked.names if key(name) not in known)
        self._phrases = (*phrases, *(term for name in unknown for term in phrase(name)))

    def keep(self, kind: Kind, found: Sequence[Fused]) -> tuple[Fused, ...]:
        """Those that fit."""
        holding = self._holding(kind, [one.id for one in found])
        finds = self._finds(kind, [one.id for one in found if one.id in holding])
        passages = self._fitting({id_ for find in finds.values() for id_ in find.passages})
        kept = {id_ for id_, find in finds.items() if self._fits(find, passages)}
        return tuple(one for one in found if one.id in kept)

    def _holding(self, kind: Kind, ids: Sequence[int]) -> Collection[int]:
        """Those whose own words hold every phrase and none of what is not wanted."""
        index = self._backend.lexical
        kept = index.among(kind, LexicalQuery((), within=self._phrases), ids) if self._phrases else frozenset(ids)
        for term in self._without:
            kept -= index.among(kind, LexicalQuery((), within=(term,)), ids)
        return kept

    def _finds(self, kind: Kind, ids: Sequence[int]) -> dict[int, _Find]:
        graph = self._backend.graph
        match kind:
            case Kind.PASSAGE:
                return {id_: _Find((PassageId(id_),)) for id_ in ids}
            case Kind.FACT:
                facts = graph.facts([FactId(id_) for id_ in ids])
                proofs = graph.evidence_of([fact.id for fact in facts])
                return {
                    fact.id: _Find(tuple(proof.passage_id for proof in proofs.get(fact.id, ())), fact.held)
                    for fact in facts
                }
            case Kind.ENTITY:
                entities = graph.entities_by_id([EntityId(id_) for id_ in ids])
                latest = graph.mentions_of([one.id for one in entities], limit_each=MENTIONS_LOOKED_AT)
                return {
                    one.id: _Find(tuple(mention.passage_id for mention in latest.get(one.id, ())), type=one.type)
                    for one in entities
                }

    def _fitting(self, ids: Collection[PassageId]) -> dict[PassageId, Said | None]:
        """The passages that lie where was asked, and name whom; each with when it was said."""
        passages = [one for one in self._backend.catalog.passages(sorted(ids)) if self._lies(one)]
        if self._named:
            nodes = self._backend.edges.passages([one.id for one in passages], _NAMED_EACH)
            names = {id_: {entity for entity, _ in node.entities} for id_, node in nodes.items()}
            passages = [one for one in passages if all(names.get(one.id, set()) & ids for ids in self._named)]
        return {one.id: one.said for one in passages}

    def _lies(self, passage: Passage) -> bool:
        where = (key(passage.source_uri), key(passage.title))
        return all(any(place in piece for piece in where) for place in self._places)

    def _fits(self, find: _Find, passages: "dict[PassageId, Said | None]") -> bool:
        shown = [passages[id_] for id_ in find.passages if id_ in passages]
        if not shown or (self._asked.types and find.type not in self._asked.types):
            return False
        if self._asked.before is None and self._asked.after is None:
            return True
        if find.held is not None and (find.held.start is not None or find.held.end is not None):
            return find.held.overlaps(Interval(self._asked.after, self._asked.before))
        return any(said is not None and self._is_between(said.at.date()) for said in shown)

    def _is_between(self, day: date) -> bool:
        after, before = self._asked.after, self._asked.before
        return (after is None or after <= day) and (before is None or day < before)
