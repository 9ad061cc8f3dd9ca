"""What the reading process may use and may do: limits that the system keeps, and a guard inside Python.

The guard sees what Python code does, parsers written in it among them. Native code it cannot hold: what kreuzberg's
or lexbor's own code would open or start is stopped by none of it, only its memory, its time and what it writes are
limited by the system. Linux keeps all limits; macOS keeps all but that on memory; Windows has none, there the
parent's clock must do.
"""

import math
import os
import sys
import time
from typing import Any, Final

CPU_S: Final = 7.5
"""Seconds of processor time that a file may take: a PDF of 300 pages takes less than two."""
WALL_S: Final = 9.0
"""Seconds to wait for a file that is at hand."""
BYTES_PER_S: Final = 10_000_000
"""What the slowest disk or share gives in a second; a file is waited for so much longer."""
DATA_BYTES: Final = 384 * 1024**2
"""How much the process may grow. With its libraries it stays below 500 MB of resident memory."""
MOST_WRITTEN_BYTES: Final = 16 * 1024**2
"""The size up to which a file may be written: kreuzberg unpacks its library for PDF, of 8 MB, before it is used first,
and the log is begun anew by the parent at 4 MB."""

_FORBIDDEN: Final = frozenset(
    "socket.__new__ socket.bind socket.connect socket.getaddrinfo socket.gethostbyname socket.sendto "
    "subprocess.Popen os.exec os.fork os.forkpty os.posix_spawn os.spawn os.system os.startfile os.startfile/2 "
    "pty.spawn os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.utime "
    "os.chflags os.lockf os.setxattr os.removexattr os.kill os.killpg signal.pthread_kill "
    "winreg.SetValue winreg.CreateKey _winapi.CreateProcess _winapi.CreateNamedPipe".split()
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def wall_seconds(size: int) -> float:
    """How long to wait for a file of `size` bytes."""
    return WALL_S + size / BYTES_PER_S


def confine() -> None:
    """Confine this process for good. To be called before any parser is imported."""
    sys.dont_write_bytecode = True
    if sys.platform != "win32":
        import resource

        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_FSIZE, MOST_WRITTEN_BYTES)
    limit_memory(DATA_BYTES)
    sys.addaudithook(_guard)


def limit_memory(allowance: int) -> None:
    """Let this process grow by `allowance` bytes of private memory; beyond that allocations fail.

    Not by the address space: threads reserve hundreds of megabytes of it that they never touch (479 MB after a PDF
    that left 61 MB resident). Only Linux counts private memory, since version 4.7.
    """
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm", encoding="ascii") as pages:  # noqa: PTH123 - pathlib would be one import more
            used = int(pages.read().split()[5]) * resource.getpagesize()
        _lower(resource.RLIMIT_DATA, used + allowance)


def limit_cpu(seconds: float) -> None:
    """Let this process use so much more processor time, rounded up to a second; SIGXCPU then ends it."""
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        soft = math.ceil(time.process_time() + seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _lower(which: int, limit: int) -> None:
    """Set a limit for good, never above the one that there is."""
    import resource

    _, hard = resource.getrlimit(which)
    lowest = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(which, (lowest, lowest))


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook (PEP 578).

    Raises:
        PermissionError: the event is one of connecting, starting a process, or changing the file system.
    """
    if event in _FORBIDDEN or (event == "open" and _is_writing(*arguments)):
        raise PermissionError(f"a reader may not do this: {event}")


def _is_writing(path: object, _: object, flags: object) -> bool:
    """Whether a file is opened by its name to be written; a number is a file that is open already."""
    return not isinstance(path, int) and isinstance(flags, int) and bool(flags & _WRITING)
