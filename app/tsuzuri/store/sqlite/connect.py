"""Opening the file: the key first, then the proof that it fits, then the pragmas and sqlite-vec.

Encryption is that of SQLite3 Multiple Ciphers. A raw key skips key derivation, and both ciphers used here
authenticate every page, so that a flipped bit is found. A file does not say which of the two it was written with:
each is tried.
"""

import platform
from importlib.util import find_spec
from pathlib import Path

import apsw

from tsuzuri.core.errors import ConfigurationError, LibraryDamaged, LibraryLocked
from tsuzuri.store.sqlite.failures import translated

KEY_BYTES = 32
"""Length of a library's key."""

HEADER = b"SQLite format 3\x00"
"""How a file that is not encrypted begins (https://sqlite.org/fileformat2.html, 1.3)."""

_PREAMBLE_BYTES = 24
# Bytes 21 to 23 hold the payload fractions, which the file format fixes; an encrypted file leaves them readable.
_PAYLOAD_FRACTIONS = b"\x40\x20\x20"

_BUSY_TIMEOUT_MS = 5000

_SHARED_PRAGMAS = """
PRAGMA synchronous = NORMAL;
PRAGMA foreign_keys = ON;
PRAGMA recursive_triggers = ON;
PRAGMA trusted_schema = OFF;
PRAGMA temp_store = MEMORY;
"""
_WRITER_PRAGMAS = """
PRAGMA journal_mode = WAL;
PRAGMA journal_size_limit = 8388608;
PRAGMA wal_autocheckpoint = 1000;
PRAGMA secure_delete = ON;
"""
_READER_PRAGMAS = """
PRAGMA query_only = ON;
"""
_MMAP_BYTES = 1 << 30
_CACHE_KIB = 64 * 1024
_SEALED_CACHE_KIB = 128 * 1024
"""For reading what is encrypted: a search of 100,000 passages reads more than 64 MB, and with so much deciphers it
each time (p95 79 ms against 40; beyond 128 MB it is no faster)."""

_KEY_HINT = "give the key it was made with: TSUZURI_KEY, its passphrase, or the keyring of that time"


def require_encryption(build: object = apsw) -> None:
    """Refuse a SQLite that would take a key and then write in clear.

    Raises:
        ConfigurationError: the `apsw` that was imported has no ciphers.
    """
    if not hasattr(build, "mc_version"):
        raise ConfigurationError(
            "The installed apsw cannot encrypt; it hides apsw-sqlite3mc.",
            hint="uninstall apsw, then reinstall apsw-sqlite3mc",
        )


def require_ciphertext(path: Path) -> None:
    """Refuse to go on with a file that should be encrypted and is not.

    Raises:
        ConfigurationError: the file begins like one that is in clear.
    """
    if _preamble(path).startswith(HEADER):
        raise ConfigurationError(
            f"{path.name} was written without encryption.", hint="reinstall apsw-sqlite3mc and create the library anew"
        )


def has_aes(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the processor has AES instructions: read on Linux, taken for granted elsewhere."""
    if platform.system() != "Linux":
        return True
    return cpuinfo.exists() and "aes" in cpuinfo.read_text(errors="replace").split()


def ciphers() -> tuple[str, str]:
    """Both ciphers, the faster one on this machine first."""
    return ("aegis", "chacha20") if has_aes() else ("chacha20", "aegis")


def unlock(path: Path, key: bytes | None, *, uris: bool = False) -> apsw.Connection:
    """Open the file, creating it when it is missing, and prove that the key fits. Sets no pragma but the key.

    Waits up to five seconds for a process that keeps the file to itself, as one does that recovers or closes it.

    With `uris`, statements may name other files by URI (https://sqlite.org/uri.html), with a key of their own.

    Raises:
        ConfigurationError: this SQLite cannot encrypt.
        LibraryLocked: the key is missing, wrong, or given for a file that is in clear.
        LibraryDamaged: the file is not a database or cannot be opened.
        LibraryBusy: another process keeps the file to itself.
    """
    require_encryption()
    if key is not None and len(key) != KEY_BYTES:
        raise LibraryLocked(f"A library's key has {KEY_BYTES} bytes, not {len(key)}.")
    with translated(path):
        _require_fit(path, key)
        if key is None:
            return _try_open(path, (), uris)
        for cipher in _ciphers_for(path):
            try:
                return _try_open(path, (f"PRAGMA cipher = '{cipher}'", f"PRAGMA key = 'raw:{key.hex()}'"), uris)
            except apsw.NotADBError:
                continue
    raise LibraryLocked(f"The key does not open {path.name}.", hint=_KEY_HINT)


def connect(path: Path, key: bytes | None, *, writer: bool) -> apsw.Connection:
    """Open the file ready for work: a writer, or a reader that cannot write.

    Raises:
        ConfigurationError: this SQLite cannot encrypt.
        LibraryLocked: the key is missing, wrong, or given for a file that is in clear.
        LibraryDamaged: the file is not a database or cannot be opened.
        LibraryBusy: another process keeps the file to itself.
    """
    connection = unlock(path, key)
    try:
        with translated(path):
            connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
            connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
            connection.execute(_SHARED_PRAGMAS).fetchall()
            connection.execute(_WRITER_PRAGMAS if writer else _READER_PRAGMAS).fetchall()
            # Encrypted pages have to pass through the cache; mapping them would only cost.
            connection.pragma("mmap_size", 0 if key else _MMAP_BYTES)
            connection.pragma("cache_size", -(_SEALED_CACHE_KIB if key and not writer else _CACHE_KIB))
            _load_sqlite_vec(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _require_fit(path: Path, key: bytes | None) -> None:
    preamble = _preamble(path)
    if not preamble:
        return
    if preamble.startswith(HEADER):
        if key is not None:
            raise LibraryLocked(
                f"{path.name} is not encrypted, but a key was given.",
                hint="open it without a key, or make a new library",
            )
    elif preamble[21:24] != _PAYLOAD_FRACTIONS:
        raise LibraryDamaged(f"{path.name} is not a library.", hint="choose another file, or restore it from a backup")
    elif key is None:
        raise LibraryLocked(f"{path.name} is encrypted and no key was given.", hint=_KEY_HINT)


def _ciphers_for(path: Path) -> tuple[str, ...]:
    return ciphers() if _preamble(path) else ciphers()[:1]


def _preamble(path: Path) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(_PREAMBLE_BYTES)


def _try_open(path: Path, keying: tuple[str, ...], uris: bool) -> apsw.Connection:
    if path.parent.is_dir():
        path.touch(mode=0o600)
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_URI if uris else 0)
    connection = apsw.Connection(str(path.absolute()), flags=flags)
    try:
        connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        for statement in keying:
            connection.execute(statement).fetchall()
        # A key is accepted whatever it is; the first page read is what proves it.
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _load_sqlite_vec(connection: apsw.Connection) -> None:
    # Its module does no more than name this file, and imports numpy for it: a tenth of the time to open the interface.
    package = find_spec("sqlite_vec")
    if package is None or package.origin is None:
        raise ConfigurationError("sqlite-vec is not installed", hint="install Tsuzuri again")
    connection.enable_load_extension(True)
    try:
        connection.load_extension(str(Path(package.origin).with_name("vec0")))
    finally:
        connection.enable_load_extension(False)
