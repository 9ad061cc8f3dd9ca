"""`tsuzuri backup` and `tsuzuri restore`."""

import argparse

from tsuzuri.cli.output import narrate, print_json, read_secret
from tsuzuri.library import backups
from tsuzuri.library.backups import Backup
from tsuzuri.library.opening import Installation
from tsuzuri.secrets.phrase import from_phrase

_NOTHING = 1
_FAILED = 3


def backup(here: Installation, options: argparse.Namespace) -> int:
    """Make a backup, list those there are, or check one. Exit code 1 when there is none, 3 when it is not whole."""
    match options.action:
        case "list":
            return _list(here, options)
        case "verify":
            return _verify(here, options)
    dataset = here.chosen(options.dataset)
    folder = backups.folder_of(here, options.folder)
    kept = backups.back_up(here, dataset, folder, keep=options.keep or here.settings.backup.keep)
    if options.json:
        print_json(backup=kept)
        return 0
    print(kept.made.path)
    locked = "not encrypted" if here.in_clear(dataset) else "encrypted with the key of the dataset"
    narrate(f"checked, {kept.made.bytes / 1e6:,.1f} MB, {locked}")
    for one in kept.dropped:
        narrate(f"gone, since {here.settings.backup.keep if not options.keep else options.keep} are kept: {one.path}")
    return 0


def restore(here: Installation, options: argparse.Namespace) -> int:
    """Put a backup in a dataset's place."""
    into = options.into or options.dataset
    key = from_phrase(read_secret("The 24 words: ")) if options.phrase else None
    done = backups.restore(here, options.file, into, replace=options.replace, key=key)
    if options.json:
        print_json(restored={"file": options.file, "dataset": done.dataset, "moved_aside": done.aside})
        return 0
    narrate(f"restored as {done.dataset}; every page and rule was checked")
    if done.aside is not None:
        narrate(f"what was there lies in {done.aside}; bring it back with: tsuzuri restore {done.aside} --as NAME")
    return 0


def _list(here: Installation, options: argparse.Namespace) -> int:
    folder = backups.folder_of(here, options.folder)
    found = backups.backups(folder, options.dataset)
    if options.json:
        print_json(backups=found)
    else:
        for one in found:
            print(_line(one))
        if not found:
            narrate(f"there is no backup in {folder}")
    return 0 if found else _NOTHING


def _verify(here: Installation, options: argparse.Namespace) -> int:
    wrong = backups.verify(here, options.file)
    if options.json:
        print_json(file=options.file, problems=wrong)
    for problem in wrong:
        narrate(problem)
    if not wrong:
        narrate(f"{options.file.name} is whole")
    return _FAILED if wrong else 0


def _line(one: Backup) -> str:
    made = one.made_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{made}  {one.bytes / 1e6:>9,.1f} MB  {one.dataset}  {one.path}"
