"""One writer at a time: a lock on a file beside the library, which the system lifts when its holder dies."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.locks import lock


@contextmanager
def writer_lock(library: Path) -> Iterator[None]:
    """Hold the right to write to the library file.

    Raises:
        LibraryBusy: another process holds it; the message names its process id.
    """
    library.parent.mkdir(parents=True, exist_ok=True)
    with library.with_suffix(".lock").open("a+") as file:
        try:
            lock(file)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip() or "unknown"
            raise LibraryBusy(
                f"another tsuzuri (process {holder}) is writing to this library",
                hint="wait until it is done, or end it; nothing is lost either way",
            ) from None
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield
