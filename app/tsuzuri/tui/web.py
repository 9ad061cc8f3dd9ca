"""The interface in a browser of this machine: textual-serve behind a token, with a page of our own.

Each tab is a process of its own, as each terminal is. Nothing of the page comes from elsewhere.
"""

import hmac
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

HOST = "127.0.0.1"
_COOKIE = "tsuzuri"
_CSP = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self' ws:; frame-ancestors 'none'"
)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class WebServer(Server):
    """Serves `command`, which opens the interface, on `http://127.0.0.1:PORT/?token=TOKEN`.

    The token is asked for once and kept in a cookie of that browser. Requests for another host, and sockets of other
    pages, are refused (DNS rebinding, cross-site requests). `templates` is the folder of our page.
    """

    def __init__(self, command: str, port: int, token: str, templates: Path, on_ready: Callable[[str], None]) -> None:
        super().__init__(command, host=HOST, port=port, title="Tsuzuri", templates_path=templates)
        self.public_url = f"http://{HOST}:{port}"
        self._token = token
        self._on_ready = on_ready

    @property
    def address(self) -> str:
        """What to open in the browser."""
        return f"{self.public_url}/?token={self._token}"

    def initialize_logging(self) -> None:
        """Nothing is logged here: each interface keeps its own log."""

    async def on_startup(self, app: web.Application) -> None:  # noqa: ARG002 (as it is overridden)
        """Tell that it can be opened now."""
        self._on_ready(self.address)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._require_token)
        return app

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        """Until the tab is closed, and then until its process has ended: `stop` waits for its last word only."""
        try:
            await super()._process_messages(websocket, app_service)
        finally:
            await app_service.stop()
            if app_service._process is not None:
                await app_service._process.wait()

    @web.middleware
    async def _require_token(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        foreign = origin is not None and urlsplit(origin).netloc != f"{HOST}:{self.port}"
        if request.host != f"{HOST}:{self.port}" or foreign:
            raise web.HTTPForbidden(text="this page is for the machine that it runs on")
        asked = request.query.get("token", "")
        if not any(self._is_token(given) for given in (asked, request.cookies.get(_COOKIE, ""))):
            raise web.HTTPForbidden(text="open the address that tsuzuri web has printed, with its token")
        if asked and request.path == "/":
            # The token goes out of the address line, where it could be read over a shoulder.
            response: web.StreamResponse = web.Response(status=302, headers={"Location": "/"})
            response.set_cookie(_COOKIE, self._token, httponly=True, samesite="Strict")
            return response
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = _CSP
            response.headers["Referrer-Policy"] = "no-referrer"
        return response

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())
