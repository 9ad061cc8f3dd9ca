"""The reading process: `python -m tsuzuri.readers.worker`. One file at a time, confined."""

import os
import stat
from pathlib import Path
from typing import Final

from tsuzuri.child import Channel
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.confinement import CPU_S, confine, limit_cpu
from tsuzuri.readers.protocol import Answer, pack_answer, unpack_path

MOST_CHARACTERS: Final = 16_000_000
"""Longer texts are refused: some 8,000 pages, more than the memory of the stages after this one is meant for."""
MOST_PARTS: Final = 200_000
"""So are documents of more blocks, links and properties than this."""

_OUT_OF_MEMORY: Final = Refusal(RefusalReason.OUT_OF_MEMORY, "reading it takes more memory than is allowed")


def main() -> None:
    """Answer requests until the parent goes away."""
    channel = Channel()
    confine()
    while True:
        path = unpack_path(channel.receive())
        limit_cpu(CPU_S)
        channel.send(answer(path))


def answer(path: Path) -> bytes:
    """Read one file of this machine and pack what became of it."""
    no_memory = pack_answer(_OUT_OF_MEMORY)  # while there is some
    try:
        return pack_answer(bounded(read_file(path)))
    except MemoryError:
        return no_memory


def read_file(path: Path) -> Answer:
    """Read one file of this machine.

    Raises:
        MemoryError: the file itself is more than the memory allows.
    """
    from tsuzuri.readers.registry import read  # here, for it imports the parsers

    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return Refusal(RefusalReason.UNREADABLE, "it is not a file")
            data = file.read()
    except OSError as error:
        return Refusal(RefusalReason.UNREADABLE, f"the file cannot be opened: {error.strerror}")
    return read(data, path)


def bounded(answer: Answer) -> Answer:
    """The answer, or TOO_LARGE for a document with too long a text or too many parts."""
    if isinstance(answer, Refusal):
        return answer
    if len(answer.text) > MOST_CHARACTERS:
        what = f"{len(answer.text):,} characters; texts up to {MOST_CHARACTERS:,}"
    elif (parts := _parts(answer)) > MOST_PARTS:
        what = f"{parts:,} parts; documents of up to {MOST_PARTS:,}"
    else:
        return answer
    return Refusal(RefusalReason.TOO_LARGE, f"it has {what} are read")


def _parts(document: Document) -> int:
    properties = sum(len(record.properties) for record in document.records)
    return len(document.blocks) + len(document.places) + len(document.links) + len(document.tags) + properties


def _open_at_once(path: str, flags: int) -> int:
    """Not waiting for the other end of what has become a pipe since the parent looked."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


if __name__ == "__main__":
    main()
