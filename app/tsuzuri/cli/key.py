"""`tsuzuri key`, `encrypt` and `decrypt`."""

import argparse
import sys

from tsuzuri.cli.output import narrate, print_json, read_secret
from tsuzuri.core.errors import UsageError
from tsuzuri.library import keying
from tsuzuri.library.keying import Rekeyed
from tsuzuri.library.opening import Installation

_NOT_AT_HAND = 4
_STATES = {
    "available": "available",
    "locked": "locked: unlock the keyring, or give the passphrase or the key file",
    "missing": "missing: the keyring holds none (tsuzuri key import takes the 24 words)",
    "no_keyring": "missing: this system has no keyring, and TSUZURI_KEY and TSUZURI_KEY_FILE are not set",
}


def key(here: Installation, options: argparse.Namespace) -> int:
    """Say where a dataset's key comes from, change it, or write it down. Exit code 4 when it is not at hand."""
    dataset = here.chosen(options.dataset)
    match options.action:
        case "rotate":
            done = keying.rotate(here, dataset)
            narrate("backups made before open with the former key only; make a new one: tsuzuri backup")
            return _tell(done, "has a new key", as_json=options.json)
        case "export":
            return _export(here, dataset, options)
        case "import":
            keying.recover(here, dataset, read_secret("The 24 words: "))
            narrate(f"the key opens {dataset} and is in the keyring")
            return 0
        case "token":
            return _token(here, options)
        case _:
            return _status(here, dataset, as_json=options.json)


def encrypt(here: Installation, options: argparse.Namespace) -> int:
    """Encrypt a dataset that is in clear."""
    done = keying.encrypt(here, here.chosen(options.dataset))
    narrate("the former file was overwritten; an SSD or a snapshot may keep its blocks for a while")
    return _tell(done, "is encrypted", as_json=options.json)


def decrypt(here: Installation, options: argparse.Namespace) -> int:
    """Leave a dataset in clear, after a question."""
    dataset = here.chosen(options.dataset)
    if not options.yes:
        if options.json or not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError(f"{dataset} would be readable to whoever has its file", hint="say that you mean it: --yes")
        narrate("its key is dropped with it: backups made before need what tsuzuri key export shows now")
        question = f"{dataset} would be readable to whoever has its file. Type its name: "
        print(question, end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip() != dataset:
            narrate("nothing was changed")
            return 1
    return _tell(keying.decrypt(here, dataset), "is not encrypted any more", as_json=options.json)


def _tell(done: Rekeyed, words: str, *, as_json: bool) -> int:
    if as_json:
        print_json(rekeyed=done)
        return 0
    narrate(f"{done.dataset} {words}; the copy was checked before it took the former file's place")
    for path in done.wiped:
        narrate(f"wiped, since it was a copy of an earlier time: {path.name}")
    return 0


def _status(here: Installation, dataset: str, *, as_json: bool) -> int:
    found = keying.key_status(here, dataset)
    if as_json:
        print_json(key=found)
    elif found.encrypted is None:
        print(f"there is no dataset {dataset} yet")
    elif not found.encrypted:
        print(f"{dataset} is NOT ENCRYPTED and has no key")
    elif found.fits is False:
        print(f"{dataset} is encrypted, and the key that is at hand (from: {found.origin}) does not open it")
    else:
        print(f"{dataset} is encrypted; its key is {_STATES[found.state]}")
        if found.fits:
            print(f"it comes from: {found.origin}")
    return 0 if found.at_hand else _NOT_AT_HAND


def _export(here: Installation, dataset: str, options: argparse.Namespace) -> int:
    if not (options.to_stdout or sys.stdout.isatty()):
        raise UsageError("whoever has these words can read the library", hint="on a terminal, or with --to-stdout")
    words = keying.recovery_phrase(here, dataset)
    if options.json:
        print_json(phrase=words)
    else:
        print(words)
        narrate("write them down, in order, and keep them apart from this machine; they are not shown by anything else")
    return 0


def _token(here: Installation, options: argparse.Namespace) -> int:
    if options.deed == "list":
        hosts = here.keys.tokens()
        if options.json:
            print_json(hosts=hosts)
        else:
            print(*hosts, sep="\n" if hosts else "")
        return 0 if hosts else 1
    if not options.host:
        raise UsageError("no host is named", hint="tsuzuri key token set HOST")
    here.keys.keep_token(options.host, read_secret("The token: ") if options.deed == "set" else "")
    narrate(f"the token of {options.host} is {'in the keyring' if options.deed == 'set' else 'gone'}")
    return 0
