"""How the command line opens a library: with a prompt for a passphrase where there is a person to ask."""

import getpass
import sys

from tsuzuri.core.errors import LibraryLocked
from tsuzuri.library.opening import Installation

_NEW = """\
This system has no keyring to keep the library's key in. Choose a passphrase that encrypts it.
Nobody can recover it. Other ways: TSUZURI_KEY in the environment, or library.encryption = "off" in the settings."""


def installation() -> Installation:
    """The installation here; it asks for a passphrase only on a terminal."""
    return Installation.here(prompt=_ask if sys.stdin.isatty() and sys.stderr.isatty() else None)


def _ask(new: bool) -> str:
    if not new:
        return getpass.getpass("Passphrase of the library: ")
    print(_NEW, file=sys.stderr)
    passphrase = getpass.getpass("New passphrase: ")
    if getpass.getpass("The same again: ") != passphrase:
        raise LibraryLocked("the two passphrases differ", hint="try again")
    return passphrase
