"""The reading process: `python -m tsuzuri.readers.worker`. One file at a time, under a memory limit."""

import sys
from pathlib import Path
from typing import Final

from tsuzuri.child import Channel
from tsuzuri.core.document import Refusal, RefusalReason
from tsuzuri.readers.protocol import Answer, pack_answer, unpack_path
from tsuzuri.readers.registry import read

ALLOWANCE: Final = 2 * 1024**3
"""Bytes of address space beyond what the process has when it starts."""


def main() -> None:
    """Answer requests until the parent goes away."""
    channel = Channel()
    limit_memory(ALLOWANCE)
    while True:
        path = unpack_path(channel.receive())
        channel.send(pack_answer(read_file(path)))


def read_file(path: Path) -> Answer:
    """Read one file of this machine."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return Refusal(RefusalReason.UNREADABLE, f"the file cannot be opened: {error.strerror}")
    except MemoryError:
        return Refusal(RefusalReason.OUT_OF_MEMORY, "reading it takes more memory than is allowed")
    return read(data, path)


def limit_memory(allowance: int) -> None:
    """Let this process grow by `allowance` bytes of address space; beyond that allocations fail.

    Linux only: macOS does not enforce the limit and Windows has none, there the time limit must do.
    """
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        limit = pages * resource.getpagesize() + allowance
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


if __name__ == "__main__":
    main()
