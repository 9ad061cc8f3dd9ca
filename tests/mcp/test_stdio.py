"""The server as agents have it: a process of its own, over its standard input and output."""

import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from tests.mcp.served import Served, make
from tsuzuri.library.access.entrance import agents_of


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return make(tmp_path_factory.mktemp("served"))


async def found(client: Client, words: str, **more: object) -> list[Any]:
    result = await client.call_tool("search", {"words": words, **more})
    assert not result.is_error, result.content
    assert result.structured_content is not None
    hits: list[Any] = result.structured_content["hits"]
    return hits


def test_a_granted_agent_reads_its_dataset_and_a_revocation_counts_at_once(served: Served) -> None:
    file = agents_of(served.here)

    async def session() -> None:
        async with Client(served.parameters()) as client:
            assert await found(client, "foundry")
            assert not await found(client, "Starling", datasets=["private"])
            file.revoke("claude", served.here.clock())
            assert not await found(client, "foundry")

    before = file.agents()[0]
    anyio.run(session)
    # Let in again under the same name, for whichever test comes next.
    file.remove("claude")
    token = file.add("claude", served.here.clock())
    for grant in before.grants:
        file.grant("claude", grant.dataset, grant.permissions)
    served.token = token


def test_eight_agents_at_once_beside_a_writer_are_all_answered(served: Served, tmp_path: Path) -> None:
    times: list[float] = []

    async def agent(number: int) -> None:
        async with Client(served.parameters("--allow", "write")) as client:
            for _ in range(5):
                began = time.monotonic()
                assert await found(client, "foundry")
                times.append(time.monotonic() - began)
            note = await client.call_tool("remember", {"text": f"Agent {number} was here.", "dataset": "work"})
            assert not note.is_error, note.content

    def ingest() -> None:
        for number in range(60):
            (tmp_path / f"{number}.txt").write_text(f"Ken Ito lives in Oslo, says note {number}.")
        with served.here.open("work") as library:
            library.add([tmp_path], model=False)

    async def session() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.to_thread.run_sync, ingest)
            for number in range(8):
                group.start_soon(agent, number)

    anyio.run(session)
    assert len(times) == 40
    with served.here.open("work") as library:
        assert library.check() == ()


def test_a_token_that_nobody_has_does_not_start_it(served: Served) -> None:
    from tests.cli.shell import Shell

    done = Shell(served.home, more={"TSUZURI_AGENT_TOKEN": "tsz_nobody"}).run("serve", "--mcp")
    assert (done.code, done.out) == (4, "")
    assert "lets nobody in" in done.err
