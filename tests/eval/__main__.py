"""`python -m tests.eval SET --data DIR [--model]`: measures the product on a public set, or on the sample.

The sets lie in DIR (or TSUZURI_EVAL_DATA) and are no part of the project; where one is absent, it is skipped. Without
`--model` no chat model is called. The last line of the output is one JSON object.
"""

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.eval.ask import run_ask
from tests.eval.figures import Report
from tests.eval.runs import SETS, Options
from tests.eval.sample_library import run_sample
from tests.eval.workbench import opened
from tsuzuri.core.errors import TsuzuriError, UsageError

DATA = "TSUZURI_EVAL_DATA"


class Absent(Exception):
    """A set is not on this machine; the message says what was looked for."""


def main(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run one set; the exit status is 0 also for one that is absent."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval")
    parser.add_argument("set", choices=["sample", "ask", *SETS])
    parser.add_argument("--data", type=Path, help=f"the folder of the sets, else {DATA}")
    parser.add_argument("--limit", type=int, help="how many items, chosen by the seed")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--model", action="store_true", help="let the chat model read")
    parser.add_argument("--cache", type=Path, help="a folder in which answers and vectors are kept")
    parser.add_argument("--misses", action="store_true", help="print what became of each item")
    parser.add_argument("--json", action="store_true", help="print the JSON object only")
    given = parser.parse_args(arguments)
    folder = given.data or (Path(environ[DATA]) if environ.get(DATA) else None)
    try:
        report = _of_sample(given) if given.set in ("sample", "ask") else _run(given, folder)
    except Absent as absent:
        print(f"{given.set}: skipped, {absent}")
        return 0
    except TsuzuriError as error:
        print(f"{given.set}: {error.message}; {error.hint}", file=sys.stderr)
        return error.exit_code
    if not given.json:
        print(report.table())
    print(report.line())
    return 0


def _of_sample(given: argparse.Namespace) -> Report:
    if given.set == "sample":
        return run_sample()
    return run_ask(model=given.model, misses=given.misses, limit=given.limit)


def _run(given: argparse.Namespace, folder: Path | None) -> Report:
    chosen = SETS[given.set]
    if folder is None:
        raise Absent(f"no folder of data was given (--data or {DATA})")
    if not (folder / chosen.file).exists():
        raise Absent(f"{chosen.file} is not in the folder of data")
    if chosen.needs_model and not given.model:
        raise UsageError("nothing of this set can be measured without a chat model", hint="add --model")
    began = time.monotonic()
    options = Options(folder, given.limit, given.seed, given.misses)
    with opened(model=given.model, cache=given.cache) as bench:
        result = chosen.run(options, bench)
        return Report(given.set, result.n, result.metrics, time.monotonic() - began, bench.model)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ))
