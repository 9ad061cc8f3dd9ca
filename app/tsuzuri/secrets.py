"""The keys of encrypted libraries: from the environment, the system's keyring, or a passphrase.

The only module that imports keyring. A keyring may be absent, locked, or wait for ever on a window that nobody sees;
so each call runs in a thread of its own with a time limit, and what came of it is a `KeyState`. All keys are in one
keyring item, since some systems ask the person once for each.
"""

import hashlib
import hmac
import json
import os
import queue
import re
import secrets as entropy
import threading
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeVar

from tsuzuri.core.errors import LibraryLocked

KEY_BYTES = 32
SERVICE = "tsuzuri"
ITEM = "keys"

Prompt = Callable[[bool], str]
"""Asks the person for a passphrase. True: for a new library, so ask twice and say that nobody can recover it."""

_HEX_KEY = re.compile(r"[0-9a-fA-F]{64}")
_PASSPHRASE_NEEDED = "the library was made with a passphrase"
T = TypeVar("T")


class KeyState(StrEnum):
    """Whether a library's key can be had without asking the person."""

    AVAILABLE = "available"
    LOCKED = "locked"
    MISSING = "missing"
    NO_KEYRING = "no_keyring"


class Keyring(Protocol):
    """Where the system keeps secrets (keyring's own interface)."""

    def get_password(self, service: str, username: str) -> str | None:
        """The secret, or None when there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store the secret."""


class NoKeyring(Exception):
    """The system has no keyring."""


class SystemKeyring:
    """The keyring of the desktop session. Imported on first use: loading its backends takes time and may fail."""

    def get_password(self, service: str, username: str) -> str | None:
        """The secret, or None when there is none.

        Raises:
            NoKeyring: there is none here.
            keyring.errors.KeyringError: it is locked or refused.
        """
        import keyring
        from keyring.errors import NoKeyringError

        try:
            return keyring.get_password(service, username)
        except NoKeyringError as error:
            raise NoKeyring from error

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store the secret; raises as `get_password`."""
        import keyring
        from keyring.errors import NoKeyringError

        try:
            keyring.set_password(service, username, password)
        except NoKeyringError as error:
            raise NoKeyring from error


class Keys:
    """Finds, and makes, the key of each dataset's library.

    `data_dir` is where the libraries lie; a passphrase's salt is kept beside them as `<dataset>.salt`. `prompt` is
    given only where there is a terminal. `timeout_s` limits each call of the keyring.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        environ: Mapping[str, str] = os.environ,
        keyring: Keyring | None = None,
        prompt: Prompt | None = None,
        timeout_s: float = 5.0,
    ) -> None:
        self._data_dir = data_dir
        self._given = environ.get("TSUZURI_KEY", "")
        self._keyring = keyring or SystemKeyring()
        self._prompt = prompt
        self._timeout_s = timeout_s

    def state(self, dataset: str) -> KeyState:
        """Whether the key can be had now. A library made with a passphrase is `LOCKED` until that is given."""
        if self._given:
            return KeyState.AVAILABLE
        kept = self._kept()
        if dataset in kept.keys:
            return KeyState.AVAILABLE
        return KeyState.LOCKED if self._salt(dataset).exists() else kept.state

    def library_key(self, dataset: str, create: bool) -> bytes:
        """The 32-byte key of a dataset's library.

        Looked for in `TSUZURI_KEY` (64 hex digits, or a passphrase), then in the keyring, then asked for. `create`
        makes a new one where there is none, and is for a library that does not exist yet: in the keyring if it can
        be kept there, else from a passphrase.

        Raises:
            LibraryLocked: there is no key, or the passphrase is not the one; the hint lists the ways out.
        """
        if _HEX_KEY.fullmatch(self._given):
            return bytes.fromhex(self._given)
        if self._given:
            return self._from_passphrase(dataset, self._given, create)
        kept = self._kept()
        if dataset in kept.keys:
            return bytes.fromhex(kept.keys[dataset])
        by_passphrase = self._salt(dataset).exists()
        reason = _PASSPHRASE_NEEDED if by_passphrase else kept.reason
        if create and not by_passphrase and kept.state is KeyState.MISSING:
            key = entropy.token_bytes(KEY_BYTES)
            if self._keep({**kept.keys, dataset: key.hex()}):
                return key
            reason = "the keyring would not keep a new one"
        if self._prompt is not None and (create or by_passphrase):
            return self._from_passphrase(dataset, self._prompt(create and not by_passphrase), create)
        raise _locked(dataset, reason)

    def _from_passphrase(self, dataset: str, passphrase: str, create: bool) -> bytes:
        path = self._salt(dataset)
        if path.exists():
            salt = _Salt.read(path)
            key = salt.derive(passphrase)
            if not hmac.compare_digest(_check(key), salt.check):
                raise LibraryLocked(
                    f"the passphrase is not that of the library {dataset!r}",
                    hint=f"try again; if no library uses it any more, delete {path}",
                )
            return key
        if not create:
            raise _locked(dataset, "the library was not made with a passphrase")
        if not passphrase:
            raise _locked(dataset, "an empty passphrase protects nothing")
        salt = _Salt(entropy.token_bytes(16))
        key = salt.derive(passphrase)
        _Salt(salt.salt, _check(key)).write(path)
        return key

    def _salt(self, dataset: str) -> Path:
        return self._data_dir / f"{dataset}.salt"

    def _kept(self) -> "_Kept":
        try:
            item = self._call(lambda: self._keyring.get_password(SERVICE, ITEM))
        except NoKeyring:
            return _Kept(KeyState.NO_KEYRING, "this system has no keyring")
        except _Refused as refusal:
            return _Kept(KeyState.LOCKED, str(refusal))
        if item is None:
            return _Kept(KeyState.MISSING, "the keyring holds no key for it")
        return _Kept(KeyState.MISSING, "the keyring holds no key for it", _parse(item))

    def _keep(self, keys: Mapping[str, str]) -> bool:
        """Store the keys and read them back: some keyrings take a secret and forget it, and a library with it."""
        item = json.dumps(keys, sort_keys=True)

        def store() -> bool:
            self._keyring.set_password(SERVICE, ITEM, item)
            return self._keyring.get_password(SERVICE, ITEM) == item

        try:
            return self._call(store)
        except (NoKeyring, _Refused):
            return False

    def _call(self, work: Callable[[], T]) -> T:
        outcome: queue.SimpleQueue[tuple[T] | Exception] = queue.SimpleQueue()

        def run() -> None:
            try:
                outcome.put((work(),))
            except Exception as error:  # noqa: BLE001 (handed to the caller: backends raise errors of their own)
                outcome.put(error)

        # A daemon: a keyring that never answers must not keep the program from ending.
        threading.Thread(target=run, name="keyring", daemon=True).start()
        try:
            result = outcome.get(timeout=self._timeout_s)
        except queue.Empty:
            raise _Refused(f"the keyring did not answer within {self._timeout_s:g} seconds") from None
        if isinstance(result, NoKeyring):
            raise result
        if isinstance(result, Exception):
            raise _Refused(f"the keyring is locked or refused ({type(result).__name__})") from result
        return result[0]


class _Refused(Exception):
    """The keyring did not give or take the item."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the keyring holds. `state` and `reason` are those of a dataset that is not among `keys`."""

    state: KeyState
    reason: str
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Salt:
    """How a passphrase becomes a key: scrypt (RFC 7914).

    The cost is one of those OWASP's password storage cheat sheet recommends (32 MiB, three passes). `check` tells a
    wrong passphrase at once; it gives away no more than the library file itself does.
    """

    salt: bytes
    check: bytes = b""
    n: int = 2**15
    r: int = 8
    p: int = 3

    def derive(self, passphrase: str) -> bytes:
        # NFC, as RFC 8265 asks: the same words typed on another system must give the same key.
        words = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
        memory = 2 * 128 * self.n * self.r
        return hashlib.scrypt(words, salt=self.salt, n=self.n, r=self.r, p=self.p, maxmem=memory, dklen=KEY_BYTES)

    @classmethod
    def read(cls, path: Path) -> "_Salt":
        try:
            kept = json.loads(path.read_text())
            return cls(bytes.fromhex(kept["salt"]), bytes.fromhex(kept["check"]), kept["n"], kept["r"], kept["p"])
        except (ValueError, KeyError, TypeError) as error:
            raise LibraryLocked(
                f"the salt file {path} is damaged, so no passphrase can open its library",
                hint="put the file back from a backup",
            ) from error

    def write(self, path: Path) -> None:
        fields = {"salt": self.salt.hex(), "check": self.check.hex(), "n": self.n, "r": self.r, "p": self.p}
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x") as file:  # never over another: without its salt a library cannot be opened
            file.write(json.dumps(fields))
            file.flush()
            os.fsync(file.fileno())


def _check(key: bytes) -> bytes:
    return hmac.digest(key, b"tsuzuri passphrase check", "sha256")[:8]


def _parse(item: str) -> Mapping[str, str]:
    try:
        keys = json.loads(item)
    except ValueError:
        keys = None
    if not isinstance(keys, dict) or not all(isinstance(k, str) and _HEX_KEY.fullmatch(k) for k in keys.values()):
        raise LibraryLocked(
            f"the keyring item {SERVICE}/{ITEM} is not what Tsuzuri wrote",
            hint="restore it; it is never overwritten, since it may hold the only key of a library",
        )
    return keys


def _locked(dataset: str, reason: str) -> LibraryLocked:
    return LibraryLocked(
        f"there is no key for the library {dataset!r}: {reason}",
        hint=(
            "set TSUZURI_KEY (64 hex digits or a passphrase), unlock or install a system keyring, run it in a terminal "
            'to be asked for a passphrase, or say library.encryption = "off" in the settings, which leaves a new '
            "library readable to whoever has the file"
        ),
    )
