"""The words of `tsuzuri agents` and `audit`."""

import argparse
import re
from collections.abc import Callable
from datetime import date, timedelta

_AGENTS = """\
Programs of your own that may ask the library (see: tsuzuri serve, tsuzuri connect). Each has a token, which is shown
once and kept as a hash, and may do only what it was granted, with the datasets that were named.

  tsuzuri agents                                        # who may what
  tsuzuri agents add claude --read personal --expires 90d
  tsuzuri agents grant claude --read work --write notes # what is named here takes the place of what it had there
  tsuzuri agents deny claude work                       # nothing any more
  tsuzuri agents revoke claude                          # at once, also where it is connected now

read: search, ask, look. write: add notes, and forget its own. delete: forget anything. share: pass on, which nothing
does yet.
"""

_AUDIT = """\
Who asked for what, when, and whether it was allowed: from the log that doors append to. It holds no word of what was
asked or found.

  tsuzuri audit --since 2026-11-01 --denied
  tsuzuri audit --agent claude --follow                 # with --json a document on each line
"""
PERMISSIONS = ("read", "write", "delete", "share")


def add_agents(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    output: argparse.ArgumentParser,
    day: Callable[[str], date],
) -> None:
    """Add the commands; `output` are the options of what prints, `day` reads a date."""
    command = commands.add_parser(
        "agents",
        parents=[output],
        help="programs that may ask the library",
        description=_AGENTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="agents:agents")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("list", parents=[output], help="who may what (the default)")
    grants = argparse.ArgumentParser(add_help=False)
    for permission in PERMISSIONS:
        grants.add_argument(
            f"--{permission}", action="append", default=[], metavar="DATASET", help=f"let it {permission}"
        )
    add = actions.add_parser("add", parents=[output, grants], help="let one in; its token is shown once")
    add.add_argument("name", metavar="NAME", help="what to call it")
    add.add_argument("--expires", type=_stretch, default=None, metavar="DAYS", help="90d: no longer than that")
    grant = actions.add_parser("grant", parents=[output, grants], help="what it may do with the datasets named")
    grant.add_argument("name", metavar="NAME", help="the agent")
    deny = actions.add_parser("deny", parents=[output], help="it may do nothing with a dataset any more")
    deny.add_argument("name", metavar="NAME", help="the agent")
    deny.add_argument("dataset", metavar="DATASET", help="the dataset")
    for name, meaning in (("revoke", "let it in no more"), ("remove", "take it out of the list")):
        actions.add_parser(name, parents=[output], help=meaning).add_argument("name", metavar="NAME", help="the agent")
    audit = commands.add_parser(
        "audit",
        parents=[output],
        help="what agents asked for",
        description=_AUDIT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    audit.set_defaults(handler="agents:audit")
    audit.add_argument("--agent", default="", metavar="NAME", help="only what it asked for")
    audit.add_argument("--since", type=day, default=None, metavar="DATE", help="from that day on")
    audit.add_argument("--denied", action="store_true", help="only what was not allowed")
    audit.add_argument("--follow", action="store_true", help="and what is asked from now on, until Ctrl+C")


def _stretch(text: str) -> timedelta:
    found = re.fullmatch(r"(\d{1,4})d?", text)
    if not found or not int(found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days like 90d")
    return timedelta(days=int(found[1]))
