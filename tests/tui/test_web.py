"""The interface in a browser: behind a token, on this machine alone, and with nothing from elsewhere in its page."""

import asyncio
import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest
from aiohttp import web

from tests.cli.shell import Shell
from tests.library.worlds import write_notes
from tests.models.remote.servers import free_port
from tests.tui.browser import CHROMIUM, opened
from tsuzuri.paths import shipped
from tsuzuri.tui.web import WebServer

TOKEN = "a-token-of-the-test"


@asynccontextmanager
async def served(command: str) -> AsyncIterator[WebServer]:
    """The server in this process; `command` is what each tab runs."""
    server = WebServer(command, free_port(), TOKEN, shipped("assets/web"), lambda _: None)
    runner = web.AppRunner(await server._make_app())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", server.port).start()
    try:
        yield server
    finally:
        await runner.cleanup()
        # What each tab ran is ended by tasks of the server's, which nobody else waits for.
        if left := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(left, timeout=10)


async def status(server: WebServer, path: str, **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{server.public_url}{path}", headers=headers, allow_redirects=False) as response,
    ):
        return response.status


@pytest.mark.parametrize("path", ["/", "/ws", "/static/js/textual.js", "/download/x", "/?token=wrong", "/?token="])
def test_without_the_token_nothing_is_shown(path: str) -> None:
    async def look() -> int:
        async with served("true") as server:
            return await status(server, path)

    assert asyncio.run(look()) == 403


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Host": "localhost:1"}, {"Origin": "http://evil.example"}, {"Origin": "null"}],
)
def test_requests_for_another_host_or_from_another_page_are_refused(headers: dict[str, str]) -> None:
    async def look() -> list[int]:
        async with served("true") as server:
            cookie = {"Cookie": f"tsuzuri={TOKEN}"}
            return [await status(server, path, **headers, **cookie) for path in ("/", "/ws", f"/?token={TOKEN}")]

    assert asyncio.run(look()) == [403] * 3


def test_the_token_is_taken_out_of_the_address_and_kept_in_a_cookie() -> None:
    async def look() -> tuple[int, str, str]:
        async with (
            served("true") as server,
            aiohttp.ClientSession() as session,
            session.get(server.address, allow_redirects=False) as response,
        ):
            return response.status, response.headers["Location"], response.headers["Set-Cookie"]

    code, location, cookie = asyncio.run(look())
    assert (code, location) == (302, "/")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict"))


def test_the_page_names_nothing_from_elsewhere() -> None:
    async def look() -> str:
        async with (
            served("true") as server,
            aiohttp.ClientSession() as session,
            session.get(server.public_url, headers={"Cookie": f"tsuzuri={TOKEN}"}) as response,
        ):
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
            return (await response.text()).replace(server.public_url, "").replace(f"ws://127.0.0.1:{server.port}", "")

    assert "://" not in asyncio.run(look())


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_a_browser_shows_it_and_asks_nobody_else(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    assert shell.run("add", "--no-model", write_notes(tmp_path / "notes")).code == 0
    environ = " ".join(f"{name}={shlex.quote(value)}" for name, value in shell.environ().items())
    command = f"env {environ} {shlex.quote(sys.executable)} -m tsuzuri"

    async def look() -> tuple[bytes, list[str], str]:
        async with served(command) as server, opened(tmp_path, server.address) as page:
            await page.wait_for("document.body && document.body.classList.contains('-first-byte')")
            await asyncio.sleep(2)  # the browser's own drawing, which tells nobody when it is done
            return await page.picture(), page.requested, await page.value("location.search")

    picture, requested, search = asyncio.run(look())
    assert len(picture) > 15_000  # a page that only says that it is opening has 6,000 bytes
    assert search == ""
    assert {urlsplit(url).hostname for url in requested if not url.startswith("data:")} == {"127.0.0.1"}
    (tmp_path / "web.png").write_bytes(picture)
