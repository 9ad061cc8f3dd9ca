"""A headless Chromium, spoken to by its DevTools protocol: enough to open a page, look at it and type into it."""

import asyncio
import base64
import itertools
import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page:
    """One page. `requested` are the addresses that it has asked for."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.requested: list[str] = []

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        number = next(self._numbers)
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads((await self._socket.receive()).data)
            if told.get("method") == "Network.requestWillBeSent":
                self.requested.append(told["params"]["request"]["url"])
            if told.get("method") == "Network.webSocketCreated":
                self.requested.append(told["params"]["url"])
            if told.get("id") == number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result

    async def value(self, expression: str) -> Any:
        return (await self.call("Runtime.evaluate", expression=expression, returnByValue=True))["result"].get("value")

    async def wait_for(self, expression: str, seconds: float = 30.0) -> None:
        async with asyncio.timeout(seconds):
            while not await self.value(expression):
                await asyncio.sleep(0.1)

    async def type(self, text: str) -> None:
        await self.call("Input.insertText", text=text)

    async def picture(self) -> bytes:
        return base64.b64decode((await self.call("Page.captureScreenshot"))["data"])


@asynccontextmanager
async def opened(folder: Path, address: str) -> AsyncIterator[Page]:
    """Open an address in a new browser whose profile lies in the folder."""
    assert CHROMIUM is not None
    profile = folder / "profile"
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
    command += [f"--user-data-dir={profile}", "--window-size=1200,760", "--no-first-run", "about:blank"]
    environ = {**os.environ, "HOME": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environ) as browser:
        try:
            port = await _port(profile / "DevToolsActivePort")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json/list") as listed:
                    target = next(one for one in await listed.json() if one["type"] == "page")
                async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                    page = Page(socket)
                    await page.call("Network.enable")
                    await page.call("Page.enable")
                    await page.call("Page.navigate", url=address)
                    yield page
        finally:
            browser.kill()


async def _port(file: Path) -> int:
    async with asyncio.timeout(30):
        while not (file.exists() and file.read_text()):
            await asyncio.sleep(0.1)
    return int(file.read_text().splitlines()[0])
