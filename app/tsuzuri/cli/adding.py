"""`tsuzuri add` and `tsuzuri demo`."""

import argparse
import sys

from tsuzuri.cli.output import counted, narrate, print_json, progress_line
from tsuzuri.core.errors import UsageError
from tsuzuri.core.values import SourceState
from tsuzuri.library.adding import AddReport
from tsuzuri.library.demo import fill, open_demo
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import DEMO, Installation

_FAILED = 3


def add(here: Installation, options: argparse.Namespace) -> int:
    """Take paths in. Exit code 3 when a path cannot be reached, or the model's part was all to do and has to wait."""
    if not options.paths and options.no_model:
        raise UsageError("without PATH there is nothing to do but the model's part", hint="name a file or a folder")
    with here.open(options.dataset) as library:
        report = library.add(options.paths, model=not options.no_model, on_progress=progress_line())
        _report(report, library, as_json=options.json)
    only_waits = not options.paths and report.understood is None
    return _FAILED if report.unreachable or only_waits else 0


def demo(here: Installation, options: argparse.Namespace) -> int:
    """Fill the sample library, say what was found, and open the interface on a terminal."""
    with open_demo(here) as library:
        narrate("the sample library, in a dataset of its own (not encrypted: it came with the program)")
        report = fill(library, model=not options.no_model, on_progress=progress_line())
        _report(report, library, as_json=options.json)
        _tell_some_facts(library, as_json=options.json)
    if options.no_open or options.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return 0
    from tsuzuri.cli.interface import open_interface

    return open_interface(here, DEMO)


def _report(report: AddReport, library: Library, *, as_json: bool) -> None:
    counts = library.counts()
    if as_json:
        print_json(report=report, counts=counts)
        return
    new = [one for one in report.indexed if not one.unchanged and one.state is SourceState.SEARCHABLE]
    unread = [one for one in report.indexed if one.reason]
    passages = sum(one.passages for one in new)
    files = counted(len(report.indexed) + report.unchanged, "file")
    print(f"{files}: {len(new)} new ({passages} passages), {len(unread)} not read")
    for one in unread:
        narrate(f"  not read: {one.path}: {one.reason}")
    for path in report.unreachable:
        narrate(f"  not reached: {path.path}: {path.reason}")
    if report.understood is not None and report.understood.passages:
        understood = report.understood
        print(
            f"{understood.passages} passages understood: {understood.facts} facts, "
            f"{understood.refused} lines refused, {understood.set_aside} passages set aside"
        )
        if understood.duplicates or understood.sentences_left_out:
            print(
                f"not asked: {understood.duplicates} passages that say the same as another, "
                f"{understood.sentences_left_out} sentences of boilerplate"
            )
        narrate(f"  the model read {understood.tokens_read:,} tokens and wrote {understood.tokens_written:,}")
        verdicts = understood.verdicts
        narrate(
            f"  relations: {verdicts.accepted} known, {verdicts.mapped} mapped to a known one, {verdicts.open} open, "
            f"{verdicts.quarantined + verdicts.rejected} refused"
        )
        if understood.restarts:
            narrate(f"  the model's process died and was started again {understood.restarts} times; nothing is lost")
        if understood.sentences_set_aside:
            narrate(f"  too long to be read: {understood.sentences_set_aside} sentences, kept in quarantine")
    if report.model_message:
        narrate(f"the model's part waits: {report.model_message}")
    print(
        f"the library holds {counts.sources} sources, {counts.passages} passages, {counts.entities} entities, "
        f"{counts.facts} facts; {counts.pending} passages wait for the model"
    )


def _tell_some_facts(library: Library, *, as_json: bool) -> None:
    if as_json:
        return
    from tsuzuri.cli.showing import fact_line

    for entity in sorted(library.entities(limit=200).items, key=lambda one: -one.facts)[:3]:
        card = library.card(entity.id)
        if card is None:
            continue
        print(f"\n{entity.name} ({entity.type})")
        for view in card.facts[:6]:
            print(f"  {fact_line(view)}")
    print('\ntry: tsuzuri search --in demo "who moved to another city"')
