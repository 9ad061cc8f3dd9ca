"""`tsuzuri doctor`."""

import argparse

from tsuzuri.cli.output import print_json
from tsuzuri.library.doctor import Health, examine
from tsuzuri.library.opening import Installation

_FAILED = 3
_MARK = {Health.GOOD: "ok  ", Health.NOTE: "note", Health.BAD: "BAD "}


def doctor(here: Installation, options: argparse.Namespace) -> int:
    """Print every finding with its way out; exit code 3 if anything is bad."""
    findings = []
    for finding in examine(here, options.dataset):
        findings.append(finding)
        if not options.json:
            print(f"{_MARK[finding.health]} {finding.check}: {finding.message}")
            if finding.hint:
                print(f"       {finding.hint}")
    if options.json:
        print_json(findings=findings)
    return _FAILED if any(finding.health is Health.BAD for finding in findings) else 0
