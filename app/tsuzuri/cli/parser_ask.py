"""The words of `tsuzuri ask`."""

import argparse
from collections.abc import Callable

from tsuzuri.core.strategy import Strategy

_DESCRIPTION = """\
Answers from your own files: each sentence with the places that say it, or "not in your library" with what is nearest.

  tsuzuri ask Why was the launch postponed?
  tsuzuri ask --as-of 2023-06-30 Who leads Project Tern?
  tsuzuri ask --follow-up Who leads Project Tern?   # then: And where does she live?

A stored fact or a sentence that says it outright answers at once; the chat model puts together what lies apart. What it
writes is compared with the sources, and what they do not bear out is cut. Nothing that is asked or answered is kept.
exit codes: 0 answered, 1 not in the library
"""


def add_ask(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    day: Callable[[str], object],
) -> None:
    """Add the command; `common` are the options that every command has, `day` reads a date."""
    command = commands.add_parser(
        "ask",
        parents=[common],
        help="answer a question, with the places that say it",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="answering:ask")
    command.add_argument("question", nargs="+", metavar="QUESTION", help="in English or Japanese")
    command.add_argument("--as-of", type=day, default=None, metavar="DATE", help="what was true on that day")
    command.add_argument(
        "--strategy",
        choices=tuple(Strategy),
        default="",
        metavar="STRATEGY",
        help="how to search for what answers it (default: system1, and dual for several things)",
    )
    command.add_argument("--no-model", action="store_true", help="facts and the sources' own sentences only: at once")
    command.add_argument(
        "--follow-up", action="store_true", help="go on asking, in a line each, until an empty one; on a terminal"
    )
    command.add_argument("--trace", action="store_true", help="say what each step found and took")
