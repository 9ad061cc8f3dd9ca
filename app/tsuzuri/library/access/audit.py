"""The owner's log of who asked for what: append-only, and without a word of questions or content."""

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from tsuzuri.core.access import Ruling

_LARGEST = 8 * 1024 * 1024


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
        """Append one entry, in one write: those of several processes do not mix."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._turn_over(entry.at)
        told = {**asdict(entry), "at": entry.at.isoformat(), "ms": round(entry.ms, 1)}
        line = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(handle, line)
        finally:
            os.close(handle)

    def entries(self, wanted: Callable[[Entry], bool] = lambda _: True) -> Iterator[Entry]:
        """What was written, oldest first; a line that is damaged is passed over."""
        for path in [*sorted(self._path.parent.glob(f"{self._path.stem}-*{self._path.suffix}")), self._path]:
            if not path.exists():
                continue
            with path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    entry = _parse(line)
                    if entry is not None and wanted(entry):
                        yield entry

    def _turn_over(self, now: datetime) -> None:
        if not self._path.exists() or self._path.stat().st_size < self._largest:
            return
        stamp = re.sub(r"\D", "", now.isoformat())
        former = self._path.with_name(f"{self._path.stem}-{stamp}{self._path.suffix}")
        if not former.exists():  # else another process was faster
            self._path.rename(former)


def _parse(line: str) -> Entry | None:
    try:
        told = json.loads(line)
        return Entry(**{**told, "at": datetime.fromisoformat(told["at"]), "ruling": Ruling(told["ruling"])})
    except (ValueError, TypeError, KeyError):
        return None
