"""The demo library against the sample's answer key: what is stored as rows, and the score with what is behind it."""

import time
from pathlib import Path

from tests.eval.figures import Report, share
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


def run_sample() -> Report:
    """Score the demo library, which must have been made (`make demo`). Prints what was missed and what is wrong."""
    began = time.monotonic()
    with open_demo(Installation.here()) as library:
        result = score(rows_of(library), parse_key(KEY.read_text(encoding="utf-8")))
        held, total = verbatim(library)
        model = library.status().chat
    print(report(result))
    metrics = {
        "found": result.found_share,
        "right": result.right_share,
        "dated": result.dated_share,
        "verbatim": share(held, total),
    }
    return Report("sample", result.facts, metrics, time.monotonic() - began, model)


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
