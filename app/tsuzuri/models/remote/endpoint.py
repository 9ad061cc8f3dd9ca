"""Requests to one endpoint: with its token, again when it asks for patience, and an error that says what is missing."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tsuzuri.core.errors import ModelUnavailable

if TYPE_CHECKING:
    import httpx

_TRIES = 5
_LONGEST_WAIT_S = 120.0
_BUSY = frozenset({429, 503})


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
    """Talks to an endpoint. Thread-safe. Connections are made with the first request. `sleep` waits so many seconds."""

    def __init__(self, address: Address, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self.address = address
        self._sleep = sleep
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None

    def post(self, path: str, body: Mapping[str, object]) -> dict[str, Any]:
        """The answer to one request.

        Raises:
            ModelUnavailable: there is no connection, or no answer that makes sense; names the host and what it said.
        """
        import httpx

        for tries_left in range(_TRIES - 1, -1, -1):
            try:
                response = self._opened().post(self._url(path), json=body)
            except (httpx.HTTPError, RuntimeError) as error:
                raise self._unreachable(error) from error
            if response.status_code in _BUSY and tries_left:
                self._sleep(_wait(response.headers.get("retry-after"), _TRIES - tries_left))
                continue
            return self._told(response.status_code, response.content)
        raise AssertionError("the last try returns")

    def stream(self, path: str, body: Mapping[str, object], stopped: Callable[[], bool]) -> Iterator[dict[str, Any]]:
        """The pieces of a streamed answer (server-sent events), until `stopped`. Raises as `post` does."""
        import httpx

        for tries_left in range(_TRIES - 1, -1, -1):
            try:
                with self._opened().stream("POST", self._url(path), json={**body, "stream": True}) as response:
                    if response.status_code in _BUSY and tries_left:
                        self._sleep(_wait(response.headers.get("retry-after"), _TRIES - tries_left))
                        continue
                    if response.status_code != httpx.codes.OK:
                        self._told(response.status_code, response.read())
                    for line in response.iter_lines():
                        if stopped():
                            return
                        if line.startswith("data:") and (data := line[5:].strip()) != "[DONE]":
                            yield self._parsed(data.encode())
                    return
            except (httpx.HTTPError, RuntimeError) as error:
                if stopped():
                    return
                raise self._unreachable(error) from error

    def abort(self) -> None:
        """End what is under way, from any thread; later requests connect anew."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _opened(self) -> "httpx.Client":
        import httpx

        address = self.address
        with self._lock:
            if self._client is None:
                headers = {"Authorization": f"Bearer {address.token}"} if address.token else {}
                # trust_env off: a proxy of the environment would be another host, which nobody has named.
                self._client = httpx.Client(headers=headers, timeout=address.timeout_s, trust_env=False)
            return self._client

    def _url(self, path: str) -> str:
        return f"{self.address.url.rstrip('/')}/{path}"

    def _told(self, status: int, content: bytes) -> dict[str, Any]:
        if status != 200:
            said = " ".join(content[:300].decode("utf-8", "replace").split())
            raise ModelUnavailable(
                f"the endpoint at {self.address.host} answered with status {status}: {said}",
                hint="check its token, its model and its settings" if status in (401, 403, 404) else "see its log",
            )
        return self._parsed(content)

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
        return ModelUnavailable(
            f"the endpoint at {self.address.host} cannot be reached ({type(error).__name__})",
            hint="start it, correct the endpoint in the settings, or take it out to use a model of this machine",
        )


def _wait(asked: str | None, tries: int) -> float:
    """How long to wait: as long as the server says, else longer each time."""
    try:
        return min(max(float(asked or ""), 0.0), _LONGEST_WAIT_S)
    except ValueError:
        return min(float(2**tries), _LONGEST_WAIT_S)
