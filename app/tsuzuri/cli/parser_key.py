"""The words of `tsuzuri key`, `encrypt` and `decrypt`."""

import argparse

_KEY = """\
The key of a dataset: 32 random bytes, made with it and kept in the system's keyring. Without a keyring it comes from
TSUZURI_KEY (64 hex digits, or a passphrase), from the file that TSUZURI_KEY_FILE names (64 hex digits, chmod 600), or
from a passphrase that is asked for.

A change of key needs the dataset for itself: close the interface, and end the service with `tsuzuri service stop`.
Killed at any moment it leaves a library that opens, and the next start wipes what it left.

  tsuzuri key                               # where the key comes from, and whether it is at hand
  tsuzuri key export                        # 24 words to write down, shown once; nobody can recover a lost key
  tsuzuri key import                        # the 24 words, typed in again on another machine
  tsuzuri key rotate                        # a new key; backups made before open with the former one only
  tsuzuri key token set hub.example.org     # a token that a model hub or endpoint asks for; in the environment it is
                                            # TSUZURI_TOKEN_HUB_EXAMPLE_ORG, and for the hub HF_TOKEN too
  tsuzuri encrypt, tsuzuri decrypt          # an existing dataset, in place, all or nothing
"""


def add_key(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    """Add the commands; `common` are the options that every command has."""
    command = commands.add_parser(
        "key",
        parents=[common],
        help="what opens an encrypted dataset",
        description=_KEY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="key:key")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("status", parents=[common], help="where it comes from (the default)")
    actions.add_parser("rotate", parents=[common], help="give the dataset a new key")
    export = actions.add_parser("export", parents=[common], help="show it as 24 words, on a terminal")
    export.add_argument("--to-stdout", action="store_true", help="even where stdout is no terminal")
    actions.add_parser("import", parents=[common], help="take the 24 words back, from the terminal or stdin")
    token = actions.add_parser("token", parents=[common], help="tokens for model hubs and endpoints")
    token.add_argument("deed", choices=("list", "set", "remove"), metavar="DEED", help="list, set or remove")
    token.add_argument("host", nargs="?", default="", metavar="HOST", help="the host's name")
    for name, meaning in (
        ("encrypt", "encrypt a dataset that is in clear"),
        ("decrypt", "leave a dataset in clear, readable to whoever has the file"),
    ):
        other = commands.add_parser(name, parents=[common], help=meaning)
        other.set_defaults(handler=f"key:{name}")
        if name == "decrypt":
            other.add_argument("--yes", action="store_true", help="do not ask")
