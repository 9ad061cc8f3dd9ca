"""`tsuzuri timeline`."""

import argparse
import shutil
from collections.abc import Iterator, Sequence
from datetime import date

from tsuzuri.cli.lanes import drawn
from tsuzuri.cli.output import bold, dim, narrate, print_json
from tsuzuri.cli.showing import fact_line, sentence_line
from tsuzuri.core.errors import UsageError
from tsuzuri.library.opening import Installation
from tsuzuri.library.timeline import Timeline
from tsuzuri.library.views import FactView


def timeline(here: Installation, options: argparse.Namespace) -> int:
    """Draw the timelines of the entities of that name."""
    if options.since and options.until and options.until < options.since:
        raise UsageError(
            f"{options.until} lies before {options.since}", hint="--from is the earlier day, --to the later"
        )
    name = " ".join(options.name)
    with here.open_existing(options.dataset) as library:
        found = [
            library.timeline(
                one.id,
                relation="_".join(options.relation.split()),
                since=options.since,
                until=options.until,
                as_of=options.as_of,
                believed_on=options.believed_on,
            )
            for one in library.named(name)
        ]
    timelines = [one for one in found if one is not None]
    if options.json:
        print_json(timelines=timelines)
    else:
        _print(timelines, evidence=options.evidence, today=here.clock().astimezone().date())
        if not timelines:
            narrate(f"nothing in the library is called {name}")
    return 0 if timelines else 1


def _print(timelines: list[Timeline], *, evidence: bool, today: date) -> None:
    width = shutil.get_terminal_size().columns
    for i, one in enumerate(timelines):
        if i:
            print()
        print(_head(one))
        for line in drawn(one, width, today):
            print(line)
        if evidence:
            for line in _evidence(one):
                print(line)
        for title, views in (("no date", one.undated), ("corrected", one.corrected)):
            for line in _listed(title, one, views, evidence=evidence):
                print(line)
        if not (one.lanes or one.undated or one.corrected):
            narrate("nothing is known of that time")
        if one.cut:
            narrate("there are more facts than these, which are the earliest; ask for one relation or a shorter time")


def _head(one: Timeline) -> str:
    asked = [f"as of {one.as_of}"] if one.as_of else []
    if one.believed_on:
        asked.append(f"as believed on {one.believed_on.astimezone().date()}")
    return ", ".join([f"{bold(one.entity.name)} ({one.entity.type})", *asked])


def _evidence(one: Timeline) -> Iterator[str]:
    if one.lanes:
        yield dim("evidence")
    for lane in one.lanes:
        for stretch in lane.stretches:
            for view in stretch.facts:
                yield f"  {fact_line(view)}"
                yield sentence_line(view)


def _listed(title: str, one: Timeline, views: Sequence[FactView], *, evidence: bool) -> Iterator[str]:
    if views:
        yield dim(title)
    for view in views:
        yield f"  {fact_line(view) if evidence else _statement(one, view)}"
        if evidence:
            yield sentence_line(view)


def _statement(one: Timeline, view: FactView) -> str:
    fact = view.fact
    words = fact.predicate if fact.subject_id == one.entity.id else fact.statement
    told = [f"said {fact.said.at.date()}"] if fact.said else []
    if view.then:
        told.append(f"but {view.then}")
    return f"{words}  {dim(', '.join(told))}" if told else words
