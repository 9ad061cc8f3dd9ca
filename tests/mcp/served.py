"""A home with two datasets for servers: `work`, which the agent may read and write, and `private`."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from mcp import StdioServerParameters

from tests.cli.shell import Shell
from tests.library.worlds import KEY, FakeInstallation, installed_at, write_notes
from tsuzuri.core.access import Permission
from tsuzuri.library.access.entrance import TOKEN_VARIABLE, agents_of


@dataclass
class Served:
    """The installation, and the token of the agent `claude`."""

    here: FakeInstallation
    home: Path
    token: str

    def parameters(self, *words: str) -> StdioServerParameters:
        """How a client starts `tsuzuri serve --mcp` on it."""
        environ = {**os.environ, **Shell(self.home, KEY).environ(), TOKEN_VARIABLE: self.token}
        environ["TSUZURI_CHAT__ENABLED"] = "false"
        return StdioServerParameters(
            command=sys.executable, args=["-m", "tsuzuri", "serve", "--mcp", *words], env=environ
        )


def make(folder: Path) -> Served:
    home = folder / "home"
    here = installed_at(home, {"TSUZURI_KEY": KEY})
    private = folder / "private"
    private.mkdir(parents=True)
    (private / "diary.md").write_text("Wilhelmina Starling joined Ottoline Bank in May 2021.\n", "utf-8")
    for name, place in (("work", write_notes(folder / "notes")), ("private", private)):
        with here.open(name) as library:
            library.add([place])
    file = agents_of(here)
    token = file.add("claude", here.clock())
    file.grant("claude", "work", frozenset({Permission.READ, Permission.WRITE}))
    return Served(here, home, token)
