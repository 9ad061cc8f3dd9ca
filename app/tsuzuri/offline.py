"""The guard that keeps this process on its machine: an audit hook, which nothing in the process can take out again.

Python tells audit hooks of each connection and each look-up of a name before it is made (PEP 578), whoever asks for
it: our code, a library, or a module that a file made it load. It is not told of code that is not Python's, nor of the
look-up that `connect` makes of a name by itself; nothing of ours does either, which `python -m tests.bench.offline`
shows of a whole session.
"""

import ipaddress
import sys
from collections.abc import Collection

from tsuzuri.core.errors import NotAllowed

_CONNECTING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"})
_LOOKING_UP = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})
_LOCAL_NAMES = frozenset({"", "localhost", "localhost.localdomain", "ip6-localhost"})

_guard: "_Guard | None" = None


class _Guard:
    """Which hosts beside this machine may be spoken to, and the addresses that their names have given."""

    def __init__(self) -> None:
        self.hosts: frozenset[str] | None = None
        self._addresses = set[str]()

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not event.startswith("socket."):
            return
        if event in _CONNECTING:
            self._require(_host_of(arguments[-1]))
        elif event in _LOOKING_UP:
            self._require(_text(arguments[0]))

    def _require(self, host: str | None) -> None:
        if host is None or is_local(host):
            return
        if not self.hosts or not self._is_named(host.lower()):
            raise NotAllowed(
                f"a connection to {host} was refused: Tsuzuri works offline",
                hint="only tsuzuri models pull, and endpoints under network.hosts in the settings, leave this machine",
            )

    def _is_named(self, host: str) -> bool:
        """Whether it is one of the hosts, or an address that one has: looked up when somebody connects to it."""
        assert self.hosts is not None
        if host in self.hosts or host in self._addresses:
            return True
        if _address(host) is not None:
            self._addresses |= {address for name in self.hosts for address in _addresses_of(name)}
        return host in self._addresses


def guard() -> None:
    """From now on, refuse every connection of this process that leaves the machine. Idempotent.

    Refused are connecting, sending, listening on outside addresses, and looking a name up; each raises `NotAllowed`.
    Sockets of the file system, the loopback addresses and `localhost` stay.
    """
    global _guard
    if _guard is None:
        _guard = _Guard()
        sys.addaudithook(_guard)


def allow(hosts: Collection[str]) -> None:
    """Let these hosts be spoken to, once and for all: those that the settings name for an endpoint.

    A host is let through by its name, and by the addresses that it has.

    Raises:
        RuntimeError: others were let through already; nothing widens the guard at work.
    """
    guard()
    assert _guard is not None
    names = frozenset(host.lower() for host in hosts)
    if _guard.hosts is not None:
        if not names <= _guard.hosts:
            raise RuntimeError("the guard is set already, and is not widened")
        return
    _guard.hosts = names


def is_guarded() -> bool:
    """Whether this process is kept on its machine."""
    return _guard is not None


def _host_of(address: object) -> str | None:
    """The host of an internet address; None for one of the file system, or a socket that is connected already."""
    return _text(address[0]) if isinstance(address, tuple) and address else None


def _text(host: object) -> str | None:
    if isinstance(host, bytes):
        return host.decode("ascii", "replace")
    return host if isinstance(host, str) else None


def is_local(host: str) -> bool:
    """Whether a name or an address is this machine's own."""
    if host.lower() in _LOCAL_NAMES:
        return True
    address = _address(host)
    return address is not None and (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text is; None for a name."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _addresses_of(name: str) -> set[str]:
    """The addresses of a host; none where its name says nothing now, which whoever connects is told."""
    import socket

    try:
        return {str(found[4][0]).lower() for found in socket.getaddrinfo(name, None)}
    except OSError:
        return set()
