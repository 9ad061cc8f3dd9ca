"""MINE: how much of an essay the graph holds, without a judge.

A fact of the key counts as held when the triples found for it hold `ENOUGH` of its content stems: from the nodes
nearest the fact's text, their triples and those one node further, nearest first, up to `MOST_WORDS` words. After Mo et
al., "KGGen: Extracting Knowledge Graphs from Plain Text with Language Models", 2025, whose own score asks a judge.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.eval.extraction import StoredFact
from tsuzuri.text.normalise import key

if TYPE_CHECKING:
    from tsuzuri.core.models import Embedder

ENOUGH = 0.6
MOST_WORDS = 300
SEEDS = 8

_WORD = re.compile(r"[a-z0-9]+")
_STOP = frozenset(
    "a about all also an and any are as at be been being between both but by can could did do does each for from had "
    "has have he her his how if in into is it its many may might more most must no not of on or other our over shall "
    "she should so some such than that the their them then these they this those through to very was we were what when "
    "where which while who whom whose why will with would you your".split()
)
_ENDINGS = (
    "ization isation ations ation ingly ings ing ities ity ies ments ment ness edly ed es ly s e".split()
)  # the first that fits is taken off, so the longer stand before the shorter
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Triple:
    """A fact as words."""

    subject: str
    relation: str
    object: str

    @property
    def words(self) -> str:
        """The fact in words."""
        return f"{self.subject} {self.relation.replace('_', ' ')} {self.object}"


def stems(text: str) -> frozenset[str]:
    """The content words of a text without their endings."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP)


def holds(fact: str, context: str) -> bool:
    """Whether the first words of the context hold enough of the fact's stems."""
    wanted = stems(fact)
    kept = stems(" ".join(context.split()[:MOST_WORDS]))
    return len(wanted & kept) >= ENOUGH * len(wanted)


def triples(facts: Iterable[StoredFact]) -> tuple[Triple, ...]:
    """The stored facts as words, each once."""
    return tuple(dict.fromkeys(Triple(fact.subject.name, fact.relation, fact.object.name) for fact in facts))


def around(seeds: Sequence[str], graph: Sequence[Triple]) -> str:
    """The triples of the seeds (keys of nodes, nearest first), then those one node further, as one text."""
    first = [triple for seed in seeds for triple in graph if seed in _nodes(triple)]
    near = [node for triple in first for node in _nodes(triple)]
    second = [triple for node in dict.fromkeys(near) for triple in graph if node in _nodes(triple)]
    return ". ".join(triple.words for triple in dict.fromkeys([*first, *second]))


def held(facts: Sequence[str], graph: Sequence[Triple], embedder: "Embedder") -> tuple[bool, ...]:
    """Which of the facts the graph holds. The nearest nodes are found by the embedder."""
    names = {node: name for triple in graph for node, name in zip(_nodes(triple), _names(triple), strict=True)}
    if not names:
        return (False,) * len(facts)
    nodes = list(names)
    vectors = embedder.passages(list(names.values()))
    found = []
    for fact in facts:
        nearness = vectors @ embedder.query(fact)
        nearest = sorted(range(len(nodes)), key=lambda i: (-float(nearness[i]), i))[:SEEDS]
        found.append(holds(fact, around([nodes[i] for i in nearest], graph)))
    return tuple(found)


def _names(triple: Triple) -> tuple[str, str]:
    return triple.subject, triple.object


def _nodes(triple: Triple) -> tuple[str, str]:
    return key(triple.subject), key(triple.object)


def _stem(word: str) -> str:
    ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _SHORTEST), "")
    return word.removesuffix(ending)
