"""How a passphrase becomes a key, and what of it lies beside the library: a salt, and a check."""

import hashlib
import hmac
import json
import os
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from tsuzuri.core.errors import LibraryLocked

KEY_BYTES = 32
_SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Salt:
    """How a passphrase becomes a key: scrypt (RFC 7914).

    The cost is one of those OWASP's password storage cheat sheet recommends (32 MiB, three passes). `check` tells a
    wrong passphrase at once; it gives away no more than the library file itself does.
    """

    salt: bytes
    check: bytes = b""
    n: int = 2**15
    r: int = 8
    p: int = 3

    @classmethod
    def made(cls, passphrase: str, entropy: Callable[[int], bytes]) -> "Salt":
        """A new one that belongs to the passphrase."""
        salt = cls(entropy(_SALT_BYTES))
        return replace(salt, check=_check(salt._derive(passphrase)))

    def key(self, passphrase: str) -> bytes | None:
        """The passphrase's key, 32 bytes; None if it is not the passphrase that this belongs to."""
        key = self._derive(passphrase)
        return key if hmac.compare_digest(_check(key), self.check) else None

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read one.

        Raises:
            LibraryLocked: the file is damaged.
        """
        try:
            kept = json.loads(path.read_text())
            return cls(bytes.fromhex(kept["salt"]), bytes.fromhex(kept["check"]), kept["n"], kept["r"], kept["p"])
        except (ValueError, KeyError, TypeError) as error:
            raise LibraryLocked(
                f"the salt file {path} is damaged, so no passphrase can open its library",
                hint="put the file back from a backup",
            ) from error

    def write(self, path: Path) -> None:
        """Write it where there is none: without its salt a library cannot be opened.

        Raises:
            FileExistsError: there is one.
        """
        fields = {"salt": self.salt.hex(), "check": self.check.hex(), "n": self.n, "r": self.r, "p": self.p}
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(json.dumps(fields))
            file.flush()
            os.fsync(file.fileno())

    def _derive(self, passphrase: str) -> bytes:
        # NFC, as RFC 8265 asks: the same words typed on another system must give the same key.
        words = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
        memory = 2 * 128 * self.n * self.r
        return hashlib.scrypt(words, salt=self.salt, n=self.n, r=self.r, p=self.p, maxmem=memory, dklen=KEY_BYTES)


def _check(key: bytes) -> bytes:
    return hmac.digest(key, b"tsuzuri passphrase check", "sha256")[:8]
