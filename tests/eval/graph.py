"""`python -m tests.eval.graph SET… --data DIR --cache DIR`: each constant of the graph search at half and at double.

`search.graph_tuning.TUNED` was found by it: no constant was set to more than one figure's precision.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

from tests.eval import data
from tests.eval.corpora import Corpus
from tests.eval.ranks import MEASURES
from tests.eval.retrieval import DEEPEST, Stored, index
from tests.eval.runs import RETRIEVAL
from tests.eval.workbench import Workbench, opened, store
from tsuzuri.core.results import Strategy
from tsuzuri.ingest.embedding import Embedding
from tsuzuri.search.graph_tuning import TUNED, Tuning
from tsuzuri.search.searcher import Searcher


def tunings() -> Iterator[tuple[str, Tuning]]:
    """The constants as they are, then each at half and at double."""
    yield "as it is", TUNED
    for field in fields(Tuning):
        now = getattr(TUNED, field.name)
        for factor in (0.5, 2.0):
            value = type(now)(now * factor)
            if field.name != "restart" or value < 1:
                yield f"{field.name} {value:g}", replace(TUNED, **{field.name: value})


def figures(corpora: Sequence[Corpus], names: Sequence[str], bench: Workbench) -> Iterator[tuple[str, list[float]]]:
    """For each tuning the figures of the graph search over all questions of several corpora that are indexed once."""
    kept: dict[str, list[list[float]]] = {name: [] for name, _ in tunings()}
    for corpus in corpora:
        with store() as backend:
            stored = index(backend, corpus)
            Embedding(backend, bench.embedder).run()
            for name, tuning in tunings():
                kept[name] += _scores(corpus, stored, tuning, names, bench)
    for name, scores in kept.items():
        yield name, [sum(of_figure) / len(scores) for of_figure in zip(*scores, strict=True)]


def _scores(
    corpus: Corpus, stored: Stored, tuning: Tuning, names: Sequence[str], bench: Workbench
) -> Iterator[list[float]]:
    searcher = Searcher(stored.backend, bench.embedder, lambda: "eval", tuning=tuning)
    for question in corpus.questions:
        hits = searcher.search(question.text, strategy=Strategy.GRAPH, limit=DEEPEST).hits
        ranked = list(dict.fromkeys(stored.unit_of[hit.passage_id] for hit in hits if hit.passage_id is not None))
        yield [MEASURES[name](ranked, question.gold) for name in names]


def main(arguments: Sequence[str]) -> int:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.graph")
    parser.add_argument("sets", nargs="+", choices=sorted(RETRIEVAL))
    parser.add_argument("--data", type=Path, required=True, help="the folder of the sets")
    parser.add_argument("--cache", type=Path, help="a folder in which vectors are kept")
    given = parser.parse_args(arguments)
    with opened(model=False, cache=given.cache) as bench:
        for name in given.sets:
            chosen = RETRIEVAL[name]
            passages, questions = (data.rows(given.data / file) for file in (chosen.passages, chosen.questions))
            print(f"{name:20}" + "".join(f"{figure:>12}" for figure in chosen.figures))
            for tuning, values in figures(chosen.corpora(passages, questions), chosen.figures, bench):
                print(f"{tuning:20}" + "".join(f"{value:12.3f}" for value in values), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
