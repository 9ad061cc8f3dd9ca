from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.values import Kind
from tsuzuri.search.graph_walk import Bounds, Node, walk

BOUNDS = Bounds(restart=0.4, least=1e-4, rounds=200, batch=3)


def node(number: int) -> Node:
    return (Kind.PASSAGE, number)


class Graph:
    """Edges given as {node: {node: weight}}; remembers what was asked for."""

    def __init__(self, edges: Mapping[int, Mapping[int, float]]) -> None:
        self.edges = edges
        self.asked: list[list[int]] = []

    def __call__(self, nodes: Sequence[Node]) -> Mapping[Node, Mapping[Node, float]]:
        self.asked.append([id_ for _, id_ in nodes])
        return {
            (kind, id_): {node(other): weight for other, weight in self.edges.get(id_, {}).items()}
            for kind, id_ in nodes
        }


def power_iteration(edges: Mapping[int, Mapping[int, float]], seed: int, restart: float) -> dict[int, float]:
    """What stays at each node, if of what comes there all goes on but `restart`, and what its weights lack to 1."""
    ranks: dict[int, float] = {}
    coming = {seed: 1.0}
    for _ in range(300):
        going: dict[int, float] = {}
        for at, mass in coming.items():
            total = max(sum(edges[at].values()), 1.0)
            for other, weight in edges[at].items():
                going[other] = going.get(other, 0.0) + (1 - restart) * mass * weight / total
            ranks[at] = ranks.get(at, 0.0) + mass * (1 - (1 - restart) * sum(edges[at].values()) / total)
        coming = going
    return ranks


graphs = st.integers(2, 8).flatmap(
    lambda size: st.fixed_dictionaries(
        {i: st.dictionaries(st.integers(0, size - 1), st.floats(0.1, 2.0), min_size=1) for i in range(size)}
    )
)


@settings(max_examples=60, deadline=None)
@given(graphs)
def test_the_ranks_are_those_of_power_iteration(edges: dict[int, dict[int, float]]) -> None:
    walked = walk({node(0): 3.0}, Graph(edges), Bounds(0.4, 1e-7, 2000, 100))
    exact = power_iteration(edges, 0, 0.4)
    assert {id_: rank for (_, id_), rank in walked.ranks.items()} == pytest.approx(
        {id_: exact.get(id_, 0.0) for _, id_ in walked.ranks}, abs=1e-4
    )


def test_what_is_nearer_the_seed_ranks_higher() -> None:
    chain = {i: {i - 1: 1.0, i + 1: 1.0} for i in range(1, 9)}
    ranks = walk({node(1): 1.0}, Graph(chain), BOUNDS).ranks
    assert ranks[node(1)] > ranks[node(2)] > ranks[node(3)] > ranks[node(4)]


def test_only_what_is_near_is_asked_for_and_each_node_once() -> None:
    graph = Graph({i: {i - 1: 1.0, i + 1: 1.0} for i in range(1, 10_000)})
    walked = walk({node(5000): 1.0}, graph, Bounds(0.5, 0.01, 50, 4))
    asked = [id_ for batch in graph.asked for id_ in batch]
    assert len(asked) == len(set(asked)) == walked.pushed < 30
    assert all(len(batch) <= 4 for batch in graph.asked)


def test_a_walk_ends_after_its_rounds() -> None:
    graph = Graph({i: {i + 1: 1.0} for i in range(1000)})
    walk({node(0): 1.0}, graph, Bounds(0.01, 1e-9, 3, 10))
    assert len(graph.asked) == 3


def test_a_node_without_neighbours_keeps_what_it_has() -> None:
    assert walk({node(1): 2.0}, Graph({}), BOUNDS).ranks == {node(1): 1.0}


def test_a_hub_passes_little_on_to_each() -> None:
    edges = {0: {1: 1.0, 2: 1.0}, 1: dict.fromkeys(range(10, 60), 1.0), 2: {3: 1.0}}
    ranks = walk({node(0): 1.0}, Graph(edges), BOUNDS).ranks
    assert ranks[node(3)] > 10 * ranks[node(10)]


def test_what_is_joined_weakly_gains_little() -> None:
    ranks = walk({node(1): 1.0}, Graph({1: {2: 0.1}}), BOUNDS).ranks
    assert ranks == {node(1): pytest.approx(0.94), node(2): pytest.approx(0.06)}
