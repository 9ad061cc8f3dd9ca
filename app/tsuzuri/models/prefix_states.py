"""Prefix states on the disk: what the model has made of a prefix that it would take seconds to read again.

Only prefixes of Tsuzuri's own text come here. A file is the SHA-256 of its key and state, then the state. Its name is
the SHA-256 of all that the state depends on. What is damaged, cut or foreign fails its sum and counts as not there.
"""

import hashlib
import os
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

_SUFFIX = ".prefix"
_DIGEST_BYTES = 32


class PrefixStates:
    """The states in a folder, `most` at most; the one used longest ago goes first.

    `identity` names model file, runtime and context: a state fits no other. `complain` hears why one could not be read
    or written, which costs time and nothing else.
    """

    def __init__(self, folder: Path, identity: str, complain: Callable[[str], None], *, most: int = 8) -> None:
        self._folder = folder
        self._identity = identity
        self._complain = complain
        self._most = most

    def load(self, tokens: Sequence[int]) -> bytes | None:
        """The state after those tokens, or None."""
        key = self._key(tokens)
        path = self._path(key)
        try:
            content = path.read_bytes()
            os.utime(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            self._complain(f"a kept prefix cannot be read: {error.strerror}")
            return None
        state = content[_DIGEST_BYTES:]
        if content[:_DIGEST_BYTES] != hashlib.sha256(key + state).digest():
            self._complain("a kept prefix is damaged; it is read anew")
            return None
        return state

    def save(self, tokens: Sequence[int], state: bytes) -> None:
        """Keep the state after those tokens, atomically."""
        key = self._key(tokens)
        draft = self._folder / f"{os.getpid()}.draft"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as file:
                file.write(hashlib.sha256(key + state).digest())
                file.write(state)
            draft.replace(self._path(key))
            self._prune()
        except OSError as error:
            with suppress(OSError):  # there may be none, or no way to it
                draft.unlink()
            self._complain(f"a prefix cannot be kept: {error.strerror}")

    def _prune(self) -> None:
        # Drafts too: one that a killed process has left grows old and goes.
        kept = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in kept[self._most :]:
            path.unlink(missing_ok=True)

    def _path(self, key: bytes) -> Path:
        return self._folder / f"{key.hex()}{_SUFFIX}"

    def _key(self, tokens: Sequence[int]) -> bytes:
        return hashlib.sha256(self._identity.encode() + b"\0" + struct.pack(f"<{len(tokens)}i", *tokens)).digest()
