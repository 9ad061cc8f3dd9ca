"""`python -m tests.eval sample`: scores what the demo library holds against the sample's answer key.

The demo must have been made first (`make demo`). The last line of the output is one JSON object.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.eval.sample import KeyFact, Row, Score, parse_key, score
from tsuzuri.core.values import Fact
from tsuzuri.library.demo import open_demo
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import Installation
from tsuzuri.library.views import FactView

KEY = Path(__file__).parents[1] / "fixtures" / "sample_key.toml"


def rows_of(library: Library) -> list[Row]:
    """Every stored fact as a row."""
    rows: list[Row] = []
    after: str | None = None
    while True:
        page = library.all_facts(after=after)
        rows += [_row(library, view) for view in library.fact_views(page.items)]
        after = page.after
        if after is None:
            return rows


def verbatim(library: Library) -> tuple[int, int]:
    """How many facts have both ends and their time words inside their evidence, and how many there are."""
    held = total = 0
    after: str | None = None
    while True:
        page = library.all_facts(after=after)
        for view in library.fact_views(page.items):
            total += 1
            statement, evidence = view.evidence.statement, view.evidence
            spans = [evidence.subject, evidence.object, *([evidence.time] if evidence.time else [])]
            held += all(statement.contains(span) and span.of(view.passage.text).strip() for span in spans)
        after = page.after
        if after is None:
            return held, total


def report(result: Score) -> str:
    """The score and what is behind it, for a person."""
    lines = [f"missed: {_fact(miss)}" for miss in result.misses]
    lines += [f"wrong: {row.subject} | {row.relation} | {row.object}   <- {row.sentence}" for row in result.wrongs]
    lines += [
        f"found {result.found} of {result.facts} ({result.found_share:.1%}), hard {result.hard_found} of {result.hard}",
        f"right {result.right} of {result.rows} ({result.right_share:.1%})",
        f"dated right {result.dated_right} of {result.dated} ({result.dated_share:.1%})",
    ]
    return "\n".join(lines)


def main() -> int:
    """Score the demo library."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval")
    parser.add_argument("set", choices=["sample"])
    parser.parse_args()
    with open_demo(Installation.here()) as library:
        result = score(rows_of(library), parse_key(KEY.read_text(encoding="utf-8")))
        held, total = verbatim(library)
    print(report(result))
    print(f"verbatim in their evidence: {held} of {total}")
    metrics = {"found": result.found_share, "right": result.right_share, "dated": result.dated_share}
    print(json.dumps({"set": "sample", "n": result.facts, "metrics": metrics, "verbatim": held / max(total, 1)}))
    return 0


def _row(library: Library, view: FactView) -> Row:
    fact: Fact = view.fact
    subject = library.entity(fact.subject_id)
    target = library.entity(fact.object_id) if fact.object_id is not None else None
    return Row(
        subject=fact.subject_name,
        relation=fact.relation,
        object=fact.object_name,
        subject_aliases=subject.aliases if subject else (),
        object_aliases=target.aliases if target else (),
        start=fact.valid.start,
        end=fact.valid.end,
        sentence=" ".join(view.sentence.split()),
        document=view.passage.source_uri,
    )


def _fact(miss: KeyFact) -> str:
    mark = " (hard)" if miss.hard else ""
    return f"{miss.subject} | {'/'.join(miss.relations)} | {'/'.join(miss.objects)}{mark}   <- {miss.sentence}"


if __name__ == "__main__":
    sys.exit(main())
