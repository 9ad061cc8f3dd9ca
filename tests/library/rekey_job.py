"""Changes a library's key, and kills itself just before the file operation whose number it is told."""

import os
import signal
import sys
from pathlib import Path

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import installed_at
from tsuzuri.library import keying

EVENTS = frozenset({"open", "os.rename", "os.remove", "os.truncate"})


def main() -> None:
    home, deed, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    here = installed_at(home, {}, keyring=FileKeyring(home / "keyring.json"))
    change = {"rotate": keying.rotate, "encrypt": keying.encrypt, "decrypt": keying.decrypt}[deed]
    seen = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event not in EVENTS or str(home) not in str(arguments[0]):
            return
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    here.settings  # noqa: B018 (read before anything is counted)
    sys.addaudithook(watch)
    change(here, "personal")


if __name__ == "__main__":
    main()
