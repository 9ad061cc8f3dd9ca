"""The server over HTTP: on this machine alone, with the agent's token, and for no page of another host."""

import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.served import Served, make
from tests.models.remote.servers import free_port
from tsuzuri.core.errors import UsageError
from tsuzuri.library.access.entrance import open_door
from tsuzuri.mcp.run import serve_http


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return make(tmp_path_factory.mktemp("served"))


@pytest.fixture(scope="module")
def url(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    given = served.parameters("--http", str(port))
    log: Path = tmp_path_factory.mktemp("log") / "log"
    with log.open("wb") as out, subprocess.Popen([sys.executable, *given.args], env=given.env, stderr=out) as process:
        try:
            url = f"http://127.0.0.1:{port}/mcp"
            until = time.monotonic() + 30
            while status(url) is None:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until
                threading.Event().wait(0.1)
            yield url
        finally:
            process.terminate()


def status(url: str, **headers: str) -> int | None:
    request = urllib.request.Request(url, b"{}", {"content-type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            code: int = response.status
            return code
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def test_who_sends_the_token_is_answered(served: Served, url: str) -> None:
    async def session() -> None:
        headers = {"Authorization": f"Bearer {served.token}"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            found = await client.call_tool("search", {"words": "foundry"})
            assert found.structured_content is not None
            assert found.structured_content["hits"]

    anyio.run(session)


def test_a_port_that_another_has_is_refused_before_anything_is_told(served: Served, url: str) -> None:
    port = int(url.removeprefix("http://127.0.0.1:").removesuffix("/mcp"))
    told: list[str] = []
    with open_door(served.here, served.token) as door, pytest.raises(UsageError, match="port"):
        serve_http(door, port, served.token, on_ready=lambda: told.append("ready"))
    assert told == []


@pytest.mark.parametrize("token", [None, "", "Bearer ", "Bearer tsz_wrong", "Basic x"])
def test_who_does_not_is_refused(url: str, token: str | None) -> None:
    assert status(url, **({} if token is None else {"Authorization": token})) == 401


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_page_of_another_host_is_refused_even_with_the_token(
    served: Served, url: str, headers: dict[str, str]
) -> None:
    assert status(url, Authorization=f"Bearer {served.token}", **headers) in (403, 421)
