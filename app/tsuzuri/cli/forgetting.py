"""`tsuzuri forget`."""

import argparse
import sys
from collections.abc import Sequence

from tsuzuri.cli.output import counted, narrate, print_json
from tsuzuri.core.errors import UsageError
from tsuzuri.library.forgetting import Receipt
from tsuzuri.library.opening import Installation

_NOTHING = 1
_FAILED = 3
_SHOWN = 12


def forget(here: Installation, options: argparse.Namespace) -> int:
    """Forget what was read of files, whether or not they are still there.

    On a terminal the preview is shown and confirmed first. Exit code 1 when the library knows no such file or the
    person says no, 3 when the check afterwards finds something wrong. `--erase` alone only erases what went before.
    """
    if options.erase and not options.paths:
        with here.open_existing(options.dataset) as library:
            library.erase()
        narrate("erased: nothing of what was deleted is left in the library's file")
        return 0
    if not options.paths:
        raise UsageError("there is nothing named to forget", hint="name files or folders: tsuzuri forget PATH")
    with here.open_existing(options.dataset) as library:
        ids = [source.id for source in library.to_forget(options.paths)]
        if not ids:
            narrate("the library holds nothing of these paths")
            return _NOTHING
        if options.dry_run:
            _tell(library.forget(ids, dry_run=True), as_json=options.json)
            return 0
        if not options.yes:
            _require_somebody_to_ask(as_json=options.json)
            _show(library.forget(ids, dry_run=True))
            if not _confirmed():
                narrate("nothing was forgotten")
                return _NOTHING
        receipt = library.forget(ids)
        _tell(receipt, as_json=options.json)
    return _FAILED if receipt.problems else 0


def _require_somebody_to_ask(*, as_json: bool) -> None:
    if as_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("forgetting cannot be undone", hint="say that you mean it with --yes, or look with --dry-run")


def _confirmed() -> bool:
    print("Forget this? It cannot be undone. [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _tell(receipt: Receipt, *, as_json: bool) -> None:
    if as_json:
        print_json(receipt=receipt)
    else:
        _show(receipt)


def _show(receipt: Receipt) -> None:
    would = "would go" if receipt.dry_run else "gone"
    for line in _first(receipt.sources):
        print(line)
    print(
        f"{would}: {counted(receipt.passages, 'passage')}, {counted(receipt.facts, 'fact')}, "
        f"{counted(receipt.entities, 'name')}, {counted(receipt.mentions, 'mention')}, "
        f"{counted(receipt.vectors, 'vector')}"
    )
    if receipt.facts_weakened:
        lose = "would lose" if receipt.dry_run else "lost"
        print(f"{lose} evidence but not all of it: {counted(receipt.facts_weakened, 'fact')}")
    for name in receipt.names:
        print(f"  {name}")
    for statement in receipt.statements:
        print(f"  {statement}")
    if receipt.excluded:
        narrate("  in a watched folder, and not taken in again (tsuzuri add would):")
    for line in _first(receipt.excluded):
        narrate(f"    {line}")
    if receipt.dry_run:
        return
    for problem in receipt.problems:
        narrate(f"  the check found: {problem}")
    if not receipt.problems:
        narrate("  checked: nothing in the library refers to what went")
    if receipt.not_erased:
        narrate(f"  its words are still in the file's bytes: {receipt.not_erased}; tsuzuri forget --erase tries again")
    else:
        narrate("  erased: its words are no longer in the library's file")


def _first(uris: Sequence[str]) -> list[str]:
    more = len(uris) - _SHOWN
    return [*uris[:_SHOWN], *([f"and {counted(more, 'other file')}"] if more > 0 else [])]
