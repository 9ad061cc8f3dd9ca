"""The reader that the rest of Tsuzuri uses: parsers run in a child process that may hang, swell or die."""

import os
import signal
import stat
import sys
import time
from pathlib import Path
from typing import Final

from tsuzuri.child import Child, ChildDied, ChildSaidTooMuch, ChildTimedOut
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.confinement import wall_seconds
from tsuzuri.readers.protocol import Answer, pack_path, unpack_answer

WORKER: Final = "tsuzuri.readers.worker"
MAX_ANSWER_BYTES: Final = 128 * 1024**2
"""An answer is not taken beyond this: the longest text that the worker gives, all of it kanji, and its parts."""
_OUT_OF_TIME: Final = -getattr(signal, "SIGXCPU", 0)
_ABORTED: Final = -signal.SIGABRT
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)


class SandboxedReader:
    """Implements `core.ports.Reader` with one child process, started when first needed and kept warm.

    `timeout_s` is the longest to wait for a file, however large; small ones get less (`confinement.wall_seconds`).
    `max_bytes` is the largest file that is opened; `log` receives what parsers print; `scratch` is the folder for what
    they unpack of their own, without it the system's; `worker` is the module of the child, and `max_answer` the most
    bytes taken from it. Not for two threads at once.
    """

    def __init__(
        self,
        log: Path | None,
        timeout_s: float = 60.0,
        max_bytes: int = 200 * 1024 * 1024,
        *,
        scratch: Path | None = None,
        worker: str = WORKER,
        max_answer: int = MAX_ANSWER_BYTES,
    ) -> None:
        self._log = log
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes
        self._scratch = scratch
        self._worker = worker
        self._max_answer = max_answer
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id, or None when there is none."""
        return None if self._child is None else self._child.pid

    def read(self, path: Path) -> Document | Refusal:
        """Read one file. Never raises for what is in the file.

        A child that has read files before may have died since, or be full of what they left: if it dies or runs out
        of memory it is replaced without a word. One that does so over its first file refuses it.
        """
        size = _look(path, self._max_bytes)
        if isinstance(size, Refusal):
            return size
        patience = min(self._timeout_s, wall_seconds(size))
        was_warm = self._child is not None
        began = time.monotonic()
        answer = self._ask(path, patience)
        left = patience - (time.monotonic() - began)
        if was_warm and left > 0 and _may_be_of_the_child(answer):
            answer = self._ask(path, left)
        return answer

    def close(self) -> None:
        """End the reading process. Idempotent."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ask(self, path: Path, patience: float) -> Answer:
        """The child's answer, or a refusal for what became of it; a child that failed is ended."""
        if self._child is None:
            places = {} if self._scratch is None else _places(self._scratch)
            self._child = Child(self._worker, log=self._log, environment=places, max_frame=self._max_answer)
        try:
            self._child.send(pack_path(path.absolute()))
            answer = unpack_answer(self._child.receive(patience))
        except ChildTimedOut:
            answer = Refusal(RefusalReason.TIMED_OUT, f"reading it took longer than {patience:.3g} seconds")
        except ChildSaidTooMuch:
            answer = Refusal(RefusalReason.TOO_LARGE, "too much came out of it")
        except ChildDied as death:
            answer = _obituary(death)
        if isinstance(answer, Refusal) and answer.reason in _FAILURES:
            self.close()
        return answer


_FAILURES: Final = frozenset(
    {RefusalReason.TIMED_OUT, RefusalReason.TOO_LARGE, RefusalReason.CRASHED, RefusalReason.OUT_OF_MEMORY}
)


def _places(scratch: Path) -> dict[str, str]:
    """The environment that makes a folder the one for temporary files.

    A library that lies there is loaded as code, so nobody else may write into it.
    """
    scratch.mkdir(mode=0o700, parents=True, exist_ok=True)
    return dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(scratch))


def _may_be_of_the_child(answer: Answer) -> bool:
    return isinstance(answer, Refusal) and answer.reason in (RefusalReason.CRASHED, RefusalReason.OUT_OF_MEMORY)


def _obituary(death: ChildDied) -> Refusal:
    """What it died of. Native code aborts when it gets no more memory, and hardly for anything else."""
    if death.code == _ABORTED and sys.platform == "linux":
        return Refusal(RefusalReason.OUT_OF_MEMORY, "reading it takes more memory than is allowed")
    if death.code == _OUT_OF_TIME:
        return Refusal(RefusalReason.TIMED_OUT, "reading it takes more processor time than is allowed")
    return Refusal(RefusalReason.CRASHED, f"the reader crashed on it: {death}")


def _look(path: Path, max_bytes: int) -> int | Refusal:
    """The size of a file in bytes, or why it need not be opened by a parser, judged from outside."""
    try:
        # Looked at by its descriptor, for another file may take the name; not waiting, for that may be a pipe.
        descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
        try:
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        words = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
        return Refusal(RefusalReason.UNREADABLE, f"the file cannot be opened: {words}")
    if not stat.S_ISREG(status.st_mode):
        return Refusal(RefusalReason.UNREADABLE, "it is not a file")
    if status.st_size > max_bytes:
        size, limit = (f"{count / 1024**2:,.1f} MB" for count in (status.st_size, max_bytes))
        return Refusal(RefusalReason.TOO_LARGE, f"the file has {size}; files up to {limit} are read")
    if status.st_size == 0:
        return Refusal(RefusalReason.EMPTY, "the file is empty")
    return status.st_size
