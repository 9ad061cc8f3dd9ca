"""The words of `tsuzuri serve` and `connect`."""

import argparse
from collections.abc import Callable
from pathlib import Path

CLIENTS = ("generic", "claude-desktop", "claude-code", "cursor", "vscode", "zed")

_SERVE = """\
Lets a program of yours ask the library, by the Model Context Protocol, over its standard input and output. It reads
only, unless --allow says more; and what it may do with which dataset is what its token was granted (see: tsuzuri
agents). Without a token it acts for you, unless access.control is on.

  tsuzuri connect claude-desktop --agent claude --create   # what to put into that program's settings
  tsuzuri serve --mcp                                      # such a program starts this by itself
  tsuzuri serve --mcp --http 8765                          # for programs that speak HTTP, on this machine only

The token comes from TSUZURI_AGENT_TOKEN or --token-file, never from the command line, which others can see.
"""

_CONNECT = """\
Prints what to put into the settings of a program that speaks the Model Context Protocol, and where those lie. Nothing
is written there.

  tsuzuri connect cursor --agent cursor --create --dataset work
"""


def add_serving(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    output: argparse.ArgumentParser,
    port: Callable[[str], int],
) -> None:
    """Add the commands; `output` are the options of what prints, `port` reads a port."""
    serve = commands.add_parser(
        "serve",
        parents=[output],
        help="let programs of yours ask the library",
        description=_SERVE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    serve.set_defaults(handler="serving:serve")
    serve.add_argument("--mcp", action="store_true", required=True, help="by the Model Context Protocol")
    serve.add_argument("--http", type=port, default=0, metavar="PORT", help="over HTTP on 127.0.0.1, with a token")
    serve.add_argument(
        "--allow", action="append", choices=("write", "delete"), default=[], help="more than reading, where granted"
    )
    serve.add_argument("--token-file", type=Path, default=None, metavar="FILE", help="a file that holds the token")
    connect = commands.add_parser(
        "connect",
        parents=[output],
        help="what to put into another program's settings",
        description=_CONNECT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    connect.set_defaults(handler="connecting:connect")
    connect.add_argument(
        "client", nargs="?", choices=CLIENTS, default="generic", metavar="CLIENT", help=", ".join(CLIENTS)
    )
    connect.add_argument("--agent", default="", metavar="NAME", help="the agent that it is to be")
    connect.add_argument("--create", action="store_true", help="make the agent, with a token that is shown here once")
    connect.add_argument(
        "--dataset",
        action="append",
        default=[],
        metavar="NAME",
        help="what it asks where it names none; with --create, what it may read (say it again for more)",
    )
    connect.add_argument("--allow", action="append", choices=("write", "delete"), default=[], help="what it may do too")
