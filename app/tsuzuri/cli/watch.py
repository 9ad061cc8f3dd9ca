"""`tsuzuri watch`."""

import argparse
from collections.abc import Sequence

from tsuzuri.cli.keeping import who_keeps
from tsuzuri.cli.output import bold, counted, narrate, print_json
from tsuzuri.core.roots import Root, RootState
from tsuzuri.library.folders import FolderView
from tsuzuri.library.opening import Installation

_EMPTY = 1
_STATES = {
    RootState.NEW: "not looked through yet",
    RootState.ONLINE: "online",
    RootState.OFFLINE: "offline",
    RootState.DOUBTED: "in doubt",
}


def watch(here: Installation, options: argparse.Namespace) -> int:
    """Run one of the actions on watched folders."""
    match options.action:
        case "add":
            return _add(here, options)
        case "remove":
            return _remove(here, options)
        case "pause" | "resume":
            return _pause(here, options, paused=options.action == "pause")
        case "confirm":
            return _confirm(here, options)
        case _:
            return _list(here, options)


def _add(here: Installation, options: argparse.Namespace) -> int:
    with here.open(options.dataset) as library:
        poll = True if options.poll else None
        roots = [library.folders.add(path, poll=poll, force=options.force) for path in options.paths]
    if _told(roots, options, "watched"):
        return 0
    for root in roots:
        if root.polled:
            narrate(f"{root.path} is looked through every few minutes: the system tells of no changes there")
    if kept_by := who_keeps(here, options.dataset):
        narrate(f"they are looked through now, by {kept_by}")
    else:
        narrate("they are looked through while the interface is open (tsuzuri), or by: tsuzuri service run")
        narrate("for good, in the background: tsuzuri service install")
    return 0


def _remove(here: Installation, options: argparse.Namespace) -> int:
    with here.open_existing(options.dataset) as library:
        roots = [library.folders.remove(path) for path in options.paths]
    if not _told(roots, options, "watched no longer"):
        narrate("what was read of them stays")
    return 0


def _pause(here: Installation, options: argparse.Namespace, *, paused: bool) -> int:
    with here.open_existing(options.dataset) as library:
        roots = [library.folders.pause(path, paused) for path in options.paths]
    _told(roots, options, "paused" if paused else "watched again")
    return 0


def _confirm(here: Installation, options: argparse.Namespace) -> int:
    """Exit code 1 if nothing is missing there."""
    with here.open_existing(options.dataset) as library:
        files = sum(library.folders.confirm(path) for path in options.paths)
    if options.json:
        print_json(confirmed=files)
    else:
        print(f"{counted(files, 'missing file')} {'is' if files == 1 else 'are'} believed gone")
        if files:
            narrate("what only they supported is forgotten, unless they are there again")
    return 0 if files else _EMPTY


def _list(here: Installation, options: argparse.Namespace) -> int:
    with here.open_existing(options.dataset) as library:
        folders = library.folders.listed()
    if options.json:
        print_json(folders=folders)
    else:
        for view in folders:
            _print_folder(view)
        if not folders:
            narrate("no folder is watched; begin with: tsuzuri watch add PATH")
    return 0 if folders else _EMPTY


def _print_folder(view: FolderView) -> None:
    root = view.root
    waiting = f"{view.waiting:,} of them waiting to be read" if view.waiting else ""
    missing = f"{view.missing:,} missing" if view.missing else ""
    looked = f"last look {root.looked_at.astimezone():%Y-%m-%d %H:%M}" if root.looked_at else ""
    polled = "looked through again and again" if root.polled else ""
    print(f"{bold(root.path)}  {'paused' if root.paused else _STATES[root.state]}")
    print(f"  {', '.join(part for part in (counted(view.known, 'file'), waiting, missing, looked, polled) if part)}")
    if root.reason:
        print(f"  {root.reason}")


def _told(roots: Sequence[Root], options: argparse.Namespace, what: str) -> bool:
    """Print what became of the folders; True where that was a document, and all is said."""
    if options.json:
        print_json(folders=roots)
        return True
    for root in roots:
        print(f"{root.path}: {what}")
    return False
