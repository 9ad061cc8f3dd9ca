"""How much memory a process takes with all its children, while something runs. Linux only: elsewhere nobody tells."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

_EVERY_S = 0.1


class Peak:
    """Watches this process and its children while it is entered; memory that several share counts once (PSS)."""

    def __init__(self) -> None:
        self.own = 0.0
        """The most that this process alone has had, in MB."""
        self.all = 0.0
        """The most that it and all its children have had at one moment, in MB."""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Peak":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._done.wait(_EVERY_S):
            self._look()

    def _look(self) -> None:
        own = megabytes(os.getpid())
        self.own = max(self.own, own)
        self.all = max(self.all, own + sum(map(megabytes, descendants(os.getpid()))))


def descendants(pid: int) -> Iterator[int]:
    """The processes that a process has begun, and theirs."""
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _text(listed).split():
            yield int(child)
            yield from descendants(int(child))


def megabytes(pid: int) -> float:
    """What a process takes of memory; what it shares with others counts in part."""
    shares = [line.split()[1] for line in _text(Path(f"/proc/{pid}/smaps_rollup")).splitlines() if line[:4] == "Pss:"]
    return sum(map(int, shares)) / 1024


def _text(path: Path) -> str:
    """What a file of /proc tells; nothing once its process or thread is gone."""
    try:
        return path.read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return ""
