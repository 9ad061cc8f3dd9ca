"""The command line as a person has it: a process of its own, a home of its own, nothing of this machine's."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.library.worlds import KEY

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Shell:
    """Runs `tsuzuri` on one home; `key` is its TSUZURI_KEY, empty for none. There is no keyring and no terminal."""

    home: Path
    key: str = KEY
    more: dict[str, str] = field(default_factory=dict)

    def environ(self) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": os.pathsep.join([str(ROOT / "app"), str(ROOT)]),
            "HOME": str(self.home / "nobody"),
            "TSUZURI_HOME": str(self.home),
            "TSUZURI_MODELS_DIR": str(self.home / "models"),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            **({"TSUZURI_KEY": self.key} if self.key else {}),
            **self.more,
        }

    def start(self, *words: str | Path, program: tuple[str, ...] = ("-m", "tsuzuri")) -> "subprocess.Popen[str]":
        """Begin a command in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, *program, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=self.environ(),
            start_new_session=True,
        )

    def run(self, *words: str | Path, program: tuple[str, ...] = ("-m", "tsuzuri")) -> Done:
        """Run a command to its end."""
        with self.start(*words, program=program) as process:
            out, err = process.communicate(timeout=120)
            return Done(process.returncode, out, err)
