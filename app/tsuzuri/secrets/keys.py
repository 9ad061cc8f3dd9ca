"""The keys of encrypted libraries: from the environment, a file, the system's keyring, or a passphrase.

A key that is changed has a second one beside it, the *pending* one, from before the library's file is changed until
after: so that whenever the power goes, one of the two opens the file.
"""

import hashlib
import os
import re
import secrets as entropy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from tsuzuri.core.errors import LibraryLocked, UsageError
from tsuzuri.secrets.key_file import read_key_file
from tsuzuri.secrets.keyring import TOKEN, Keyring, KeyringItem, NoKeyring, Refused, SystemKeyring
from tsuzuri.secrets.passphrase import KEY_BYTES, Salt

Prompt = Callable[[bool], str]
"""Asks the person for a passphrase. True: for a new library, so ask twice and say that nobody can recover it."""

TOKEN_VARIABLE = "TSUZURI_TOKEN_"
"""What the variables of the environment that hold tokens for hosts begin with."""

_HEX_KEY = re.compile(r"[0-9a-fA-F]{64}")
_NEXT = "next/"
_PASSPHRASE_NEEDED = "the library was made with a passphrase"


class KeyState(StrEnum):
    """Whether a library's key can be had without asking the person."""

    AVAILABLE = "available"
    LOCKED = "locked"
    MISSING = "missing"
    NO_KEYRING = "no_keyring"


class Origin(StrEnum):
    """Where a library's key comes from."""

    ENVIRONMENT = "environment"
    FILE = "file"
    KEYRING = "keyring"
    PASSPHRASE = "passphrase"
    NOWHERE = "nowhere"


class Keys:
    """Finds, makes and changes the key of each dataset's library, and keeps tokens for hosts.

    `data_dir` is where the libraries lie; a passphrase's salt is kept beside them as `<dataset>.salt`. `prompt` is
    given only where there is a terminal. `timeout_s` limits each call of the keyring. `random` gives so many bytes.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        environ: Mapping[str, str] = os.environ,
        keyring: Keyring | None = None,
        prompt: Prompt | None = None,
        timeout_s: float = 5.0,
        random: Callable[[int], bytes] = entropy.token_bytes,
    ) -> None:
        self._data_dir = data_dir
        self._environ = environ
        self._given = environ.get("TSUZURI_KEY", "")
        self._file = environ.get("TSUZURI_KEY_FILE", "")
        self._item = KeyringItem(keyring or SystemKeyring(), timeout_s, data_dir / ".keyring.lock")
        self._prompt = prompt
        self._random = random
        # A home of its own has keys of its own: what is changed or deleted there must not take another home's.
        elsewhere = hashlib.sha256(str(data_dir.absolute()).encode()).hexdigest()[:8]
        self._home = f"@{elsewhere}" if environ.get("TSUZURI_HOME") else ""

    def state(self, dataset: str) -> KeyState:
        """Whether the key can be had now. A library made with a passphrase is `LOCKED` until that is given."""
        if self._given:
            return KeyState.AVAILABLE
        if self._file:
            return KeyState.LOCKED if self._key_file_refused() else KeyState.AVAILABLE
        kept = self._kept()
        if self._of(dataset, kept.secrets) or self._next(dataset) in kept.secrets:
            return KeyState.AVAILABLE
        return KeyState.LOCKED if self._salt(dataset).exists() else kept.state

    @property
    def is_given(self) -> bool:
        """Whether the environment gives one key for every dataset, which nothing here can change."""
        return bool(self._given or self._file)

    def origin(self, dataset: str) -> Origin:
        """Where the key of a library comes from."""
        if _HEX_KEY.fullmatch(self._given):
            return Origin.ENVIRONMENT
        if self._given:
            return Origin.PASSPHRASE
        if self._file:
            return Origin.FILE
        if self._of(dataset, secrets := self._kept().secrets) or self._next(dataset) in secrets:
            return Origin.KEYRING
        return Origin.PASSPHRASE if self._salt(dataset).exists() else Origin.NOWHERE

    def library_key(self, dataset: str, create: bool) -> bytes:
        """The 32-byte key of a dataset's library.

        Looked for in `TSUZURI_KEY` (64 hex digits, or a passphrase), in the file that `TSUZURI_KEY_FILE` names, then in
        the keyring, then asked for. `create` makes a new one where there is none, and is for a library that does not
        exist yet: in the keyring if it can be kept there, else from a passphrase.

        Raises:
            LibraryLocked: there is no key, or the passphrase is not the one; the hint lists the ways out.
        """
        return self.candidates(dataset, create)[0]

    def key_by(self, salt: Path) -> bytes:
        """The key of a copy that lies elsewhere with its salt: that of the passphrase which is given, or asked for.

        Raises:
            LibraryLocked: there is no passphrase to be had, or it is another one.
        """
        if _HEX_KEY.fullmatch(self._given):
            return bytes.fromhex(self._given)
        if self._file:
            return read_key_file(self._key_file)
        passphrase = self._given or (self._prompt(False) if self._prompt else "")
        key = Salt.read(salt).key(passphrase) if passphrase else None
        if key is None:
            raise LibraryLocked(
                f"{salt.stem} opens with the passphrase that it was made with, and not without",
                hint="give it in TSUZURI_KEY, or in a terminal, where it is asked for",
            )
        return key

    def candidates(self, dataset: str, create: bool = False) -> tuple[bytes, bytes | None]:
        """The key of a library, and the pending one if it is being changed. Raises as `library_key` does."""
        if _HEX_KEY.fullmatch(self._given):
            return bytes.fromhex(self._given), None
        if self._given:
            return self._from_passphrase(dataset, self._given, create), None
        if self._file:
            return read_key_file(self._key_file), None
        kept = self._kept()
        pending = kept.secrets.get(self._next(dataset))
        key = kept.secrets.get(self._name(dataset)) if create else self._of(dataset, kept.secrets)
        if known := key or pending:
            return bytes.fromhex(known), bytes.fromhex(pending) if pending else None
        by_passphrase = self._salt(dataset).exists()
        reason = _PASSPHRASE_NEEDED if by_passphrase else kept.reason
        if create and not by_passphrase and kept.state is KeyState.MISSING:
            key_bytes = self._random(KEY_BYTES)
            if self._change({self._name(dataset): key_bytes.hex()}):
                return key_bytes, None
            reason = "the keyring would not keep a new one"
        if self._prompt is not None and (create or by_passphrase):
            return self._from_passphrase(dataset, self._prompt(create and not by_passphrase), create), None
        raise _locked(dataset, reason)

    def begin_change(self, dataset: str) -> bytes:
        """Make the key that is to take the place of the present one, and keep it beside that one; the new one.

        A change that was begun and not finished goes on with the key that it has.

        Raises:
            LibraryLocked: the keyring holds no keys here, or would not keep a new one.
        """
        if self.is_given or self._salt(dataset).exists():
            raise LibraryLocked(
                f"the key of {dataset} is not in the keyring, so Tsuzuri cannot change it",
                hint="take TSUZURI_KEY and TSUZURI_KEY_FILE out of the environment; for a passphrase: tsuzuri decrypt, "
                "then tsuzuri encrypt",
            )
        kept = self._kept()
        if kept.state is not KeyState.MISSING:
            raise _locked(dataset, kept.reason)
        if begun := kept.secrets.get(self._next(dataset)):
            return bytes.fromhex(begun)
        key = self._random(KEY_BYTES)
        if not self._change({self._next(dataset): key.hex()}):
            raise _locked(dataset, "the keyring would not keep a new one")
        return key

    def expect(self, dataset: str, key: bytes) -> None:
        """Keep the key of a file that is about to take the library's place beside the present one, as pending.

        Raises:
            LibraryLocked: there is no keyring that would keep it.
        """
        self._require_open(dataset)
        self._require_kept({self._next(dataset): key.hex()})

    def end_change(self, dataset: str, *, changed: bool) -> None:
        """The library has the pending key now, or (not `changed`) still the former one."""
        pending = self._kept().secrets.get(self._next(dataset))
        if pending is not None:
            self._require_kept({self._next(dataset): None, **({self._name(dataset): pending} if changed else {})})

    def keep(self, dataset: str, key: bytes) -> None:
        """Keep a key that the person has given back, in the keyring.

        Raises:
            LibraryLocked: it would not be kept.
        """
        self._require_open(dataset)
        self._require_kept({self._name(dataset): key.hex(), self._next(dataset): None})

    def forget(self, dataset: str) -> None:
        """Drop all that opens a dataset's library: it is gone, or in clear."""
        self.forget_passphrase(dataset)
        held = (self._name(dataset), self._next(dataset))
        if not self._kept().secrets.keys().isdisjoint(held):
            self._require_kept(dict.fromkeys(held))

    def forget_passphrase(self, dataset: str) -> None:
        """Drop what makes a key of the passphrase of a dataset that is in clear: another one may be chosen then."""
        self._salt(dataset).unlink(missing_ok=True)

    def may_copy(self, dataset: str, other: str) -> bool:
        """Whether nothing goes by the other dataset's name that is of a library of its own."""
        salt, others = self._salt(dataset), self._salt(other)
        if others.exists() and not (salt.exists() and others.read_bytes() == salt.read_bytes()):
            return False
        kept = self._kept().secrets
        return kept.get(self._name(other)) in (None, self._of(dataset, kept))

    def copy(self, dataset: str, other: str) -> None:
        """Let another dataset have the same key too, before its file takes the new name."""
        if self._salt(dataset).exists() and not self._salt(other).exists():
            Salt.read(self._salt(dataset)).write(self._salt(other))
        if key := self._of(dataset, self._kept().secrets):
            self._require_kept({self._name(other): key})

    def token(self, host: str, variable: str = "") -> str | None:
        """The token that a host asks for: from `TSUZURI_TOKEN_HUB_EXAMPLE_ORG` in the environment, else the keyring.

        `variable` is one that other programs read for the same host, and that counts too.
        """
        own = TOKEN_VARIABLE + re.sub(r"[^A-Z0-9]", "_", host.upper())
        given = self._environ.get(own) or (self._environ.get(variable) if variable else None)
        return given or self._kept().secrets.get(TOKEN + host.lower())

    def tokens(self) -> tuple[str, ...]:
        """The hosts whose tokens the keyring holds."""
        return tuple(sorted(name.removeprefix(TOKEN) for name in self._kept().secrets if name.startswith(TOKEN)))

    def keep_token(self, host: str, token: str) -> None:
        """Keep a host's token in the keyring; an empty one is dropped.

        Raises:
            UsageError: there is no keyring that would keep it.
        """
        kept = self._kept()
        if kept.state is not KeyState.MISSING:
            raise UsageError(f"the token cannot be kept: {kept.reason}", hint="set it in the environment instead")
        self._require_kept({TOKEN + host.lower(): token or None})

    def _from_passphrase(self, dataset: str, passphrase: str, create: bool) -> bytes:
        path = self._salt(dataset)
        if path.exists():
            key = Salt.read(path).key(passphrase)
            if key is None:
                raise LibraryLocked(
                    f"the passphrase is not that of the library {dataset!r}",
                    hint=f"try again; if no library uses it any more, delete {path}",
                )
            return key
        if not create:
            raise _locked(dataset, "the library was not made with a passphrase")
        if not passphrase:
            raise _locked(dataset, "an empty passphrase protects nothing")
        salt = Salt.made(passphrase, self._random)
        key = salt.key(passphrase)
        assert key is not None
        salt.write(path)
        return key

    @property
    def _key_file(self) -> Path:
        return Path(self._file).expanduser()

    def _key_file_refused(self) -> bool:
        try:
            read_key_file(self._key_file)
        except LibraryLocked:
            return True
        return False

    def _name(self, dataset: str) -> str:
        """What the key of a dataset is called in the keyring."""
        return dataset + self._home

    def _next(self, dataset: str) -> str:
        return _NEXT + self._name(dataset)

    def _of(self, dataset: str, secrets: Mapping[str, str]) -> str | None:
        """A dataset's key; one that was made before homes had keys of their own goes by the dataset's name alone."""
        return secrets.get(self._name(dataset)) or secrets.get(dataset)

    def _salt(self, dataset: str) -> Path:
        return self._data_dir / f"{dataset}.salt"

    def _kept(self) -> "_Kept":
        try:
            return _Kept(KeyState.MISSING, "the keyring holds no key for it", self._item.read())
        except NoKeyring:
            return _Kept(KeyState.NO_KEYRING, "this system has no keyring")
        except Refused as refusal:
            return _Kept(KeyState.LOCKED, str(refusal))

    def _change(self, secrets: Mapping[str, str | None]) -> bool:
        try:
            return self._item.change(secrets)
        except (NoKeyring, Refused):
            return False

    def _require_open(self, dataset: str) -> None:
        kept = self._kept()
        if kept.state is not KeyState.MISSING:
            raise _locked(dataset, kept.reason)

    def _require_kept(self, secrets: Mapping[str, str | None]) -> None:
        if not self._change(secrets):
            raise LibraryLocked("the keyring would not keep the keys", hint="unlock it and try again; nothing is lost")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the keyring holds. `state` and `reason` are those of a dataset that is not among `secrets`."""

    state: KeyState
    reason: str
    secrets: Mapping[str, str] = field(default_factory=dict)


def _locked(dataset: str, reason: str) -> LibraryLocked:
    return LibraryLocked(
        f"there is no key for the library {dataset!r}: {reason}",
        hint=(
            "set TSUZURI_KEY (64 hex digits or a passphrase) or TSUZURI_KEY_FILE, unlock or install a system keyring, "
            'run it in a terminal to be asked for a passphrase, or say library.encryption = "off" in the settings, '
            "which leaves a new library readable to whoever has the file"
        ),
    )
