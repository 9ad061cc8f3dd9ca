"""A dataset as one file of JSON Lines, all of it, and a new dataset from such a file."""

import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from tsuzuri.core.errors import UsageError
from tsuzuri.library.lock import writer_lock
from tsuzuri.library.step import OnProgress, Step
from tsuzuri.secrets.keys import KeyState

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation

_LONGEST = 1 << 30
"""Bytes of a line: the text of the greatest file that is read, with room for how JSON writes it."""

_MOST_PACKED, _FREE = 100, 64 << 20
"""How many times its size a file may unpack to, and the bytes that any may: an export packs to a third or a tenth."""


def export_lines(
    installation: "Installation", dataset: str, target: Path, *, on_progress: OnProgress | None = None
) -> int:
    """Write the whole dataset to a file, packed where it ends in `.gz`; how many lines it has.

    The file is readable to its owner alone, for it is not encrypted, and is there as a whole or not at all.

    Raises:
        UsageError: there is no such dataset.
        LibraryLocked: its key is not at hand.
        LibraryDamaged: it cannot be read.
        OSError: the file cannot be written.
    """
    from tsuzuri.store.sqlite.exporting import count, export

    installation.require(dataset)
    path, key = installation.library_path(dataset), installation.key_of(dataset)
    total = count(path, key)
    step, lines = Step("exporting records", total, on_progress), 0
    with whole_file(target) as file:
        for line in export(path, key):
            file.write(line.encode() + b"\n")
            lines += 1
            if lines % 500 == 0:
                step.reach(min(lines, total))
    step.reach(total)
    return lines


def import_lines(
    installation: "Installation", source: Path, dataset: str, *, on_progress: OnProgress | None = None
) -> int:
    """Make a new dataset from an export; how many records it has. Nothing is made of a file that is not whole.

    Raises:
        UsageError: the dataset is there already, or the file is no export, or not all of one.
        LibraryDamaged: the file was written by a newer version.
        LibraryLocked: there is no key for a new dataset.
        OSError: the file cannot be read.
    """
    from tsuzuri.store.sqlite.importing import load

    path = installation.library_path(dataset)
    if installation.in_clear(dataset) is not None:
        raise UsageError(f"there is a dataset {dataset} already", hint="import into a new one: --in NAME")
    size = source.stat().st_size
    step = Step("importing kilobytes", _kilobytes(size), on_progress)
    with writer_lock(path), source.open("rb") as raw:
        packed = raw.peek(2)[:2] == b"\x1f\x8b"
        file = cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if packed else raw

        def tell(records: int) -> None:
            if records % 500 == 0:
                step.reach(_kilobytes(min(raw.tell(), size)))

        lines = _lines(file, most=max(_MOST_PACKED * size, _FREE))
        is_new = installation.keys.state(dataset) in (KeyState.MISSING, KeyState.NO_KEYRING)
        key = installation.key_of(dataset)
        try:
            records = load(lines, path, key, installation.clock(), tell)
        except BaseException:
            if is_new:  # a key of nothing would keep others from the name
                installation.keys.forget(dataset)
            raise
    step.reach(_kilobytes(size))
    return records


def _kilobytes(size: int) -> int:
    return -(-size // 1000)


def _lines(file: IO[bytes], most: int) -> Iterator[bytes]:
    unpacked = 0
    try:
        while line := file.readline(_LONGEST):
            unpacked += len(line)
            if len(line) == _LONGEST:
                raise UsageError("a line of the file is too long to be a record")
            if unpacked > most:
                raise UsageError("the file unpacks to more than any export", hint="unpack it yourself, if you trust it")
            yield line
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UsageError("the file is packed and not whole", hint="copy it again") from error


@contextmanager
def whole_file(target: Path) -> Iterator[IO[bytes]]:
    """A file to write that takes its place, on disk, when all of it is written; packed where it ends in `.gz`.

    Only its owner may read it, and until then it has a name that nobody else's file has.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            if target.suffix == ".gz":
                # No name and no time in the head: the same library gives the same bytes.
                with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
