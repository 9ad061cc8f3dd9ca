"""Keys, ciphers and files that are not what they should be."""

import stat
import sys
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import apsw
import pytest

from tests.store.samples import KEY, NOW, store
from tsuzuri.core.errors import ConfigurationError, LibraryDamaged, LibraryLocked
from tsuzuri.store.sqlite.backend import SqliteBackend
from tsuzuri.store.sqlite.connect import (
    HEADER,
    ciphers,
    connect,
    has_aes,
    require_ciphertext,
    require_encryption,
    unlock,
)

SECRET = "a most unusual sentence"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def make(path: Path, key: bytes | None) -> None:
    backend = SqliteBackend(path, key, clock=lambda: NOW)
    with backend.transaction():
        store(backend, "/a.txt", [SECRET])
    backend.close()


def make_with_cipher(path: Path, cipher: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA cipher = '{cipher}'; PRAGMA key = 'raw:{KEY.hex()}'").fetchall()
    connection.execute("CREATE TABLE t(x)")
    connection.close()


class TestTheBuild:
    def test_this_one_encrypts(self) -> None:
        require_encryption()

    def test_one_without_ciphers_is_refused(self) -> None:
        with pytest.raises(ConfigurationError):
            require_encryption(SimpleNamespace(apswversion="3.54"))

    def test_a_file_in_clear_is_refused_where_ciphertext_is_due(self, path: Path) -> None:
        make(path, None)
        with pytest.raises(ConfigurationError):
            require_ciphertext(path)

    def test_no_word_is_in_clear_on_disk(self, path: Path) -> None:
        backend = SqliteBackend(path, KEY, clock=lambda: NOW)
        assert not path.read_bytes().startswith(HEADER[:6])
        assert path.stat().st_size > 0
        with backend.transaction():
            store(backend, "/a.txt", [SECRET])
        for file in path.parent.iterdir():
            assert SECRET.encode() not in file.read_bytes()
        backend.close()

    @pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")
    def test_the_file_is_the_owners_alone(self, path: Path) -> None:
        make(path, None)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


class TestCiphers:
    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
    def test_the_processor_is_asked_for_aes(self, tmp_path: Path) -> None:
        cpuinfo = tmp_path / "cpuinfo"
        cpuinfo.write_text("flags : fpu sse2 aes avx\n")
        assert has_aes(cpuinfo)
        cpuinfo.write_text("flags : fpu sse2 vaes_not\n")
        assert not has_aes(cpuinfo)
        assert not has_aes(tmp_path / "missing")

    @pytest.mark.parametrize("cipher", ["aegis", "chacha20"])
    def test_a_file_of_either_opens_on_any_machine(self, path: Path, cipher: str) -> None:
        make_with_cipher(path, cipher)
        unlock(path, KEY).close()
        assert cipher in ciphers()


class TestKeys:
    def test_the_right_key_opens(self, path: Path) -> None:
        make(path, KEY)
        connect(path, KEY, writer=False).close()

    @pytest.mark.parametrize("wrong", [bytes(32), None, b"short"])
    def test_a_wrong_or_missing_key_is_locked_and_harmless(self, path: Path, wrong: bytes | None) -> None:
        make(path, KEY)
        before = path.read_bytes()
        with pytest.raises(LibraryLocked):
            SqliteBackend(path, wrong)
        assert path.read_bytes() == before
        SqliteBackend(path, KEY).close()

    def test_a_key_does_not_fit_a_file_in_clear(self, path: Path) -> None:
        make(path, None)
        with pytest.raises(LibraryLocked, match="not encrypted"):
            SqliteBackend(path, KEY)


class TestOtherFiles:
    @pytest.mark.parametrize("key", [KEY, None])
    def test_no_database_is_damaged(self, path: Path, key: bytes | None) -> None:
        path.write_bytes(b"Dear diary, " * 500)
        with pytest.raises(LibraryDamaged):
            SqliteBackend(path, key)

    def test_another_programs_database_is_refused(self, path: Path) -> None:
        connection = apsw.Connection(str(path))
        connection.execute("CREATE TABLE theirs(x)")
        connection.close()
        with pytest.raises(LibraryDamaged, match="another program"):
            SqliteBackend(path, None)

    def test_a_missing_folder_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(LibraryDamaged, match="cannot be opened"):
            SqliteBackend(tmp_path / "nowhere" / "library.db", None)

    def test_a_flipped_bit_is_found(self, path: Path) -> None:
        make(path, KEY)
        damaged = bytearray(path.read_bytes())
        for page in range(1, len(damaged) // 4096):
            damaged[page * 4096 + 100] ^= 1
        path.write_bytes(bytes(damaged))
        with pytest.raises(LibraryDamaged):
            use(path)


def use(path: Path) -> None:
    backend = SqliteBackend(path, KEY)
    try:
        backend.check()
    finally:
        backend.close()


class TestConnections:
    def test_a_reader_cannot_write(self, path: Path) -> None:
        make(path, None)
        reader = connect(path, None, writer=False)
        with pytest.raises(apsw.ReadOnlyError):
            reader.execute("DELETE FROM source")
        reader.close()

    @pytest.mark.parametrize("key", [KEY, None])
    def test_one_that_is_kept_to_itself_for_a_moment_is_waited_for(self, path: Path, key: bytes | None) -> None:
        make(path, key)
        holder = connect(path, key, writer=True)
        holder.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").fetchall()
        release = Timer(0.2, holder.close)
        release.start()
        connect(path, key, writer=False).close()
        release.join()

    def test_extensions_cannot_be_loaded_afterwards(self, path: Path) -> None:
        connection = connect(path, None, writer=True)
        assert connection.execute("SELECT vec_version()").get
        with pytest.raises(apsw.ExtensionLoadingError):
            connection.load_extension("another")
        connection.close()

    def test_the_pragmas_hold(self, path: Path) -> None:
        connection = connect(path, KEY, writer=True)
        values = {
            name: connection.pragma(name)
            for name in ("journal_mode", "foreign_keys", "recursive_triggers", "synchronous", "trusted_schema")
        }
        assert values == {
            "journal_mode": "wal",
            "foreign_keys": 1,
            "recursive_triggers": 1,
            "synchronous": 1,
            "trusted_schema": 0,
        }
        assert connection.pragma("busy_timeout") == 5000
        connection.close()
