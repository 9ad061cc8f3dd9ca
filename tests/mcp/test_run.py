"""Of what a web server hands on, requests with the token alone reach the application behind it."""

from collections.abc import MutableMapping
from typing import Any

import anyio
import pytest

from tsuzuri.mcp.run import Bearer

_RIGHT = (b"authorization", b"Bearer tsz_right")


def reached(scope: MutableMapping[str, Any]) -> tuple[bool, list[int]]:
    """Whether the application was reached, and the status that was answered without it."""
    seen: list[object] = []
    statuses: list[int] = []

    async def app(scope: MutableMapping[str, Any], receive: object, send: object) -> None:
        seen.append(scope)

    async def receive() -> MutableMapping[str, Any]:
        return {}

    async def send(message: MutableMapping[str, Any]) -> None:
        if "status" in message:
            statuses.append(message["status"])

    anyio.run(Bearer(app, "tsz_right"), scope, receive, send)
    return bool(seen), statuses


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ({"type": "lifespan"}, (True, [])),
        ({"type": "http", "headers": [_RIGHT]}, (True, [])),
        ({"type": "http", "headers": [(b"authorization", b"Bearer tsz_wrong"), _RIGHT]}, (False, [401])),
        ({"type": "http", "headers": []}, (False, [401])),
        ({"type": "websocket", "headers": [_RIGHT]}, (False, [])),
        ({"type": "what comes one day", "headers": []}, (False, [])),
    ],
)
def test_the_token_is_asked_of_all_but_the_servers_own_start(
    scope: dict[str, Any], expected: tuple[bool, list[int]]
) -> None:
    assert reached(scope) == expected
