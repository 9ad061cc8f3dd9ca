"""The words of `tsuzuri keys`."""

import argparse

_DESCRIPTION = """\
Everything a key does in the interface: its id, its keys, and what it is for. A file keys.toml beside config.toml gives
actions other keys, from the next start on. A key may be written as it is typed ("?", "ctrl+o", "f5") or by its name
("question_mark"); several are parted by commas:

  "search.open" = "ctrl+o"
  "list.down" = "down,i"

A line that names no action or no key, or a key that something else has at the same time, is told by name, and the rest
holds. The exit code is 2 where there is such a line.
"""


def add_keys(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", output: argparse.ArgumentParser) -> None:
    """Add the command; `output` is the option of those that need no dataset."""
    command = commands.add_parser(
        "keys",
        parents=[output],
        help="every key of the interface, and how to have others",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="keys:keys")
