"""Who may use which connection: one writer behind a lock, and a few readers that are lent for one call each."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from tsuzuri.core.errors import LibraryBusy
from tsuzuri.store.sqlite.connect import connect
from tsuzuri.store.sqlite.failures import translated

_READERS = 4


class Session:
    """The connections to one library. Thread-safe.

    Inside a transaction the thread that holds it reads what it has written; every other thread reads what was
    committed last.
    """

    def __init__(self, path: Path, key: bytes | None, prepare: Callable[[apsw.Connection], None]) -> None:
        """Open the file and let `prepare` bring its schema up to date. Raises what `connect` and `prepare` raise."""
        self._path = path
        self._key = key
        self._writer_lock = threading.Lock()
        self._owner: int | None = None
        self._slots = threading.Semaphore(_READERS)
        self._idle: list[apsw.Connection] = []
        self._watch_lock = threading.Lock()
        self._closing = threading.Lock()
        self._closed = False
        self._writer = connect(path, key, writer=True)
        try:
            prepare(self._writer)
            # SQLite counts only the commits of other connections, so a reader that never writes keeps the count.
            self._watch = connect(path, key, writer=False)
        except BaseException:
            self._writer.close()
            raise

    @property
    def in_transaction(self) -> bool:
        """Whether the calling thread holds the transaction."""
        return self._owner == threading.get_ident()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Hold the writer; commit at the end, or roll everything back if the body raises.

        Raises:
            RuntimeError: this thread already holds it, or the session is closed.
            LibraryBusy: another process is writing.
            OutOfSpace: the disk is full; nothing was kept.
        """
        if self.in_transaction:
            raise RuntimeError("a transaction cannot be nested")
        with self._writer_lock, translated(self._path):
            self._require_open()
            self._writer.execute("BEGIN IMMEDIATE")
            self._owner = threading.get_ident()
            try:
                yield
                self._writer.execute("COMMIT")
            except BaseException:
                # A full disk has already rolled back by itself.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
            finally:
                self._owner = None

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """The writer, for statements inside a transaction.

        Raises:
            RuntimeError: the calling thread holds no transaction.
            KeyError: a row refers to one that is not there.
            ValueError: a row breaks another rule of the schema.
        """
        if not self.in_transaction:
            raise RuntimeError("writing needs a transaction")
        with translated(self._path):
            yield self._writer

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A connection to read from: the writer inside a transaction, else one that is free. Fetch all at once.

        All that is read from one that is lent is of one moment, whatever is committed meanwhile.

        Raises:
            RuntimeError: the session is closed.
        """
        with translated(self._path):
            if self.in_transaction:
                yield self._writer
                return
            with self._slots:
                self._require_open()
                connection = self._idle.pop() if self._idle else connect(self._path, self._key, writer=False)
                try:
                    connection.execute("BEGIN")
                    yield connection
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    self._idle.append(connection)

    @contextmanager
    def fresh(self) -> Iterator[apsw.Connection]:
        """A reader of its own that remembers nothing: it sees what was committed last.

        Raises:
            RuntimeError: the session is closed.
        """
        with translated(self._path):
            self._require_open()
            connection = connect(self._path, self._key, writer=False)
            try:
                yield connection
            finally:
                connection.close()

    def vacuum(self) -> None:
        """Write the whole file anew, and empty its log: what was deleted is in neither then.

        `secure_delete` alone is not enough: a page whose rows have moved to others keeps their bytes.

        Raises:
            RuntimeError: the calling thread holds a transaction, or the session is closed.
            LibraryBusy: another process writes, or reads for longer than the busy timeout.
            OutOfSpace: there is no room for it.
        """
        if self.in_transaction:
            raise RuntimeError("a transaction is open")
        with self._writer_lock, translated(self._path):
            self._require_open()
            # The copy is built in a temporary file, encrypted as the library is; in memory it would be all of it.
            self._writer.execute("PRAGMA temp_store = FILE")
            try:
                self._writer.execute("VACUUM")
            finally:
                self._writer.execute("PRAGMA temp_store = MEMORY")
            busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]
        if busy:
            raise LibraryBusy(f"{self._path.name} is being read.", hint="try again in a moment")

    def data_version(self) -> int:
        """A number that changes with every commit, ours or another process's."""
        with self._watch_lock, translated(self._path):
            self._require_open()
            return int(self._watch.execute("PRAGMA data_version").get)

    def close(self) -> None:
        """Wait for the calls under way, then close every connection. Idempotent.

        Raises:
            RuntimeError: the calling thread holds a transaction.
        """
        if self.in_transaction:
            raise RuntimeError("a transaction is open")
        with self._closing:
            if self._closed:
                return
            with self._writer_lock, self._watch_lock:
                self._closed = True
            for _ in range(_READERS):
                self._slots.acquire()
            with translated(self._path):
                for connection in (*self._idle, self._watch):
                    connection.close()
                self._writer.execute("PRAGMA optimize").fetchall()
                self._writer.close()
            self._idle.clear()
            self._slots.release(_READERS)

    def _require_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")
