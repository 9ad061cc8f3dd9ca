"""Where a walk begins: at the passages and facts that a search has found, and at what the question names."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import exp

from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import Kind
from tsuzuri.search.fuse import Fused
from tsuzuri.search.graph_joints import Joints
from tsuzuri.search.graph_names import grams, names, narrower
from tsuzuri.search.graph_tuning import Tuning
from tsuzuri.search.graph_walk import Node
from tsuzuri.text.normalise import key


def seeds(
    question: str, found: Mapping[Kind, Sequence[Fused]], graph: GraphStore, joints: Joints, tuning: Tuning
) -> dict[Node, float]:
    """The nodes to begin at with their mass; empty where nothing was found or named."""
    begun: dict[Node, float] = defaultdict(float)
    for kind, count, mass in ((Kind.PASSAGE, tuning.passages, 1.0), (Kind.FACT, tuning.facts, tuning.fact_mass)):
        for id_, share in _softmax(found.get(kind, ()), count, tuning.sharpness):
            begun[kind, id_] += mass * share
    named = list(_named(question, graph, joints, tuning.surmised))
    total = max(sum(mass for _, mass in named), 1.0)
    for node, mass in named:
        begun[node] += tuning.named * mass / total
    return dict(begun)


def _softmax(found: Sequence[Fused], count: int, sharpness: float) -> Iterator[tuple[int, float]]:
    if not found:
        return
    best, spread = found[0].score, found[0].score - found[-1].score or 1.0
    masses = [exp((one.score - best) / (spread * sharpness)) for one in found[:count]]
    for one, mass in zip(found, masses, strict=False):
        yield one.id, mass / sum(masses)


def _named(question: str, graph: GraphStore, joints: Joints, surmised: float) -> Iterator[tuple[Node, float]]:
    """What the question names: entities and documents by their recorded names, passages by what looks like a name.

    The longest name at a place counts.
    """
    pieces = grams(question)
    keys = {piece: key(piece) for piece in pieces}
    entities = graph.entities_by_key(sorted(set(keys.values())))
    titled = joints.titles(pieces)
    taken: list[str] = []
    for piece in pieces:
        bearers, documents = entities.get(keys[piece], ()), titled.get(piece, ())
        if not (bearers or documents) or _within(piece, taken):
            continue
        taken.append(piece)
        yield from (((Kind.ENTITY, entity.id), 1.0 / len(bearers)) for entity in bearers)
        yield from (((Kind.PASSAGE, id_), 1.0 / len(documents)) for id_ in documents)
    spoken = [name for name in names(question) if not _within(name, taken)]
    joints.look_up(spoken)
    rest = [name for whole in spoken for name in ((whole,) if joints.joins(whole) else narrower(whole))]
    joints.look_up(rest)
    for name in rest:
        if not _within(name, taken):
            reached = joints.titled(name) or joints.standing(name)
            yield from (((Kind.PASSAGE, id_), surmised / len(reached)) for id_ in reached)


def _within(name: str, longer: Sequence[str]) -> bool:
    return any(name.casefold() in one.casefold() for one in longer)
