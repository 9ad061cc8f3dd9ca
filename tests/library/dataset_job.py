"""Renames, deletes or restores a dataset, in children that kill themselves before one file operation after another.

Prints a line of JSON for each death: which datasets hold all that `work` held, after the death and after the same deed
once more, and which there are then.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from tests.library.file_keyring import FileKeyring
from tests.library.worlds import FakeInstallation, installed_at, write_notes
from tsuzuri.core.errors import UsageError
from tsuzuri.library import datasets
from tsuzuri.library.backups import Backup, back_up, backups, restore
from tsuzuri.library.keying import rotate

EVENTS = frozenset({"open", "os.rename", "os.remove"})
DEEDS: dict[str, Callable[[FakeInstallation], object]] = {
    "rename": lambda here: datasets.rename(here, "work", "acme"),
    "delete": lambda here: datasets.delete(here, "work"),
    "restore": lambda here: restore(here, backup_of(here).path, replace=True, key=here.keys.library_key("old", False)),
}


def at(home: Path) -> FakeInstallation:
    return installed_at(home, {}, keyring=FileKeyring(home / "keyring.json"))


def backup_of(here: FakeInstallation) -> Backup:
    return backups(here.paths.data_dir / "backups")[0]


def die_at(number: int, home: Path, deed: str) -> None:
    """Do the deed, and die before the file operation of that number."""
    here, seen = at(home), 0
    here.settings  # noqa: B018 (read before anything is counted)

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event not in EVENTS or str(home) not in str(arguments[0]):
            return
        if event == "open" and not int(str(arguments[2])) & (os.O_WRONLY | os.O_RDWR):
            return
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    sys.addaudithook(watch)
    DEEDS[deed](here)


def holding(home: Path, facts: int) -> list[str]:
    """The datasets that hold so many facts, and whose checks find nothing."""
    here, found = at(home), []
    for one in datasets.listed(here):
        if one.counts is not None and one.counts.facts == facts:
            with here.open(one.name) as library:
                found += [] if library.check() else [one.name]
    return found


def again(home: Path, deed: str) -> None:
    """The same once more; there may be nothing left to do."""
    try:
        DEEDS[deed](at(home))
    except UsageError:
        if "work" in datasets.names(at(home), archived=True):
            raise


def main() -> None:
    whole, deed = Path(sys.argv[1]) / "whole", sys.argv[2]
    whole.mkdir()
    notes = write_notes(Path(sys.argv[1]) / "notes")
    with at(whole).open("work") as library:
        library.add([notes])
        facts = library.counts().facts
    if deed == "restore":  # of a backup with another key than that of today, which is kept by a name of its own
        back_up(at(whole), "work", at(whole).paths.data_dir / "backups", keep=1)
        at(whole).keys.copy("work", "old")
        rotate(at(whole), "work")
    for number in range(100):
        home = Path(shutil.copytree(whole, whole.with_name(f"home {number}")))
        if (child := os.fork()) == 0:
            try:
                die_at(number, home, deed)
            finally:
                os._exit(0)
        died = os.waitpid(child, 0)[1] == signal.SIGKILL
        after = holding(home, facts)
        again(home, deed)
        names = datasets.names(at(home), archived=True)
        found = {"died": died, "whole": after, "in the end": holding(home, facts), "names": names}
        print(json.dumps(found), flush=True)
        if not died:
            break


if __name__ == "__main__":
    main()
