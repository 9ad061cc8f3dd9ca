"""Running the server: over standard input and output, or over HTTP on this machine alone."""

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import anyio
from mcp.server.transport_security import TransportSecuritySettings

from tsuzuri.core.errors import UsageError
from tsuzuri.library.access.door import Door
from tsuzuri.mcp.server import build

HOST = "127.0.0.1"

_Scope = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
_Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def serve_stdio(door: Door) -> None:
    """Answer the program at the other end of standard input and output, until it goes."""
    anyio.run(build(door).run_stdio_async)


def serve_http(door: Door, port: int, token: str, *, on_ready: Callable[[], None]) -> None:
    """Answer on `http://127.0.0.1:PORT/mcp`, and only those that send `Authorization: Bearer TOKEN`.

    Names other than this machine's in `Host` and `Origin` are refused, against DNS rebinding. `on_ready` is called
    when the port is ours.

    Raises:
        UsageError: the port cannot be had.
    """
    import uvicorn

    here = [f"{name}:{port}" for name in (HOST, "localhost")]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=here, allowed_origins=[f"http://{name}" for name in here]
    )
    app = build(door).streamable_http_app(host=HOST, transport_security=security)
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise UsageError(f"port {port} cannot be had: {error.strerror}", hint="choose another: --http PORT") from error
    with listening:
        on_ready()
        server = uvicorn.Server(uvicorn.Config(Bearer(app, token), log_level="error", access_log=False))
        server.run(sockets=[listening])


class Bearer:
    """Lets requests through to `app` that carry the token; answers 401 to all others, before anything is read.

    Besides them the server's own start and end go through; whatever else there is, a websocket say, is not answered.
    """

    def __init__(self, app: Callable[[_Scope, _Receive, _Send], Awaitable[None]], token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        """Answer one request (ASGI)."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        sent = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        if hmac.compare_digest(sent, self._expected):
            await self._app(scope, receive, send)
            return
        headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
