"""A folder, a store and what keeps the two in line, without threads: tests say when one looks and what is read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.fakes import FakeEmbedder, FakeReader
from tests.stages import ONTOLOGY
from tsuzuri.core.ports import Backend, Reader
from tsuzuri.core.values import Source
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.ingest.ignore import Ignoring
from tsuzuri.ingest.indexing import Indexed, Indexing
from tsuzuri.ingest.reading import Readings
from tsuzuri.ingest.reconcile import Changes, Departed, Departures, Doubt, Reconciler
from tsuzuri.ingest.scan import walk


@dataclass
class HandClock:
    """Stands still until it is moved."""

    now: datetime = field(default_factory=lambda: datetime(2025, 6, 1, 9, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Live:
    """A watched folder by hand."""

    def __init__(
        self, backend: Backend, folder: Path, reader: Reader | None = None, doubt: Doubt | None = None
    ) -> None:
        self.backend = backend
        self.folder = folder
        self.folder.mkdir(exist_ok=True)
        self.clock = HandClock()
        self.reader = reader or FakeReader()
        given = GivenFacts(backend, ONTOLOGY, self.clock)
        self.indexing = Indexing(backend, self.reader, FakeEmbedder().count_tokens, self.clock, given)
        self.reconciler = Reconciler(backend, self.clock)
        self.departures = Departures(backend, self.clock, doubt or Doubt())
        self.readings = Readings(backend, self.indexing, self.clock)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def look(self, excluded: frozenset[str] = frozenset()) -> Changes:
        """Look at the whole folder."""
        seen = walk(self.folder, Ignoring(self.folder))
        return self.reconciler.reconcile(seen, [str(self.folder)], excluded=excluded)

    def read(self) -> list[Indexed]:
        """Read all that waits and may be read now."""
        read: list[Indexed] = []
        while (one := self.readings.next()) is not None:
            read.append(one)
        return read

    def keep(self) -> Changes:
        """Look and read."""
        changes = self.look()
        self.read()
        return changes

    def depart(self, is_there: Callable[[], bool] = lambda: True) -> Departed:
        return self.departures.settle(str(self.folder), len(self.names()), is_there, lambda path: not path.exists())

    def sources(self) -> Sequence[Source]:
        return self.backend.catalog.sources(limit=10_000).items

    def names(self) -> list[str]:
        return [str(Path(source.uri).relative_to(self.folder)) for source in self.sources()]

    def source(self, name: str) -> Source:
        found = self.backend.catalog.source_by_uri(str(self.folder / name))
        assert found is not None, name
        return found

    def texts(self, name: str) -> list[str]:
        content = self.source(name).content_id
        return [] if content is None else [one.text for one in self.backend.catalog.passages_of(content)]
