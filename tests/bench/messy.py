"""How the reading process bears odd files: `python -m tests.bench.messy DIR`.

Reads every file below DIR through the sandbox and prints a line for each: outcome, seconds, peak memory of the
reading process in MB, and for a document its encoding and confidence. Ends with a summary and exit code 1 when one
crashed its reader, took too long or took too much memory, or when reading changed anything below DIR. Links are
looked at like files and never followed into folders. Linux only, for that is where a process's peak is known.
"""

import argparse
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.sandbox import SandboxedReader

MOST_SECONDS: Final = 10.0
MOST_MEGABYTES: Final = 500.0
_LOOK_EVERY_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one file."""

    path: Path
    answer: Document | Refusal
    seconds: float
    peak_mb: float

    @property
    def outcome(self) -> str:
        """`read`, or the reason of the refusal."""
        return "read" if isinstance(self.answer, Document) else self.answer.reason.value

    @property
    def is_bad(self) -> bool:
        """Whether it crashed its reader or cost more than a file may."""
        crashed = isinstance(self.answer, Refusal) and self.answer.reason is RefusalReason.CRASHED
        return crashed or self.seconds > MOST_SECONDS or self.peak_mb > MOST_MEGABYTES

    def __str__(self) -> str:
        if isinstance(self.answer, Refusal):
            said = self.answer.detail
        else:
            confidence = f" {self.answer.encoding_confidence:.2f}" if self.answer.encoding else ""
            said = f"{len(self.answer.text):,} characters, {len(self.answer.blocks):,} blocks, "
            said += f"{self.answer.encoding or '-'}{confidence}"
        mark = "!" if self.is_bad else " "
        return f"{mark} {self.outcome:13} {self.seconds:6.2f} s {self.peak_mb:5.0f} MB  {str(self.path)!a}: {said}"


class Peak:
    """Watches the peak of the reader's resident memory in MB, while it is entered."""

    def __init__(self, reader: SandboxedReader) -> None:
        self.megabytes = 0.0
        self._reader = reader
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Peak":
        if self._reader.pid is not None:
            Path(f"/proc/{self._reader.pid}/clear_refs").write_text("5", encoding="ascii")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._look()
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(_LOOK_EVERY_S):
            self._look()

    def _look(self) -> None:
        try:
            status = Path(f"/proc/{self._reader.pid}/status").read_text(encoding="ascii")
        except OSError:  # between two processes
            return
        peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
        self.megabytes = max(self.megabytes, *(int(peak) / 1024 for peak in peaks), 0.0)


def files(folder: Path) -> Iterator[Path]:
    """Whatever is no folder, links to folders among it, in the order of names."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        for name in sorted([*names, *links]):
            yield Path(parent) / name


def read_all(folder: Path, reader: SandboxedReader) -> Iterator[Reading]:
    """Read each file of a folder, one after another."""
    for path in files(folder):
        began = time.perf_counter()
        with Peak(reader) as peak:
            answer = reader.read(path)
        yield Reading(path.relative_to(folder), answer, time.perf_counter() - began, peak.megabytes)


def state(folder: Path) -> dict[Path, tuple[int, int]]:
    """Size and time of change of everything below a folder."""
    found = [(path, path.lstat()) for path in folder.rglob("*")]
    return {path: (status.st_size, status.st_mtime_ns) for path, status in found}


def main(arguments: list[str]) -> int:
    """Run it; 1 when something was not as it must be."""
    parser = argparse.ArgumentParser(description="Read a folder of odd files through the sandbox.")
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    before = state(folder)
    readings = []
    with closing(SandboxedReader(None)) as reader:
        for reading in read_all(folder, reader):
            print(reading, flush=True)
            readings.append(reading)
    untouched = state(folder) == before
    bad = sum(reading.is_bad for reading in readings)
    outcomes = ", ".join(f"{name} {count}" for name, count in Counter(each.outcome for each in readings).most_common())
    print(f"\n{len(readings)} files: {outcomes}")
    print(
        f"at most {max((each.seconds for each in readings), default=0.0):.2f} s and "
        f"{max((each.peak_mb for each in readings), default=0.0):.0f} MB; {bad} bad; "
        f"{'nothing' if untouched else 'SOMETHING'} changed on disk"
    )
    return 0 if untouched and not bad else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
