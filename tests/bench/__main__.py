"""`python -m tests.bench`: how fast a large library is. The last line of the output is one JSON object.

The library is generated (see `corpus`), built on the first run and kept in the person's cache. Quit what else is
running: two cores busy with something else measure that.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping

from tests.bench.browsing import browsing
from tests.bench.figures import Figure
from tests.bench.folders import folders
from tests.bench.identity import identifying
from tests.bench.ingesting import ingesting
from tests.bench.interface import interface
from tests.bench.library import Bench, cache_folder
from tests.bench.mentions import mentioning
from tests.bench.searching import strategies, system1, typing
from tests.bench.starting import starting

MEASUREMENTS: Mapping[str, Callable[[Bench], Iterator[Figure]]] = {
    "system1": system1,
    "typing": typing,
    "strategies": strategies,
    "ingest": ingesting,
    "folders": folders,
    "mentions": mentioning,
    "identity": identifying,
    "browse": browsing,
    "start": starting,
    "interface": interface,
}


def main() -> int:
    """Measure and report; 1 when a figure is over its target."""
    options = _options()
    bench = Bench(cache_folder(), options.size)
    for sort, built in bench.ensure(rebuild=options.rebuild).items():
        print(
            f"built the {sort} library: {built.passages} passages in {built.seconds:.0f} s, {built.rate:.0f} a second"
        )
    report: dict[str, list[Figure]] = {}
    for name in options.only or MEASUREMENTS:
        print(f"\n{name}")
        report[name] = []
        for figure in MEASUREMENTS[name](bench):
            report[name].append(figure)
            print(figure.line(), flush=True)
    missed = [figure.name for figures in report.values() for figure in figures if figure.missed]
    figures = {
        name: {one.name.strip(): {of: round(value, 3) for of, value in one.values.items()} for one in ones}
        for name, ones in report.items()
    }
    print(json.dumps({"bench": figures, "size": options.size, "over_target": missed}, ensure_ascii=False))
    return 1 if missed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--only", action="append", choices=MEASUREMENTS, help="measure this; may be given again")
    parser.add_argument("--size", type=int, default=100_000, help="passages in the library (default: 100000)")
    parser.add_argument("--rebuild", action="store_true", help="build the library anew")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
