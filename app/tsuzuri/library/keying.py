"""The key of a dataset's library, changed, taken away, given, or written down.

A change is begun in the keyring, done to the file, and ended in the keyring; what was broken off between is settled
when the library is opened next (`settled_key`).
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.errors import LibraryBusy, LibraryLocked, UsageError
from tsuzuri.library.lock import holder, writer_lock
from tsuzuri.secrets.keys import Keys, KeyState, Origin

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """What a change of key came to. `wiped` are copies beside the library that only the former key opened."""

    dataset: str
    encrypted: bool
    wiped: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class KeyStatus:
    """How it stands with the key of a dataset.

    `encrypted` is None where there is no library yet. `fits` says whether the key opens the file, and is None where
    that cannot be tried without asking the person, or there is nothing to try.
    """

    dataset: str
    encrypted: bool | None
    state: KeyState
    origin: Origin
    fits: bool | None

    @property
    def at_hand(self) -> bool:
        """Whether the dataset can be opened as things stand."""
        return not self.encrypted or self.fits is True


def key_status(installation: "Installation", dataset: str) -> KeyStatus:
    """How it stands with the key of a dataset; nobody is asked for a passphrase.

    Raises:
        LibraryBusy: the key is being changed at this moment.
        LibraryDamaged: the file is no library.
    """
    from tsuzuri.store.sqlite.rekey import opens

    keys, in_clear = installation.keys, installation.in_clear(dataset)
    state, fits = keys.state(dataset), None
    if in_clear is False and state is KeyState.AVAILABLE:
        try:
            fits = opens(installation.library_path(dataset), installation.key_of(dataset))
        except LibraryLocked:
            fits = False
    return KeyStatus(dataset, None if in_clear is None else not in_clear, state, keys.origin(dataset), fits)


def clear_leftovers(path: Path) -> None:
    """Wipe the files that a change of key has left beside the library when it was broken off.

    They may hold in clear what the library holds encrypted, or the other way round.
    """
    if not any(path.with_name(path.name + ending).exists() for ending in (".part", ".former")):
        return
    from tsuzuri.store.sqlite.rekey import wipe_leftovers

    # Whoever holds the lock may be changing the key at this moment: those files are then its own.
    with suppress(LibraryBusy), writer_lock(path):
        wipe_leftovers(path)


def settled_key(keys: Keys, dataset: str, path: Path) -> bytes:
    """The key that opens the file, also where a change of it was broken off.

    Raises:
        LibraryLocked: there is no key.
    """
    key, pending = keys.candidates(dataset)
    if pending is None:
        return key
    from tsuzuri.store.sqlite.rekey import opens

    if not opens(path, pending):
        return key
    keys.end_change(dataset, changed=True)
    return pending


def rotate(installation: "Installation", dataset: str) -> Rekeyed:
    """Give the library a new key.

    Raises:
        UsageError: there is no such dataset, or it is not encrypted.
        LibraryLocked: its key is not one that the keyring holds.
        LibraryBusy: it is open elsewhere.
        LibraryDamaged: it is not whole; it stays as it was.
        OutOfSpace: there is no room for a copy.
    """
    if installation.in_clear(dataset):
        raise UsageError(f"{dataset} is not encrypted, so it has no key", hint=f"tsuzuri encrypt --in {dataset}")
    return _change(installation, dataset, to_clear=False)


def encrypt(installation: "Installation", dataset: str) -> Rekeyed:
    """Encrypt a library that is in clear, with a key as a new library gets it.

    Raises what `rotate` raises.
    """
    if installation.in_clear(dataset) is False:
        raise UsageError(f"{dataset} is encrypted already", hint="tsuzuri key rotate gives it a new key")
    return _change(installation, dataset, to_clear=False)


def decrypt(installation: "Installation", dataset: str) -> Rekeyed:
    """Leave a library in clear, readable to whoever has the file. Raises what `rotate` raises."""
    if installation.in_clear(dataset):
        raise UsageError(f"{dataset} is not encrypted", hint="nothing was changed")
    return _change(installation, dataset, to_clear=True)


def recovery_phrase(installation: "Installation", dataset: str) -> str:
    """The key of the library as 24 words.

    Raises:
        UsageError: there is no such dataset, or it is not encrypted.
        LibraryLocked: the key is not at hand.
    """
    from tsuzuri.secrets.phrase import to_phrase

    installation.require(dataset)
    key = installation.key_of(dataset)
    if key is None:
        raise UsageError(f"{dataset} is not encrypted, so it has no key", hint=f"tsuzuri encrypt --in {dataset}")
    return to_phrase(key)


def recover(installation: "Installation", dataset: str, phrase: str) -> None:
    """Keep the key that a recovery phrase stands for in the keyring, once it has opened the library.

    Raises:
        UsageError: there is no such dataset, or that is no recovery phrase.
        LibraryLocked: it is the phrase of another key, or there is no keyring to keep it in.
    """
    from tsuzuri.secrets.phrase import from_phrase
    from tsuzuri.store.sqlite.rekey import opens

    installation.require(dataset)
    key = from_phrase(phrase)
    if installation.in_clear(dataset) or not opens(installation.library_path(dataset), key):
        raise LibraryLocked(f"this phrase does not open {dataset}", hint="it is that of another library, or older")
    installation.keys.keep(dataset, key)


def _change(installation: "Installation", dataset: str, *, to_clear: bool) -> Rekeyed:
    from tsuzuri.store.sqlite.rekey import rekey, take, wipe

    installation.require(dataset)
    path, keys = installation.library_path(dataset), installation.keys
    if (other := holder(path)) is not None:
        raise LibraryBusy(f"{dataset} is kept by process {other.pid}", hint="end it first: tsuzuri service stop")
    with writer_lock(path):
        old = installation.key_of(dataset)
        take(path, old)  # before a key is made for a change that cannot be
        if to_clear:
            rekey(path, old, None)
            keys.forget(dataset)
        elif old is None:
            keys.forget_passphrase(dataset)  # of an encryption that was broken off
            rekey(path, old, keys.library_key(dataset, create=True))
        else:
            rekey(path, old, keys.begin_change(dataset))
            keys.end_change(dataset, changed=True)
        copies = tuple(sorted(path.parent.glob(f"{path.name}.version-*")))
        for copy in copies:
            wipe(copy)
    return Rekeyed(dataset, not to_clear, copies)
