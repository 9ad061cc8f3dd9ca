"""The system's keyring: all of Tsuzuri's secrets are one item in it, since some systems ask the person once for each.

The only module that imports keyring. A keyring may be absent, locked, or wait for ever on a window that nobody sees;
so each call runs in a thread of its own with a time limit.
"""

import json
import queue
import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from tsuzuri.core.errors import LibraryLocked
from tsuzuri.locks import lock

SERVICE = "tsuzuri"
ITEM = "keys"
TOKEN = "token/"
"""What the name of a host's token begins with, and that of no dataset."""

_HEX_KEY = re.compile(r"[0-9a-fA-F]{64}")
T = TypeVar("T")


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


class Refused(Exception):
    """The keyring did not give or take the item; the message says why."""


class KeyringItem:
    """The one item: names of secrets with their values. `timeout_s` limits each call of the keyring.

    `turns` is the file by which processes change it in turn: of two at once, one would drop the other's new key.
    """

    def __init__(self, keyring: Keyring, timeout_s: float, turns: Path) -> None:
        self._keyring = keyring
        self._timeout_s = timeout_s
        self._turns = turns

    def read(self) -> Mapping[str, str]:
        """What it holds; nothing where there is no item.

        Raises:
            NoKeyring: the system has none.
            Refused: it is locked, or does not answer.
            LibraryLocked: the item is not what Tsuzuri wrote; it is never overwritten.
        """
        item = self._call(lambda: self._keyring.get_password(SERVICE, ITEM))
        return {} if item is None else _parse(item)

    def change(self, secrets: Mapping[str, str | None]) -> bool:
        """Store these, drop those that are None, leave all others; whether it was kept. Raises as `read` does.

        It is read back: some keyrings take a secret and forget it, and a library with it.
        """
        self._turns.parent.mkdir(parents=True, exist_ok=True)
        with self._turns.open("ab") as file:
            lock(file, wait=True)
            merged = {**self.read(), **secrets}
            return self._write({name: secret for name, secret in merged.items() if secret is not None})

    def _write(self, secrets: Mapping[str, str]) -> bool:
        item = json.dumps(secrets, sort_keys=True)

        def store() -> bool:
            self._keyring.set_password(SERVICE, ITEM, item)
            return self._keyring.get_password(SERVICE, ITEM) == item

        return self._call(store)

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
            raise Refused(f"the keyring did not answer within {self._timeout_s:g} seconds") from None
        if isinstance(result, NoKeyring):
            raise result
        if isinstance(result, Exception):
            raise Refused(f"the keyring is locked or refused ({type(result).__name__})") from result
        return result[0]


def _parse(item: str) -> Mapping[str, str]:
    try:
        secrets = json.loads(item)
    except ValueError:
        secrets = None
    if not isinstance(secrets, dict) or not all(_is_secret(name, secret) for name, secret in secrets.items()):
        raise LibraryLocked(
            f"the keyring item {SERVICE}/{ITEM} is not what Tsuzuri wrote",
            hint="restore it; it is never overwritten, since it may hold the only key of a library",
        )
    return secrets


def _is_secret(name: str, secret: object) -> bool:
    return isinstance(secret, str) and (name.startswith(TOKEN) or _HEX_KEY.fullmatch(secret) is not None)
