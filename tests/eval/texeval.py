"""SemEval-2016 task 13: given the terms of a field, which is a kind of which.

The terms are grouped as entities are; a term in a family whose head is a term is said to be a kind of that. What is
grouped by meaning alone has a name, and says nothing of kinds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.eval.figures import Counts
from tsuzuri.core.models import Embedder
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.clustering import centred
from tsuzuri.enrich.grouping import Node, group

Edge = tuple[str, str]
"""A term, and what it is a kind of."""

_SIZE = 8


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """A field's terms in order, and which is a kind of which."""

    name: str
    terms: tuple[str, ...]
    edges: frozenset[Edge]


def parse(name: str, text: str) -> Taxonomy:
    """A taxonomy from lines of a number, a term and its parent."""
    rows = [line.split("\t") for line in text.splitlines() if line.strip()]
    edges = frozenset((term.strip(), parent.strip()) for _, term, parent in rows)
    return Taxonomy(name, tuple(sorted({term for edge in edges for term in edge})), edges)


def built(terms: Sequence[str], embedder: Embedder) -> frozenset[Edge]:
    """Which term is a kind of which, as the product groups them without a chat model."""
    nodes = [Node(at, term, EntityType.CONCEPT) for at, term in enumerate(terms)]
    vectors = centred(embedder.passages([f"{term} ({EntityType.CONCEPT})" for term in terms]))
    groups = [one for one in group(nodes, vectors, _SIZE) if one.name in set(terms)]
    pairs = {(terms[at], one.name) for one in groups for at in one.members}
    return frozenset((term, kind) for term, kind in pairs if term != kind)


def score(gold: frozenset[Edge], found: frozenset[Edge]) -> Counts:
    """Edges that are right."""
    right = len(gold & found)
    return Counts(len(found), right, len(gold), right)
