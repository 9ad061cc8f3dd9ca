"""The backend in memory."""

from contextlib import AbstractContextManager

from tsuzuri.core.errors import UnsupportedOperation
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.core.values import Kind
from tsuzuri.store.memory.agenda import MemoryAgenda
from tsuzuri.store.memory.catalog import MemoryCatalog
from tsuzuri.store.memory.categories import MemoryCategories
from tsuzuri.store.memory.edges import MemoryEdges
from tsuzuri.store.memory.graph import MemoryGraph
from tsuzuri.store.memory.history import MemoryHistory
from tsuzuri.store.memory.identities import MemoryIdentities
from tsuzuri.store.memory.jobs import MemoryJobs
from tsuzuri.store.memory.lexical import MemoryLexical
from tsuzuri.store.memory.links import MemoryLinks
from tsuzuri.store.memory.reviews import MemoryReviews
from tsuzuri.store.memory.roots import MemoryRoots
from tsuzuri.store.memory.state import Box
from tsuzuri.store.memory.summaries import MemorySummaries
from tsuzuri.store.memory.vectors import MemoryVectors


class MemoryBackend:
    """A `Backend` without a file. Thread-safe; a transaction copies the tables, so it is for small datasets."""

    def __init__(self) -> None:
        self._box = Box()
        self._catalog = MemoryCatalog(self._box)
        self._graph = MemoryGraph(self._box)
        self._edges = MemoryEdges(self._box, self._graph)
        self._links = MemoryLinks(self._box)
        self._lexical = MemoryLexical(self._box)
        self._vectors = MemoryVectors(self._box)
        self._agenda = MemoryAgenda(self._box)
        self._jobs = MemoryJobs(self._box)
        self._roots = MemoryRoots(self._box)
        self._categories = MemoryCategories(self._box, self._graph)
        self._identities = MemoryIdentities(self._box)
        self._reviews = MemoryReviews(self._box)
        self._summaries = MemorySummaries(self._box)
        self._history = MemoryHistory(self._box, self._catalog)

    @property
    def catalog(self) -> MemoryCatalog:
        """See `Backend.catalog`."""
        return self._catalog

    @property
    def graph(self) -> MemoryGraph:
        """See `Backend.graph`."""
        return self._graph

    @property
    def edges(self) -> MemoryEdges:
        """See `Backend.edges`."""
        return self._edges

    @property
    def links(self) -> MemoryLinks:
        """See `Backend.links`."""
        return self._links

    @property
    def lexical(self) -> MemoryLexical:
        """See `Backend.lexical`."""
        return self._lexical

    @property
    def vectors(self) -> MemoryVectors:
        """See `Backend.vectors`."""
        return self._vectors

    @property
    def agenda(self) -> MemoryAgenda:
        """See `Backend.agenda`."""
        return self._agenda

    @property
    def jobs(self) -> MemoryJobs:
        """See `Backend.jobs`."""
        return self._jobs

    @property
    def roots(self) -> MemoryRoots:
        """See `Backend.roots`."""
        return self._roots

    @property
    def identities(self) -> MemoryIdentities:
        """See `Backend.identities`."""
        return self._identities

    @property
    def reviews(self) -> MemoryReviews:
        """See `Backend.reviews`."""
        return self._reviews

    @property
    def categories(self) -> MemoryCategories:
        """See `Backend.categories`."""
        return self._categories

    @property
    def summaries(self) -> MemorySummaries:
        """See `Backend.summaries`."""
        return self._summaries

    @property
    def history(self) -> MemoryHistory:
        """See `Backend.history`."""
        return self._history

    def select(self, sql: str, bounds: Bounds) -> Table:  # noqa: ARG002 (the port's)
        """See `Backend.select`. There is no SQL here."""
        raise UnsupportedOperation("a library in memory", "run SQL", hint="open a library that is a file")

    def transaction(self) -> AbstractContextManager[None]:
        """See `Backend.transaction`."""
        return self._box.transaction()

    def data_version(self) -> int:
        """See `Backend.data_version`."""
        return self._box.version

    def check(self) -> tuple[str, ...]:
        """See `Backend.check`."""
        state = self._box.read()
        missed = {kind: [id_ for id_ in state.owners(kind) if (kind, id_) not in state.entries] for kind in Kind}
        return tuple(
            f"The full-text index misses {len(ids)} of kind {kind.value}." for kind, ids in missed.items() if ids
        )

    def scrub(self) -> None:
        """See `Backend.scrub`. Nothing is on disk; like a file it waits for whoever writes."""
        with self.transaction():
            return

    def close(self) -> None:
        """See `Backend.close`. There is nothing to release."""
