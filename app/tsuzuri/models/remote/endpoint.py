"""Requests to one endpoint: with its token, again when it asks for patience, and an error that says what is missing."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from tsuzuri.core.errors import ModelUnavailable, UnsupportedOperation

if TYPE_CHECKING:
    import httpx

_TRIES = 5
_BREAKS = 2
"""So often an exchange may break off: a server closes idle connections, and then the next request finds none."""
_LONGEST_WAIT_S = 120.0
_CONNECT_S = 10.0
_BUSY = frozenset({429, 503})
_NEW_CONNECTION = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})
_TOO_LONG = re.compile(r"context[ _](size|length|window)|maximum context", re.IGNORECASE)

Wait = Callable[[threading.Event, float], object]
"""Waits so many seconds, or until the event is set."""

Take = Callable[[dict[str, Any]], None]


class TooLong(Exception):
    """What was sent does not fit the context of the endpoint's model."""


class Stopped(ModelUnavailable):
    """The request was given up by whoever made it."""


class _BrokeOff(Exception):
    """The answer ended in the middle."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where an endpoint is: its base URL (`http://gpu-box:8080/v1`), the model it serves, and how it is treated.

    `slots` requests are made at a time; one that stays silent for `timeout_s` seconds has failed.
    """

    url: str
    model: str
    slots: int = 4
    timeout_s: float = 120.0
    token: str | None = None

    @property
    def host(self) -> str:
        """The host's name."""
        from urllib.parse import urlsplit

        return urlsplit(self.url).hostname or ""


class Endpoint:
    """Talks to an endpoint. Thread-safe. Connections are made with the first request.

    Each request is given up as soon as its event `stopped` is set and `abort` is called.
    """

    def __init__(self, address: Address, *, wait: Wait = threading.Event.wait) -> None:
        self.address = address
        self._wait = wait
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None
        self._sockets: WeakSet[socket.socket] = WeakSet()

    def post(self, path: str, body: Mapping[str, object], stopped: threading.Event) -> dict[str, Any]:
        """The answer to one request.

        Raises:
            ModelUnavailable: there is no connection, or no answer that makes sense; names the host and what it said.
            UnsupportedOperation: the endpoint does not take such a request.
            TooLong: it does not fit the model's context.
            Stopped: the event is set.
        """
        answers: list[dict[str, Any]] = []

        def read(response: "httpx.Response") -> None:
            answers.append(self._parsed(response.read()))

        self._exchange(path, body, stopped, read)
        return answers[0]

    def stream(
        self, path: str, body: Mapping[str, object], stopped: threading.Event, begin: Callable[[], Take]
    ) -> None:
        """Ask for a streamed answer (server-sent events) and hand on its pieces.

        `begin` gives what takes them; it is called again where an answer broke off and is asked for once more. `body`
        asks for a stream. Raises as `post` does.
        """

        def read(response: "httpx.Response") -> None:
            take = begin()
            for piece in self._events(response):
                self._refuse_stopped(stopped)
                take(piece)

        self._exchange(path, body, stopped, read)

    def abort(self) -> None:
        """Break every connection, from any thread; later requests connect anew."""
        with self._lock:
            client, self._client = self._client, None
            sockets = list(self._sockets)
        for one in sockets:
            with suppress(OSError):  # it is closed already
                # Past TLS, which would send a farewell and wait: closing alone would not wake a thread that reads.
                socket.socket.shutdown(one, socket.SHUT_RDWR)
        if client is not None:
            client.close()

    def _exchange(
        self,
        path: str,
        body: Mapping[str, object],
        stopped: threading.Event,
        read: Callable[["httpx.Response"], None],
    ) -> None:
        import httpx

        breaks = 0
        for tries in range(1, _TRIES + 1):
            self._refuse_stopped(stopped)
            try:
                with self._sent(path, body, stopped) as response:
                    if response.status_code not in _BUSY or tries == _TRIES:
                        self._require_success(response)
                        read(response)
                        return
                    delay = _delay(response.headers.get("retry-after"), tries)
            except (httpx.HTTPError, _BrokeOff, RuntimeError) as error:  # RuntimeError: the client was closed
                self._refuse_stopped(stopped)
                breaks += 1
                if breaks == _BREAKS or isinstance(error, httpx.TimeoutException):
                    raise self._unreachable(error) from error
                delay = 0.0
            self._wait(stopped, delay)
        raise AssertionError("the last try returns or raises")

    def _refuse_stopped(self, stopped: threading.Event) -> None:
        if stopped.is_set():
            raise Stopped(f"the request to {self.address.host} was given up", hint="ask again")

    @contextmanager
    def _sent(self, path: str, body: Mapping[str, object], stopped: threading.Event) -> "Iterator[httpx.Response]":
        def watch(event: str, told: Mapping[str, Any]) -> None:
            if event in _NEW_CONNECTION:
                opened = told["return_value"].get_extra_info("socket")
                with self._lock:
                    self._sockets.add(opened)
                if stopped.is_set():
                    self.abort()

        url = f"{self.address.url.rstrip('/')}/{path}"
        with self._opened().stream("POST", url, json=body, extensions={"trace": watch}) as response:
            yield response

    def _opened(self) -> "httpx.Client":
        import httpx

        address = self.address
        with self._lock:
            if self._client is None:
                headers = {"Authorization": f"Bearer {address.token}"} if address.token else {}
                timeout = httpx.Timeout(address.timeout_s, connect=min(_CONNECT_S, address.timeout_s))
                # trust_env off: a proxy of the environment would be another host, which nobody has named.
                self._client = httpx.Client(headers=headers, timeout=timeout, trust_env=False)
            return self._client

    def _events(self, response: "httpx.Response") -> Iterator[dict[str, Any]]:
        """The pieces of a streamed answer, which says itself where it ends."""
        ended = False
        for line in response.iter_lines():
            if not line.startswith("data:"):
                continue
            if (data := line[5:].strip()) == "[DONE]":
                return
            piece = self._parsed(data.encode())
            yield piece
            ended = ended or _is_last(piece)
        if not ended:
            raise _BrokeOff

    def _require_success(self, response: "httpx.Response") -> None:
        status = response.status_code
        if status == 200:
            return
        said = " ".join(response.read()[:1000].decode("utf-8", "replace").split())
        if status in (400, 413, 422, 500) and _TOO_LONG.search(said):
            raise TooLong
        if status in (400, 422):
            raise UnsupportedOperation(
                f"the endpoint at {self.address.host}",
                f"take such a request: {said[:300]}",
                hint='set chat.structured to the other of "grammar" and "json_schema", or see the log of the server',
            )
        hints = {
            401: f"give its token: tsuzuri key token set {self.address.host}",
            403: f"give its token: tsuzuri key token set {self.address.host}",
            404: f"is {self.address.url} an OpenAI-compatible endpoint, and does it serve {self.address.model}?",
        }
        raise ModelUnavailable(
            f"the endpoint at {self.address.host} answered with status {status}: {said[:300]}",
            hint=hints.get(status, "see the log of the server"),
        )

    def _parsed(self, content: bytes) -> dict[str, Any]:
        try:
            told = json.loads(content)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, dict):
            raise ModelUnavailable(
                f"the endpoint at {self.address.host} answers with something else than JSON",
                hint=f"is {self.address.url} an OpenAI-compatible endpoint?",
            )
        if isinstance(error := told.get("error"), dict):
            raise ModelUnavailable(
                f"the endpoint at {self.address.host} refused: {str(error.get('message'))[:300]}", hint="see its log"
            )
        return told

    def _unreachable(self, error: Exception) -> ModelUnavailable:
        if isinstance(error, _BrokeOff):
            what = "broke off in the middle of an answer"
        else:
            what = f"cannot be reached ({type(error).__name__})"
        return ModelUnavailable(
            f"the endpoint at {self.address.host} {what}",
            hint="start it, correct the endpoint in the settings, or take it out to use a model of this machine",
        )


def _is_last(piece: Mapping[str, Any]) -> bool:
    choices = piece.get("choices")
    last = choices[0] if isinstance(choices, list) and choices else None
    return isinstance(last, dict) and last.get("finish_reason") is not None


def _delay(asked: str | None, tries: int) -> float:
    """How long to wait, in seconds: as long as the server says, else longer each time."""
    try:
        return min(max(float(asked or ""), 0.0), _LONGEST_WAIT_S)
    except ValueError:
        return min(float(2**tries), _LONGEST_WAIT_S)
