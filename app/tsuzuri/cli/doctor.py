"""`tsuzuri doctor`."""

import argparse
import time

from tsuzuri.cli.output import narrate, print_json, progress_line
from tsuzuri.library.doctor import Health, examine
from tsuzuri.library.opening import Installation
from tsuzuri.library.verbatim import Checked, Unfounded

_FAILED = 3
_MARK = {Health.GOOD: "ok  ", Health.NOTE: "note", Health.BAD: "BAD "}


def doctor(here: Installation, options: argparse.Namespace) -> int:
    """Print every finding with its way out; exit code 3 if anything is bad.

    With `--facts`, look at the facts only; with `--fix`, put right first what can be put right without a risk.
    """
    if options.facts:
        return _facts(here, options)
    mended = []
    if options.fix:
        from tsuzuri.library.mending import mend

        for done in mend(here, here.chosen(options.dataset)):
            mended.append(done)
            narrate(done)
    findings = []
    for finding in examine(here, options.dataset):
        findings.append(finding)
        if not options.json:
            print(f"{_MARK[finding.health]} {finding.check}: {finding.message}")
            if finding.hint:
                print(f"       {finding.hint}")
    if options.json:
        print_json(findings=findings, mended=mended)
    return _FAILED if any(finding.health is Health.BAD for finding in findings) else 0


def _facts(here: Installation, options: argparse.Namespace) -> int:
    """Print each fact that does not stand in its source, and how many were looked at."""
    failures: list[Unfounded] = []

    def show(failure: Unfounded) -> None:
        print(f"{_MARK[Health.BAD]} fact {failure.id}, {failure.statement}: {failure.problem}")

    with here.open_existing(options.dataset) as library:
        began = time.perf_counter()
        checked = library.check_facts(failures.append if options.json else show, progress_line())
        seconds = time.perf_counter() - began
    if options.json:
        print_json(checked=checked, failures=failures, seconds=round(seconds, 3))
    else:
        print(_summary(checked))
        narrate(f"{checked.facts / seconds:,.0f} facts a second")
    return _FAILED if checked.failed else 0


def _summary(checked: Checked) -> str:
    mark = _MARK[Health.BAD if checked.failed else Health.GOOD]
    stand = "all stand in their sources word for word"
    verdict = f"{checked.failed:,} do not stand in their sources" if checked.failed else stand
    bound = f"; {checked.bound:,} ends are a pronoun or the like" if checked.bound else ""
    return f"{mark} {checked.facts:,} facts with {checked.evidence:,} pieces of evidence: {verdict}{bound}"
