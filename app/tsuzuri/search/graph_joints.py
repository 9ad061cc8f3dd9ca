"""How strongly what is around a node is joined to it: by the graph as it is stored, and by names that only stand there.

A name that many bear, or that is named everywhere, tells little: what it joins, it joins weakly.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tsuzuri.core.graph_edges import GraphEdges, PassageNode
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.values import Kind
from tsuzuri.search.graph_names import named_by, names, narrower, tells
from tsuzuri.search.graph_tuning import Tuning
from tsuzuri.search.graph_walk import Node

FEW = 8
"""A name that nobody has recorded joins at most so many passages: one that stands in more is no name of one thing."""
_NEIGHBOURS = 24
"""Of each kind of neighbour of a node, so many are looked at."""
_MOST_LOOKED_UP = 160
"""Names that are looked up in full text for one search: about 0.1 ms each."""


class Joints:
    """Reads what nodes are joined to, for one search; names that were looked up once are remembered.

    A title leads to the passage of its document that was `found` best, or else to its first one.
    """

    def __init__(self, edges: GraphEdges, found: Sequence[PassageId], tuning: Tuning) -> None:
        self._edges = edges
        self._tuning = tuning
        beginnings = edges.beginnings(found)
        self._best = {beginnings[id_]: id_ for id_ in reversed(found) if id_ in beginnings}
        self._standing: dict[str, tuple[PassageId, ...]] = {}
        self._titled: dict[str, tuple[PassageId, ...]] = {}
        self._looked_up: set[str] = set()

    def __call__(self, nodes: Sequence[Node]) -> Mapping[Node, Mapping[Node, float]]:
        """What each node is joined to, and how strongly. A few queries, and one for each new name."""
        ids: dict[Kind, list[int]] = {kind: [id_ for of, id_ in nodes if of is kind] for kind in Kind}
        return {
            **self._of_passages([PassageId(id_) for id_ in ids[Kind.PASSAGE]]),
            **self._of_entities([EntityId(id_) for id_ in ids[Kind.ENTITY]]),
            **self._of_facts([FactId(id_) for id_ in ids[Kind.FACT]]),
        }

    def titled(self, name: str) -> tuple[PassageId, ...]:
        """The passages for the documents of that title; to be asked after `look_up`."""
        return self._titled.get(name, ())

    def standing(self, name: str) -> tuple[PassageId, ...]:
        """The few passages in which a name stands; to be asked after `look_up`."""
        return self._standing.get(name, ())

    def joins(self, name: str) -> bool:
        """Whether a name leads anywhere; to be asked after `look_up`."""
        return bool(self.titled(name) or self.standing(name))

    def titles(self, names: Sequence[str]) -> Mapping[str, tuple[PassageId, ...]]:
        """The passages for the documents that have each name as their title. One query."""
        titled = self._edges.titled(names, FEW)
        return {name: tuple(self._best.get(first, first) for first in ids) for name, ids in titled.items()}

    def look_up(self, wanted: Iterable[str], *, titles: bool = False) -> None:
        """Find where names stand. Of those that tell nothing by themselves, only which documents have that title,
        unless they are titles themselves.
        """
        room = _MOST_LOOKED_UP - len(self._looked_up)
        new = [name for name in dict.fromkeys(wanted) if name not in self._looked_up][: max(room, 0)]
        if new:
            self._looked_up.update(new)
            self._titled |= self.titles(new)
            self._standing |= self._edges.standing([name for name in new if titles or tells(name)], FEW)

    def _of_passages(self, ids: Sequence[PassageId]) -> dict[Node, Mapping[Node, float]]:
        if not ids:
            return {}
        found = self._edges.passages(ids, _NEIGHBOURS)
        titles = {id_: named_by(node.title) for id_, node in found.items() if node.title}
        standing = {id_: names(node.text) for id_, node in found.items()}
        self.look_up(titles.values(), titles=True)
        self.look_up(name for of_one in standing.values() for name in of_one)
        parts = {
            id_: [
                part
                for name in of_one
                if not self.titled(name) and set(self.standing(name)) <= {id_}
                for part in narrower(name)
            ]
            for id_, of_one in standing.items()
        }
        self.look_up(part for of_one in parts.values() for part in of_one)
        return {
            (Kind.PASSAGE, id_): self._of_passage(id_, node, titles.get(id_, ""), [*standing[id_], *parts[id_]])
            for id_, node in found.items()
        }

    def _of_passage(
        self, passage_id: PassageId, node: PassageNode, title: str, named: Iterable[str]
    ) -> Mapping[Node, float]:
        tuning = self._tuning
        joined: dict[Node, float] = defaultdict(float)
        own = frozenset((passage_id, *node.nearby))
        for other in self.standing(title):
            joined[Kind.PASSAGE, other] += tuning.below_title
        for name in dict.fromkeys(named):
            titled, standing = self.titled(name), self.standing(name)
            if passage_id in titled:
                continue
            for other in titled or standing:
                joined[Kind.PASSAGE, other] += tuning.title if titled else tuning.shared / len(standing)
        for other in own:
            joined[Kind.PASSAGE, other] += tuning.nearby
        for entity_id, times in node.entities:
            joined[Kind.ENTITY, entity_id] += tuning.entity * min(1.0, FEW / times)
        for fact_id in node.facts:
            joined[Kind.FACT, fact_id] += tuning.fact
        del joined[Kind.PASSAGE, passage_id]
        return joined

    def _of_entities(self, ids: Sequence[EntityId]) -> dict[Node, Mapping[Node, float]]:
        found = self._edges.entities(ids, _NEIGHBOURS) if ids else {}
        return {
            (Kind.ENTITY, id_): {
                **{(Kind.PASSAGE, passage): 1.0 / len(node.passages) for passage in node.passages},
                **{(Kind.FACT, fact): 1.0 / len(node.facts) for fact in node.facts},
            }
            for id_, node in found.items()
        }

    def _of_facts(self, ids: Sequence[FactId]) -> dict[Node, Mapping[Node, float]]:
        found = self._edges.facts(ids, _NEIGHBOURS) if ids else {}
        return {
            (Kind.FACT, id_): {
                **{(Kind.ENTITY, end): 1.0 for end in node.ends},
                **{(Kind.PASSAGE, passage): 1.0 / len(node.passages) for passage in node.passages},
            }
            for id_, node in found.items()
        }
