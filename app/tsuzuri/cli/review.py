"""`tsuzuri review`."""

import argparse
import shutil
import sys
from collections.abc import Sequence

from tsuzuri.cli.asking import ask_all
from tsuzuri.cli.output import bold, counted, dim, narrate, print_json
from tsuzuri.cli.sides import drawn, reason
from tsuzuri.core.ids import ReviewId
from tsuzuri.core.review import Answer, Item, Question
from tsuzuri.library.opening import Installation
from tsuzuri.library.questions import ItemView
from tsuzuri.library.review import Review

_NOTHING = 1


def review(here: Installation, options: argparse.Namespace) -> int:
    """Ask, list, answer, take back, or tell what was decided. Exit code 1 where nothing waits or was decided."""
    with here.open_existing(options.dataset) as library:
        match options.action:
            case "yes" | "no" | "other" | "later":
                return _answer(library.review, options)
            case "undo":
                return _undo(library.review, options)
            case "history":
                return _history(library.review, options)
            case _:
                return _waiting(library.review, options)


def _waiting(review: Review, options: argparse.Namespace) -> int:
    kinds = [Question(kind) for kind in options.kinds or ()]
    width = shutil.get_terminal_size().columns
    if not (options.list or options.json) and sys.stdin.isatty() and sys.stdout.isatty():
        if not review.waiting(kinds, limit=1).items:
            narrate("nothing waits for you")
            return _NOTHING
        ask_all(review, kinds, _read, print, width)
        return 0
    page = review.waiting(kinds, limit=options.limit)
    if options.json:
        print_json(waiting=page.items, count=review.count())
        return 0 if page.items else _NOTHING
    for view in page.items:
        for line in drawn(view, width):
            print(line)
        print()
    if not page.items:
        narrate("nothing waits for you")
        return _NOTHING
    narrate(f"{counted(review.count(), 'question')} waiting; answer with: tsuzuri review yes ID (no, other, later)")
    return 0


def _read(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline()


def _answer(review: Review, options: argparse.Namespace) -> int:
    answer = Answer(options.action)
    answered = [review.answer(ReviewId(id_), answer) for id_ in options.ids]
    _tell(review, answered, "answered", as_json=options.json)
    return 0


def _undo(review: Review, options: argparse.Namespace) -> int:
    ids = [ReviewId(id_) for id_ in options.ids]
    undone = [review.undo(id_) for id_ in ids] if ids else [review.undo()]
    _tell(review, undone, "undone", as_json=options.json)
    return 0


def _tell(review: Review, items: Sequence[Item], what: str, *, as_json: bool) -> None:
    if as_json:
        print_json(**{what: items})
        return
    for item in items:
        view = review.item(item.id)
        print(f"#{item.id} {view.question if view else item.question} {bold(item.answer or 'waits again')}")


def _history(review: Review, options: argparse.Namespace) -> int:
    page = review.history(limit=options.limit)
    if options.json:
        print_json(history=page.items)
    else:
        for view in page.items:
            print(_decision(view))
            print(dim(f"    {reason(view)}"))
        if not page.items:
            narrate("nothing was decided yet")
    return 0 if page.items else _NOTHING


def _decision(view: ItemView) -> str:
    item = view.item
    when = f", {item.answered_at.astimezone():%Y-%m-%d %H:%M}" if item.answered_at else ""
    return f"#{item.id} {view.question} {bold(item.answer or '')}  {dim(f'{item.answered_by}{when}')}"
