"""`python -m tests.eval.fusion --data DIR --cache DIR`: how much full text should weigh against vectors.

For each weight of full text, and with and without what `search.beside` adds, the headline figure of every set, beside
those of its two lists alone. The constants in `search.searcher`, `search.fuse` and `search.beside` are chosen from it:
the most with which no set falls below its better list. Only what the project's own searches do is measured.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.eval import data, retrieval
from tests.eval.corpora import Corpus, Question
from tests.eval.ranks import MEASURES
from tests.eval.runs import RETRIEVAL
from tests.eval.workbench import Workbench, opened, store
from tsuzuri.core.ports import Backend
from tsuzuri.core.results import Route
from tsuzuri.core.values import Kind, Scored
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.search.beside import with_neighbours
from tsuzuri.search.fuse import fuse
from tsuzuri.search.sentence import found_by_words
from tsuzuri.search.words import Words

HEADLINE: Mapping[str, str] = {
    "locomo": "R@10",
    "twowiki101": "perfect@8",
    "hotpot100": "all@5",
    "jsquad": "nDCG@10",
    "niilc": "nDCG@10",
    "jemhopqa": "all@5",
}
WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.5)
DEPTHS = (60, 80, 100)


@dataclass(frozen=True, slots=True)
class Listed:
    """What the two indexes find for a question."""

    question: Question
    lists: Mapping[Route, Sequence[Scored]]


@dataclass(frozen=True, slots=True)
class Way:
    """How the two lists become one."""

    weight: float
    depth: int
    beside: bool

    def __str__(self) -> str:
        return f"full text {self.weight}, {self.depth} deep{', with what is beside' if self.beside else ''}"


def look(corpus: Corpus, backend: Backend, bench: Workbench, kind: Kind) -> Iterator[Listed]:
    """The lists of each question, as deep as the deepest way needs them."""
    space = backend.vectors.find_space(bench.embedder.space)
    if space is None:
        raise ValueError("nothing is embedded")
    for question in corpus.questions:
        found = backend.vectors.nearest(space, kind, bench.embedder.query(question.text), max(DEPTHS))
        near = [one for one in found if one.score >= bench.embedder.near.description]
        held = found_by_words(Words(question.text), kind, backend, max(DEPTHS))
        yield Listed(question, {Route.SEMANTIC: near, Route.LEXICAL: held})


def ranked(one: Listed, way: Way, kind: Kind, backend: Backend) -> list[int]:
    """The ids of a question, best first."""
    lists = {route: found[: way.depth] for route, found in one.lists.items()}
    fused = fuse(lists, {Route.SEMANTIC: 1.0, Route.LEXICAL: way.weight})
    return [each.id for each in (with_neighbours(kind, fused, backend) if way.beside else fused)]


def figures(name: str, folder: Path, bench: Workbench) -> Iterator[tuple[str, float]]:
    """The headline figure of a set by each list alone and by each way, with its name."""
    one, measure = RETRIEVAL[name], MEASURES[HEADLINE[name]]
    ways = [Way(weight, depth, beside) for depth in DEPTHS for beside in (False, True) for weight in WEIGHTS]
    values: dict[str, list[float]] = {}
    for corpus in one.corpora(data.rows(folder / one.passages), data.rows(folder / one.questions)):
        kind = Kind.FACT if corpus.facts else Kind.PASSAGE
        with store() as backend:
            stored = retrieval.index(backend, corpus)
            Embedding(backend, bench.embedder).run()
            unit_of = _units(stored, kind)
            for listed in look(corpus, backend, bench, kind):
                finds = {str(route): [each.id for each in found] for route, found in listed.lists.items()}
                finds |= {str(way): ranked(listed, way, kind, backend) for way in ways}
                for label, ids in finds.items():
                    units = [unit_of[id_] for id_ in ids[: retrieval.DEEPEST] if id_ in unit_of]
                    values.setdefault(label, []).append(measure(units, listed.question.gold))
    for label, of_one in values.items():
        yield label, sum(of_one) / len(of_one)


def _units(stored: retrieval.Stored, kind: Kind) -> Mapping[int, str]:
    if kind is Kind.PASSAGE:
        return {int(id_): unit for id_, unit in stored.unit_of.items()}
    facts = stored.backend.graph.all_facts(limit=100_000).items
    first = stored.backend.graph.first_evidence([fact.id for fact in facts])
    return {int(id_): stored.unit_of[proof.passage_id] for id_, proof in first.items()}


def main(arguments: Sequence[str]) -> int:
    """Print the table of every set that is there."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.fusion")
    parser.add_argument("sets", nargs="*", default=list(HEADLINE))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    with opened(model=False, cache=given.cache) as bench:
        for name in given.sets:
            if not (given.data / RETRIEVAL[name].questions).is_file():
                print(f"{name}: skipped, it is not in the folder of data")
                continue
            print(f"{name}, {HEADLINE[name]}")
            for label, value in figures(name, given.data, bench):
                print(f"  {value:.4f}  {label}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
