"""The words of `tsuzuri query`."""

import argparse
from collections.abc import Callable

from tsuzuri.core.views import VIEWS


def add_query(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    positive: Callable[[str], int],
) -> None:
    """Add the command; `common` are the options that every command has, `positive` reads a number from 1 on."""
    command = commands.add_parser(
        "query",
        parents=[common],
        help="SQL of your own over the library, read only",
        description=_description(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="query:query")
    command.add_argument("sql", metavar="SQL", help="one SELECT")
    command.add_argument("--limit", type=positive, default=1000, metavar="N", help="how many rows at most")


def _description() -> str:
    views = "\n".join(f"  {view}({', '.join(columns)})" for view, columns in VIEWS.items())
    return f"""\
One SELECT over the views below, and nothing else. It has to be allowed: allow_query = true under [search].

{views}

Days are texts like 2024-03-31; an interval ends on the first day after it. The facts are those that are believed:
`held_*` is when they held by all that is known, `valid_*` what their own words say.

  tsuzuri query "SELECT object, count(*) FROM facts WHERE relation = 'works_at' GROUP BY object"
"""
