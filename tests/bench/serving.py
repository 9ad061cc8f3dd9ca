"""How soon agents are answered: `python -m tests.bench.serving` asks the 100,000-passage library over the protocol.

One server over standard input and output, the SDK's client, System-1 with the query's embedding. With `--agents N`
that many servers, each with a client of its own, ask at once.
"""

import argparse
import os
import sys
import time

import anyio
from mcp import StdioServerParameters
from mcp.client.client import Client

from tests.bench.library import SORTS, Bench, cache_folder


def p(share: float, times: list[float]) -> float:
    """The time within which that share was answered, in ms."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1000


async def _ask(bench: Bench, sort: str, searches: int, times: list[float]) -> None:
    environ = {**os.environ, **bench.environment, "TSUZURI_CHAT__ENABLED": "false"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "tsuzuri", "serve", "--mcp"], env=environ)
    async with Client(server) as client:
        await client.call_tool("search", {"words": "warm", "datasets": [sort]})
        for number in range(searches):
            query = bench.queries[number % len(bench.queries)]
            await anyio.sleep(0.5)  # a server lets 120 requests a minute through
            began = time.perf_counter()
            found = await client.call_tool("search", {"words": query.text, "datasets": [sort]})
            times.append(time.perf_counter() - began)
            assert not found.is_error, found.content


async def _ask_at_once(bench: Bench, sort: str, agents: int, searches: int, times: list[float]) -> None:
    async with anyio.create_task_group() as group:
        for _ in range(agents):
            group.start_soon(_ask, bench, sort, searches, times)


def main() -> None:
    """Measure, and print a line a library."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=60)
    parser.add_argument("--agents", type=int, default=1)
    options = parser.parse_args()
    bench = Bench(cache_folder(), options.passages)
    bench.ensure()
    for sort in SORTS:
        with bench.opened(sort):
            times: list[float] = []
        anyio.run(_ask_at_once, bench, sort, options.agents, options.searches, times)
        print(
            f"{sort}, {options.agents} agents: p50 {p(0.5, times):.0f} ms, p95 {p(0.95, times):.0f} ms of {len(times)}"
        )


if __name__ == "__main__":
    main()
