"""The reader that the rest of Tsuzuri uses: parsers run in a child process that may hang, swell or die."""

import stat
from pathlib import Path
from typing import Final

from tsuzuri.child import Child, ChildDied, ChildTimedOut
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.protocol import Answer, pack_path, unpack_answer

WORKER: Final = "tsuzuri.readers.worker"


class SandboxedReader:
    """Implements `core.ports.Reader` with one child process, started when first needed and kept warm.

    `timeout_s` is for one file; `max_bytes` is the largest that is opened; `log` receives what parsers print.
    `worker` is the module of the child. Not for two threads at once.
    """

    def __init__(
        self,
        log: Path | None,
        timeout_s: float = 60.0,
        max_bytes: int = 200 * 1024 * 1024,
        *,
        worker: str = WORKER,
    ) -> None:
        self._log = log
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes
        self._worker = worker
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id, or None when there is none."""
        return None if self._child is None else self._child.pid

    def read(self, path: Path) -> Document | Refusal:
        """Read one file. Never raises for what is in the file.

        A child that died between two files is replaced without a word; one that dies over a file refuses it.
        """
        refusal = _look(path, self._max_bytes)
        if refusal is not None:
            return refusal
        was_warm = self._child is not None
        try:
            try:
                return self._ask(path)
            except ChildDied:
                if not was_warm:
                    raise
                # It may have been gone before it saw this file.
                self.close()
                return self._ask(path)
        except ChildTimedOut:
            self.close()
            return Refusal(RefusalReason.TIMED_OUT, f"reading it took longer than {self._timeout_s:g} seconds")
        except ChildDied as death:
            self.close()
            return Refusal(RefusalReason.CRASHED, f"the reader crashed on it: {death}")

    def close(self) -> None:
        """End the reading process. Idempotent."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ask(self, path: Path) -> Answer:
        if self._child is None:
            self._child = Child(self._worker, log=self._log)
        self._child.send(pack_path(path.absolute()))
        return unpack_answer(self._child.receive(self._timeout_s))


def _look(path: Path, max_bytes: int) -> Refusal | None:
    """Why the file need not be opened by a parser, judged from outside."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return Refusal(RefusalReason.UNREADABLE, "it is not a file")
        with path.open("rb"):
            pass
    except (OSError, ValueError) as error:
        words = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
        return Refusal(RefusalReason.UNREADABLE, f"the file cannot be opened: {words}")
    if status.st_size > max_bytes:
        size, limit = (f"{count / 1024**2:,.1f} MB" for count in (status.st_size, max_bytes))
        return Refusal(RefusalReason.TOO_LARGE, f"the file has {size}; files up to {limit} are read")
    if status.st_size == 0:
        return Refusal(RefusalReason.EMPTY, "the file is empty")
    return None
