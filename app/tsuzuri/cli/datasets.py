"""`tsuzuri datasets`."""

import argparse
import sys

from tsuzuri.cli.output import counted, narrate, print_json, progress_line
from tsuzuri.core.errors import UsageError
from tsuzuri.core.values import Counts
from tsuzuri.library import datasets as them
from tsuzuri.library.datasets import DatasetView
from tsuzuri.library.opening import Installation

_NOTHING = 1


def datasets(here: Installation, options: argparse.Namespace) -> int:
    """List, make, rename, put away or delete datasets, or move files between them."""
    match options.action:
        case "create":
            them.create(here, options.name, in_clear=options.in_clear)
            return _told(here, options, f"made {options.name}")
        case "rename":
            them.rename(here, options.name, options.new)
            options.name, former = options.new, options.name
            if former in here.settings.datasets:
                narrate(f"the settings still speak of datasets.{former}: rename it there too")
            if here.settings.library.dataset == former:
                narrate(f"the settings still have {former} as the usual dataset (library.dataset)")
            if (own := here.ontology_of(former)).exists():
                narrate(f"its ontology is not renamed: {own}")
            return _told(here, options, f"{former} is {options.new} now")
        case "archive":
            them.archive(here, options.name)
            return _told(here, options, f"{options.name} is put away")
        case "unarchive":
            them.unarchive(here, options.name)
            return _told(here, options, f"{options.name} is back")
        case "delete":
            return _delete(here, options)
        case "move":
            return _move(here, options)
        case _:
            return _list(here, as_json=options.json)


def _list(here: Installation, *, as_json: bool) -> int:
    found = them.listed(here)
    if as_json:
        print_json(datasets=found)
        return 0
    for one in found:
        print(_line(one, here.chosen("")))
    if not found:
        narrate("there is no dataset yet; begin with: tsuzuri add PATH")
    return 0 if found else _NOTHING


def _line(one: DatasetView, default: str) -> str:
    lock = f"encrypted, key {one.key.replace('_', ' ')}" if one.encrypted else "NOT ENCRYPTED"
    holds = _held(one.counts) if one.counts else one.problem
    mark = "*" if one.name == default else " "
    return f"{mark} {one.name:<16} {one.bytes / 1e6:>9,.1f} MB  {one.written_at:%Y-%m-%d}  {lock}  {holds}"


def _told(here: Installation, options: argparse.Namespace, words: str) -> int:
    if options.json:
        print_json(dataset=them.view(here, options.name))
    else:
        narrate(words)
    return 0


def _delete(here: Installation, options: argparse.Namespace) -> int:
    if not options.yes:
        before = them.view(here, options.name)
        if options.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError("deleting a dataset cannot be undone", hint="say that you mean it with --yes")
        print(_line(before, ""))
        print("Delete it, with its key? Type its name: ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip() != options.name:
            narrate("nothing was deleted")
            return _NOTHING
    receipt = them.delete(here, options.name)
    if options.json:
        print_json(receipt=receipt)
        return 0
    print(f"gone: {receipt.name}{f': {_held(receipt.counts)}' if receipt.counts else ''}")
    narrate(f"{counted(len(receipt.files), 'file')} overwritten and deleted; its key is forgotten")
    narrate("backups elsewhere stay; if they are encrypted, only its recovery phrase or passphrase opens them")
    return 0


def _held(counts: Counts) -> str:
    things = ((counts.sources, "source"), (counts.passages, "passage"), (counts.facts, "fact"))
    return ", ".join(counted(number, noun) for number, noun in things)


def _move(here: Installation, options: argparse.Namespace) -> int:
    show = None if options.json else progress_line()
    source = here.chosen(options.source or options.dataset)
    moved = them.move(here, options.paths, source, options.target, on_progress=show)
    if options.json:
        print_json(moved=moved)
        return 0
    print(f"moved: {counted(len(moved.sources), 'file')} from {source} to {options.target}")
    for path in moved.watched:
        narrate(f"watched from {options.target} now: {path}")
    for path in moved.refused:
        narrate(f"stayed, since it could not be read anew: {path}")
    if moved.sources:
        narrate(f"the model has not read them there yet: tsuzuri add --in {options.target}")
    return 0 if moved.sources else _NOTHING
