"""Changes a library's key again and again, in children that kill themselves before one file operation after another.

Prints a line of JSON for each death, with what is found after it, and ends after the first child that lives.
"""

import json
import os
import signal
import sys
from pathlib import Path

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import FakeInstallation, installed_at
from tsuzuri.library import keying

EVENTS = frozenset({"open", "os.link", "os.rename", "os.remove", "os.truncate"})
CHANGES = {"rotate": keying.rotate, "encrypt": keying.encrypt, "decrypt": keying.decrypt}


def at(home: Path) -> FakeInstallation:
    return installed_at(home, {}, keyring=FileKeyring(home / "keyring.json"))


def die_at(number: int, home: Path, deed: str) -> None:
    """Change the key, and die before the file operation of that number."""
    here, seen = at(home), 0
    here.settings  # noqa: B018 (read before anything is counted)

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event not in EVENTS or str(home) not in str(arguments[0]):
            return
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    sys.addaudithook(watch)
    CHANGES[deed](here, "personal")


def main() -> None:
    home, deed, words = Path(sys.argv[1]), sys.argv[2], sys.argv[3].encode()
    for number in range(100):
        in_clear = at(home).in_clear("personal")
        if (child := os.fork()) == 0:
            try:
                die_at(number, home, deed)
            finally:
                os._exit(0)
        died = os.waitpid(child, 0)[1] == signal.SIGKILL
        with at(home).open() as library:
            found = {"facts": library.counts().facts, "wrong": library.check()}
        holding = [path.name for path in (home / "data").iterdir() if words in path.read_bytes()]
        now = at(home).in_clear("personal")
        print(json.dumps({**found, "died": died, "in_clear": now, "holding": holding}), flush=True)
        if not died or now is not in_clear:
            break


if __name__ == "__main__":
    main()
