"""The words of `tsuzuri review`, `merge` and `split`."""

import argparse
from collections.abc import Callable
from pathlib import Path

QUESTIONS = ("merge", "split", "contradiction", "quarantine", "rule")

_REVIEW = """\
What a person has to decide: whether two names are one, whether one name is two, which of two facts is wrong, whether a
line that did not fit is let in, whether a relation may have several values at a time. On a terminal the questions come
one after the other; elsewhere, or with --list, they are listed with their numbers.

  tsuzuri review                            # y yes, n no, o the other way round, l later, u undo, q quit
  tsuzuri review --list --kind merge
  tsuzuri review yes 12 14                  # no, other, later
  tsuzuri review undo 12                    # without a number: your latest decision
  tsuzuri review history                    # also what a rule or the model has decided, which undo takes back too

To a contradiction yes says that B is wrong, other that A is, no that both are true. Your answers are remembered: what
you have decided is not asked again, even after the files were forgotten and added anew.
"""


def add_review(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    positive: Callable[[str], int],
) -> None:
    """Add the commands; `common` are the options that every command has, `positive` reads a number from 1 on."""
    some = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    some.add_argument("--limit", type=positive, metavar="N", help="how many at most (default: 20)")
    command = commands.add_parser(
        "review",
        parents=[common, some],
        help="questions that wait for your decision",
        description=_REVIEW,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--list", action="store_true", help="list them instead of asking")
    command.add_argument("--kind", choices=QUESTIONS, action="append", dest="kinds", help="only such questions")
    command.set_defaults(handler="review:review", limit=20)
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    for answer, meaning in (
        ("yes", "answer with yes"),
        ("no", "answer with no"),
        ("other", "of a contradiction: A is wrong, and B holds"),
        ("later", "put off, to the end of the queue"),
    ):
        action = actions.add_parser(answer, parents=[common], help=meaning)
        action.add_argument("ids", nargs="+", type=positive, metavar="ID", help="a question's number")
    undo = actions.add_parser("undo", parents=[common], help="take a decision back, whoever decided")
    undo.add_argument("ids", nargs="*", type=positive, metavar="ID", help="its number (default: your latest)")
    actions.add_parser("history", parents=[common, some], help="what was decided, latest first, and by whom")
    _merge(commands, common)
    _split(commands, common)


def _merge(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "merge",
        parents=[common],
        help="two names are one",
        description="Say that two names are one person or thing. Nothing is lost: tsuzuri review undo parts them "
        "again. Where several have a name, the numbers that are shown (#12) tell them apart.",
    )
    command.set_defaults(handler="merging:merge")
    command.add_argument("name", metavar="NAME", help="the name to keep")
    command.add_argument("other", metavar="OTHER", help="the other name")
    command.add_argument("--yes", action="store_true", help="do not ask")


def _split(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "split",
        parents=[common],
        help="one name is two",
        description="Say that some files speak of somebody or something else of the same name. tsuzuri review undo "
        "makes them one again.",
    )
    command.set_defaults(handler="merging:split")
    command.add_argument("name", metavar="NAME", help="the name, or its number (#12)")
    command.add_argument(
        "--from",
        dest="paths",
        nargs="+",
        type=Path,
        required=True,
        metavar="PATH",
        help="files that mean the other one",
    )
    command.add_argument("--yes", action="store_true", help="do not ask")
