"""Which nodes of a layer go together, before anything has a name: by heads of names, then by embeddings.

Nodes are entities, or the categories of a layer. Groups overlap only where a head belongs to its own family and to that
of its own head (green tea: a tea, and what sencha is).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.values import EntityType
from tsuzuri.enrich.clustering import chain, clusters, mean_direction
from tsuzuri.enrich.heads import families, joined
from tsuzuri.enrich.wording import has_one_topic, is_name

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors


@dataclass(frozen=True, slots=True)
class Node:
    """An entity, or a category of the layer below.

    `tags` are a few short descriptors, `ties` the names of what its facts lead to, most important first. `weight` says
    how much is said of it: its mentions, or its entities.
    """

    id: int
    name: str
    type: EntityType
    tags: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that go together, by their places in a layer. `name` is the head they share; empty where there is none."""

    members: tuple[int, ...]
    name: str = ""


def group(nodes: Sequence[Node], vectors: "Vectors", size: int) -> tuple[Group, ...]:
    """Groups of about `size` where no head decides; every node is in one, alone where nothing is like it.

    `vectors` are centred, a row for each node, of zeros for one without a vector.
    """
    by_head = _by_head(nodes, vectors)
    held = {at for one in by_head for at in one.members}
    by_type: defaultdict[EntityType, list[int]] = defaultdict(list)
    for at, node in enumerate(nodes):
        if at not in held:
            by_type[node.type].append(at)
    return (*by_head, *(one for places in by_type.values() for one in _by_meaning(nodes, places, vectors, size)))


def batches(groups: Iterable[Group], vectors: "Vectors", most: int) -> list[list[Group]]:
    """The groups in batches of like ones, of `most` members at most (a group that is greater has one for itself)."""
    waiting = list(groups)
    order = chain(mean_direction(vectors, [one.members for one in waiting]))
    made: list[list[Group]] = []
    room = 0
    for at in order:
        needed = len(waiting[at].members)
        if not made or needed > room:
            made.append([])
            room = most
        made[-1].append(waiting[at])
        room -= needed
    return made


def _by_head(nodes: Sequence[Node], vectors: "Vectors") -> list[Group]:
    """The families of heads. One whose head is a node draws what is in no other such family and is near it.

    A surname is no kind of thing. A name that an entity lends its category may be longer or shorter than others.
    """
    places = [at for at, node in enumerate(nodes) if node.type is not EntityType.PERSON]
    found = [
        one
        for one in families([nodes[at].name for at in places])
        if is_name(one.name) or (one.own is not None and has_one_topic(one.name))
    ]
    members = {number: [places[at] for at in one.members] for number, one in enumerate(found)}
    drawing = {number: members[number] for number, one in enumerate(found) if one.own is not None}
    held = {at for of in drawing.values() for at in of}
    free = [at for at in places if at not in held and vectors[at].any()]
    for at, number in joined(vectors, drawing, free).items():
        members[number].append(at)
    return [Group(tuple(sorted(members[number])), one.name) for number, one in enumerate(found)]


def _by_meaning(nodes: Sequence[Node], places: list[int], vectors: "Vectors", size: int) -> list[Group]:
    """Those of one type in clusters; those without a vector in order of their names."""
    seen = [at for at in places if vectors[at].any()]
    unseen = sorted((at for at in places if not vectors[at].any()), key=lambda at: (nodes[at].name, at))
    found = [[seen[row] for row in rows] for rows in clusters(vectors[seen], size)]
    found += [unseen[at : at + size] for at in range(0, len(unseen), size)]
    return [Group(tuple(members)) for members in found]
