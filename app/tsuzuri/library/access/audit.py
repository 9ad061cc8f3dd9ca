"""The owner's log of who asked for what: append-only, and without a word of questions or content."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tsuzuri.core.access import Ruling
from tsuzuri.core.errors import ConfigurationError
from tsuzuri.locks import lock

_LARGEST = 8 * 1024 * 1024
EVERY = "*"
"""The dataset of an entry about a request that named none, and was given none."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One request at the door. `agent` is empty for the owner, and for a token that nobody has; `items` counts what was
    given, `ms` how long it took. `id` is the diagnostic id that the one who asked was told.
    """

    at: datetime
    agent: str
    operation: str
    dataset: str
    ruling: Ruling
    id: str
    items: int
    ms: float


class Audit:
    """The log: one file, and a new one when it has grown to 8 MB; the former ones stay, with their date."""

    def __init__(self, path: Path, *, largest: int = _LARGEST) -> None:
        self._path = path
        self._largest = largest

    def write(self, entry: Entry) -> None:
        """Append one entry, in one write: those of several processes do not mix.

        Raises:
            ConfigurationError: it cannot be written. What is not written down is not answered.
        """
        told = {**asdict(entry), "at": entry.at.isoformat(), "ms": round(entry.ms, 1)}
        line = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._turn_over(entry.at)
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(handle, line)
            finally:
                os.close(handle)
        except OSError as error:
            raise ConfigurationError(
                f"the log of what agents ask cannot be written: {error.strerror}",
                hint="the owner sees what is wrong with: tsuzuri doctor",
            ) from error

    def entries(
        self,
        wanted: Callable[[Entry], bool] = lambda _: True,
        *,
        rest: Callable[[], bool] = lambda: False,
    ) -> Iterator[Entry]:
        """What was written, oldest first; a line that is damaged is passed over.

        At the end `rest` waits for more, and tells whether to go on; without it, that is the end.
        """
        read: dict[int, int] = {}
        while True:
            for path in [*sorted(self._path.parent.glob(f"{self._path.stem}-*{self._path.suffix}")), self._path]:
                if path.exists():
                    yield from filter(wanted, _unread(path, read))
            if not rest():
                return

    def _turn_over(self, now: datetime) -> None:
        """Begin a new file where this one is full; one process does so."""
        if not self._is_full():
            return
        with self._path.with_suffix(".lock").open("a") as guard:
            lock(guard, wait=True)
            stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")
            former = self._path.with_name(f"{self._path.stem}-{stamp}{self._path.suffix}")
            if self._is_full() and not former.exists():  # else another process was faster
                self._path.rename(former)

    def _is_full(self) -> bool:
        try:
            return self._path.stat().st_size >= self._largest
        except FileNotFoundError:
            return False


def _unread(path: Path, read: dict[int, int]) -> Iterator[Entry]:
    """The entries after those that were `read`: so many bytes, by the file's number, which it keeps when renamed."""
    with path.open("rb") as file:
        number = os.fstat(file.fileno()).st_ino
        file.seek(read.setdefault(number, 0))
        for line in file:
            if not line.endswith(b"\n"):
                return  # it is being written
            read[number] += len(line)
            if (entry := _parse(line)) is not None:
                yield entry


def _parse(line: bytes) -> Entry | None:
    try:
        told = json.loads(line)
        return Entry(
            datetime.fromisoformat(told["at"]).astimezone(UTC),
            str(told["agent"]),
            str(told["operation"]),
            str(told["dataset"]),
            Ruling(told["ruling"]),
            str(told["id"]),
            int(told["items"]),
            float(told["ms"]),
        )
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return None
