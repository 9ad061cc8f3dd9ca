"""An answer takes a while: what its asker hears meanwhile, how it is stopped, and who does not wait for it."""

import threading
from collections.abc import Callable
from typing import cast

import anyio
import pytest
from mcp.client.client import Client

from tsuzuri.core.access import Permission
from tsuzuri.library.access.door import Door
from tsuzuri.library.access.limits import Limits
from tsuzuri.library.several import FoundInSeveral
from tsuzuri.mcp.server import build

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class SlowDoor:
    """Answers no question until it is stopped, and any search at once."""

    limits = Limits()
    offered = frozenset({Permission.READ})

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.at_it = threading.Event()
        self.stopped = threading.Event()

    def usual(self) -> str:
        return "work"

    def ask(self, question: str, *, on_step: Callable[[str], None], **_: object) -> None:
        self.asked.append(question)
        on_step("reading: The Private Diary")
        self.at_it.set()
        assert self.stopped.wait(20)

    def stop_asking(self) -> None:
        self.stopped.set()

    def search(self, words: str, **_: object) -> FoundInSeveral:
        return FoundInSeveral((), {}, {})


async def until(event: threading.Event) -> None:
    assert await anyio.to_thread.run_sync(event.wait, 20)


async def ask(client: Client, question: str, told: Callable[[str | None], None] = lambda _: None) -> None:
    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told(message)

    await client.call_tool("ask", {"question": question}, progress_callback=hear)


async def test_the_asker_hears_how_far_it_is_and_no_word_of_a_file() -> None:
    door, steps = SlowDoor(), list[str | None]()
    async with Client(build(cast(Door, door))) as client, anyio.create_task_group() as group:
        group.start_soon(ask, client, "Who?", steps.append)
        await until(door.at_it)
        door.stop_asking()
    assert steps == ["reading"]


async def test_who_is_gone_stops_the_model() -> None:
    door = SlowDoor()
    async with Client(build(cast(Door, door))) as client, anyio.create_task_group() as group:
        group.start_soon(ask, client, "Who?")
        await until(door.at_it)
        group.cancel_scope.cancel()
    await until(door.stopped)


async def test_who_gives_up_waiting_does_not_stop_the_answer_of_another() -> None:
    door = SlowDoor()
    async with Client(build(cast(Door, door))) as client, anyio.create_task_group() as group:
        group.start_soon(ask, client, "Who?")
        await until(door.at_it)
        async with anyio.create_task_group() as impatient:
            impatient.start_soon(ask, client, "When?")
            await client.call_tool("search", {"words": "x"})  # so that the server has taken the question in
            impatient.cancel_scope.cancel()
        await client.call_tool("search", {"words": "x"})
        assert not door.stopped.is_set()
        door.stop_asking()
    assert door.asked == ["Who?"]


async def test_a_search_waits_for_no_answer() -> None:
    door = SlowDoor()
    async with Client(build(cast(Door, door))) as client, anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(ask, client, f"Who is {number}?")
        await until(door.at_it)
        found = await client.call_tool("search", {"words": "x"})
        assert not found.is_error
        assert len(door.asked) == 1
        door.stop_asking()
