"""A program on a terminal of its own, whose keys are pressed and whose frames are timed as a person sees them."""

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

_PATIENCE_S = 20.0
_QUIET_S = 0.03


class Terminal:
    """Runs `python -m module arguments…` on 120 by 32 cells, until it is left."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self._terminal, self._screen = pty.openpty()
        termios.tcsetwinsize(self._screen, (32, 120))
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, **environment, "TERM": "xterm-256color"},
            stdin=self._screen,
            stdout=self._screen,
            stderr=self._screen,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)
        os.close(self._screen)

    def press(self, keys: str, shown: str) -> float:
        """Milliseconds from the keys to the frame that shows something; what follows it is waited for."""
        began = time.perf_counter()
        os.write(self._terminal, keys.encode())
        took = self.wait(shown, began)
        while select.select([self._terminal], [], [], _QUIET_S)[0]:
            os.read(self._terminal, 65536)
        return took

    def wait(self, shown: str, began: float) -> float:
        """Milliseconds since a moment until something is shown.

        Raises:
            TimeoutError: it is not.
        """
        seen = b""
        while shown.encode() not in seen:
            if not select.select([self._terminal], [], [], _PATIENCE_S)[0]:
                raise TimeoutError(f"the terminal did not show {shown!r}")
            seen += os.read(self._terminal, 65536)
        return (time.perf_counter() - began) * 1000
