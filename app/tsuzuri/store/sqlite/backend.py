"""The SQLite backend: one file, plain or encrypted, with the indexes over it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from tsuzuri.core.clock import Clock, system_clock
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.store.sqlite.agenda import SqliteAgenda
from tsuzuri.store.sqlite.catalog import SqliteCatalog
from tsuzuri.store.sqlite.categories import SqliteCategories
from tsuzuri.store.sqlite.check import check
from tsuzuri.store.sqlite.connect import require_ciphertext
from tsuzuri.store.sqlite.edges import SqliteEdges
from tsuzuri.store.sqlite.graph import SqliteGraph
from tsuzuri.store.sqlite.history import SqliteHistory
from tsuzuri.store.sqlite.identities import SqliteIdentities
from tsuzuri.store.sqlite.jobs import SqliteJobs
from tsuzuri.store.sqlite.lexical import SqliteLexical
from tsuzuri.store.sqlite.links import SqliteLinks
from tsuzuri.store.sqlite.migrations import migrate
from tsuzuri.store.sqlite.rekey import wipe
from tsuzuri.store.sqlite.reviews import SqliteReviews
from tsuzuri.store.sqlite.roots import SqliteRoots
from tsuzuri.store.sqlite.schema import MIGRATIONS
from tsuzuri.store.sqlite.session import Session
from tsuzuri.store.sqlite.summaries import SqliteSummaries
from tsuzuri.store.sqlite.views import select

if TYPE_CHECKING:
    from tsuzuri.store.sqlite.vectors import SqliteVectors


class SqliteBackend:
    """A `Backend` in one file. Thread-safe; other processes may read, and write in turn.

    `key` is 32 bytes, or None for a file in clear. The file is made when it is missing, and brought to the
    newest schema (after a copy beside it) when it is older.
    """

    def __init__(self, path: Path, key: bytes | None, *, clock: Clock = system_clock) -> None:
        """Open the library.

        Raises:
            ConfigurationError: the installed SQLite cannot encrypt.
            LibraryLocked: the key is missing, wrong, or given for a file that is in clear.
            LibraryDamaged: the file is not a library, or is of a newer version, or cannot be opened.
            LibraryBusy: another process is writing.
            OutOfSpace: the disk is full.
        """

        def prepare(connection: apsw.Connection) -> None:
            migrate(connection, path, key, MIGRATIONS, clock())
            if key is not None:
                require_ciphertext(path)

        self._path = path
        self._session = Session(path, key, prepare)
        self._catalog = SqliteCatalog(self._session)
        self._graph = SqliteGraph(self._session)
        self._edges = SqliteEdges(self._session)
        self._links = SqliteLinks(self._session)
        self._lexical = SqliteLexical(self._session)
        self._agenda = SqliteAgenda(self._session)
        self._jobs = SqliteJobs(self._session)
        self._roots = SqliteRoots(self._session)
        self._categories = SqliteCategories(self._session)
        self._identities = SqliteIdentities(self._session)
        self._reviews = SqliteReviews(self._session)
        self._summaries = SqliteSummaries(self._session)
        self._history = SqliteHistory(self._session, self._catalog.passages)
        self._catch_up()

    @property
    def catalog(self) -> SqliteCatalog:
        """See `Backend.catalog`."""
        return self._catalog

    @property
    def graph(self) -> SqliteGraph:
        """See `Backend.graph`."""
        return self._graph

    @property
    def edges(self) -> SqliteEdges:
        """See `Backend.edges`."""
        return self._edges

    @property
    def links(self) -> SqliteLinks:
        """See `Backend.links`."""
        return self._links

    @property
    def lexical(self) -> SqliteLexical:
        """See `Backend.lexical`."""
        return self._lexical

    @property
    def agenda(self) -> SqliteAgenda:
        """See `Backend.agenda`."""
        return self._agenda

    @property
    def jobs(self) -> SqliteJobs:
        """See `Backend.jobs`."""
        return self._jobs

    @property
    def roots(self) -> SqliteRoots:
        """See `Backend.roots`."""
        return self._roots

    @property
    def identities(self) -> SqliteIdentities:
        """See `Backend.identities`."""
        return self._identities

    @property
    def reviews(self) -> SqliteReviews:
        """See `Backend.reviews`."""
        return self._reviews

    @property
    def categories(self) -> SqliteCategories:
        """See `Backend.categories`."""
        return self._categories

    @property
    def summaries(self) -> SqliteSummaries:
        """See `Backend.summaries`."""
        return self._summaries

    @property
    def history(self) -> SqliteHistory:
        """See `Backend.history`."""
        return self._history

    @cached_property
    def vectors(self) -> "SqliteVectors":
        """See `Backend.vectors`. Made on first use: it brings numpy, which nobody needs to look at what is there."""
        from tsuzuri.store.sqlite.vectors import SqliteVectors

        return SqliteVectors(self._session)

    def select(self, sql: str, bounds: Bounds) -> Table:
        """See `Backend.select`."""
        return select(self._session, sql, bounds)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Backend.transaction`. At its end full text and when facts hold are brought up to what has changed."""
        with self._session.transaction():
            yield
            self._graph.settle()
            self._lexical.refresh()

    def _catch_up(self) -> None:
        try:
            self._lexical.catch_up()
        except BaseException:
            self._session.close()
            raise

    def data_version(self) -> int:
        """See `Backend.data_version`."""
        return self._session.data_version()

    def check(self) -> tuple[str, ...]:
        """See `Backend.check`. Looks at what was committed last."""
        # FTS5 checks itself against what its connection remembers; after a commit elsewhere that is a false alarm.
        with self._session.fresh() as connection:
            return check(connection)

    def reindex(self) -> None:
        """Make full text and sign bits anew from the rows that they follow from."""
        with self._session.transaction():
            self._lexical.let_all_be_stale()
        self._lexical.catch_up()
        with self._session.transaction():
            self.vectors.rebuild()

    def scrub(self) -> None:
        """See `Backend.scrub`. It needs room for the library twice more, for a moment.

        The copies that steps of the schema left beside the file go too: they still hold what was forgotten since.
        """
        with self._session.transaction():
            self._lexical.merge()
        self._session.vacuum()
        for copy in self._path.parent.glob(f"{self._path.name}.version-*"):
            wipe(copy)

    def close(self) -> None:
        """See `Backend.close`. Waits for calls under way."""
        self._session.close()
