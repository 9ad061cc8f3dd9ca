"""What a layer is made of: the entities with what is known of them in short, and the categories of the layer below."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tsuzuri.core.categories import Category
from tsuzuri.core.ids import CategoryId, EntityId, SpaceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EmbeddingSpace, Entity, EntityType, Kind
from tsuzuri.enrich.clustering import centred, mean_direction
from tsuzuri.enrich.grouping import Node
from tsuzuri.enrich.naming import MOST_TAGS, commonest_type
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

_PAGE = 1024
_MOST_TIES = 5
_MOST_TAG_WORDS = 3


@dataclass(frozen=True, slots=True)
class Layer:
    """The nodes of one layer, and their centred vectors: a row each, of zeros where there is none."""

    nodes: tuple[Node, ...]
    vectors: "Vectors"

    def without(self, ids: Iterable[int]) -> "Layer":
        """The nodes that are none of those."""
        gone = set(ids)
        kept = [at for at, node in enumerate(self.nodes) if node.id not in gone]
        return Layer(tuple(self.nodes[at] for at in kept), self.vectors[kept])


def entities(backend: Backend) -> Iterator[Entity]:
    """Every entity, in order of name."""
    after: str | None = None
    while True:
        page = backend.graph.entities(after=after, limit=_PAGE)
        yield from page.items
        if page.after is None:
            return
        after = page.after


def read_entities(backend: Backend, space: EmbeddingSpace) -> Layer:
    """Layer 0: every entity with its type, the relations that most of its facts have, and where they lead to."""
    known = sorted(entities(backend), key=lambda entity: entity.id)
    relations, ties = _of_facts(backend)
    nodes = tuple(
        Node(
            id=entity.id,
            name=entity.name,
            type=entity.type,
            tags=(entity.type.value, *_most(relations[entity.id], MOST_TAGS - 1)),
            ties=_most(ties[entity.id], _MOST_TIES),
            weight=entity.mentions,
        )
        for entity in known
    )
    return Layer(nodes, centred(vectors_of(backend, space, [node.id for node in nodes])))


def vectors_of(backend: Backend, space: EmbeddingSpace, ids: Sequence[int]) -> "Vectors":
    """The vector of each entity, shape (ids, dimension), of zeros where it has none."""
    found: SpaceId | None = backend.vectors.find_space(space)
    stored = {} if found is None else backend.vectors.vectors(found, Kind.ENTITY, ids)
    rows = np.zeros((len(ids), space.dimension), np.float32)
    for row, id_ in enumerate(ids):
        if id_ in stored:
            rows[row] = stored[id_]
    return rows


def speakers(backend: Backend, below: Layer) -> tuple[int, ...]:
    """The entities of people who speak in the library's chats and transcripts, by place in layer 0."""
    spoken = {key(name) for name in backend.catalog.speakers()}
    return tuple(
        at for at, node in enumerate(below.nodes) if node.type is EntityType.PERSON and key(node.name) in spoken
    )


def lifted(backend: Backend, categories: Sequence[Category], below: Layer) -> Layer:
    """The categories of a layer as nodes; the vector of each is the mean of its children's in the layer below."""
    places = {node.id: at for at, node in enumerate(below.nodes)}
    children = _children(backend, categories)
    held = [[places[child] for child in children[one.id] if child in places] for one in categories]
    kept = [(one, rows) for one, rows in zip(categories, held, strict=True) if rows]
    nodes = tuple(
        Node(
            id=one.id,
            name=one.name,
            type=commonest_type([below.nodes[at] for at in rows]),
            tags=one.tags,
            weight=one.entities,
        )
        for one, rows in kept
    )
    return Layer(nodes, centred(mean_direction(below.vectors, [rows for _, rows in kept])))


def _children(backend: Backend, categories: Sequence[Category]) -> Mapping[CategoryId, Sequence[int]]:
    ids = [one.id for one in categories]
    found: dict[CategoryId, list[int]] = {id_: [] for id_ in ids}
    for id_, of in backend.categories.entities(ids, limit_each=1_000_000).items():
        found[id_] += [entity.id for entity in of]
    for id_, subcategories in backend.categories.children(ids).items():
        found[id_] += [one.id for one in subcategories]
    return found


def _of_facts(backend: Backend) -> tuple[dict[EntityId, Counter[str]], dict[EntityId, Counter[str]]]:
    """How often each entity is in facts of a relation, and with each other name."""
    relations: defaultdict[EntityId, Counter[str]] = defaultdict(Counter)
    ties: defaultdict[EntityId, Counter[str]] = defaultdict(Counter)
    after: str | None = None
    while True:
        page = backend.graph.all_facts(after=after, limit=_PAGE)
        for fact in page.items:
            words = fact.relation.replace("_", " ")
            if len(words.split()) <= _MOST_TAG_WORDS:
                relations[fact.subject_id][words] += 1
            if fact.object_id is not None:
                ties[fact.subject_id][fact.object_name] += 1
                ties[fact.object_id][fact.subject_name] += 1
        if page.after is None:
            return relations, ties
        after = page.after


def _most(counted: Counter[str], number: int) -> tuple[str, ...]:
    return tuple(sorted(counted, key=lambda word: (-counted[word], word))[:number])
