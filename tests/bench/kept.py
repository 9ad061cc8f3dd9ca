"""A library with a folder that it watches, kept by all that keeps a person's, without a chat model."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.building import KEY
from tests.bench.notes import Saved, mark
from tsuzuri.core.clock import system_clock
from tsuzuri.core.document import Document, Refusal
from tsuzuri.core.ids import PassageId
from tsuzuri.core.models import Embedder
from tsuzuri.core.ports import Reader
from tsuzuri.core.values import Kind
from tsuzuri.library.keeping import Keeper
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.library.stages import Models, Stages
from tsuzuri.paths import shipped
from tsuzuri.readers.sandbox import SandboxedReader
from tsuzuri.search.searcher import Searcher
from tsuzuri.store.sqlite.backend import SqliteBackend

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector

_NEAR = 20
_PATIENCE_S = 3600.0


class Kept:
    """A new library and the folder that it watches. `read` are the files that its readers were asked for."""

    def __init__(self, place: Path, sort: str, embedder: Embedder) -> None:
        self.folder = place / "watched"
        self.folder.mkdir(parents=True)
        self.embedder = embedder
        self.backend = SqliteBackend(place / "library.tsuzuri", KEY if sort == "encrypted" else None)
        self.read: list[Path] = []
        self.stages = Stages(
            self.backend,
            lambda: _Counting(SandboxedReader(None), self.read),
            Models(embedder, None, "", False),
            load_ontology(shipped("assets/ontology.toml"), None),
            system_clock,
        )
        with self.backend.transaction():
            self.backend.roots.put_root(str(self.folder), system_clock(), polled=False)

    @contextmanager
    def kept(self) -> Iterator[float]:
        """Keep the library; gives the moment when that began. A stage that cannot go on is an error."""
        begun = time.perf_counter()
        self.keeper = Keeper(self.stages, nullcontext)
        with self.keeper:
            yield begun

    def wait_until(self, condition: Callable[[], bool], *, every_s: float = 0.2) -> None:
        """Wait for it; each look takes time from what is measured.

        Raises:
            RuntimeError: a stage cannot go on.
            TimeoutError: it did not come to that within an hour.
        """
        deadline = time.monotonic() + _PATIENCE_S
        while not condition():
            if self.keeper.problems:
                raise RuntimeError(self.keeper.problems[0].message)
            if time.monotonic() > deadline:
                raise TimeoutError("it did not come to that within an hour")
            time.sleep(every_s)

    def waiting(self) -> int:
        """Files that are still to be read."""
        counts = self.backend.jobs.counts()
        return counts.waiting + counts.running

    def wait_until_read(self, many: int) -> None:
        """Wait until so many files are read, whatever waits besides."""
        self.wait_until(lambda: self.backend.catalog.counts().passages >= many)

    def vectors(self) -> int:
        """Texts that are embedded."""
        return self.backend.catalog.counts().vectors

    def require_found(self, many: int) -> None:
        """Raises AssertionError unless every note is found by its own word."""
        searcher = Searcher(self.backend, self.embedder, lambda: "bench")
        for number in range(many):
            assert searcher.search(mark(number), semantic=False).hits, mark(number)

    def is_near(self, saved: Saved, question: "Vector") -> bool:
        """Whether a note is among those nearest to its question."""
        space = self.backend.vectors.find_space(self.embedder.space)
        nearest = () if space is None else self.backend.vectors.nearest(space, Kind.PASSAGE, question, _NEAR)
        passages = self.backend.catalog.passages([PassageId(one.id) for one in nearest])
        return any(saved.word in passage.text for passage in passages)

    def close(self) -> None:
        self.embedder.close()
        self.backend.close()


class Opened:
    """Counts how often this process opens a file below a folder. It cannot be stopped: for a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.times = 0
        self._below = str(folder) + os.sep
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]).startswith(self._below):
            self.times += 1


class _Counting:
    """A reader that notes what it is asked for."""

    def __init__(self, reader: Reader, asked: list[Path]) -> None:
        self._reader = reader
        self._asked = asked

    def read(self, path: Path) -> Document | Refusal:
        self._asked.append(path)
        return self._reader.read(path)

    def close(self) -> None:
        self._reader.close()
