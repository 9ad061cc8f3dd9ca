"""`tsuzuri connect`."""

import argparse
import json
import sys
from pathlib import Path

from tsuzuri.cli.output import narrate
from tsuzuri.core.access import Permission
from tsuzuri.core.errors import UsageError
from tsuzuri.library.access.entrance import TOKEN_VARIABLE, agents_of
from tsuzuri.library.opening import Installation

_PLACES = {
    "generic": "wherever the program keeps its MCP servers",
    "claude-desktop": "claude_desktop_config.json (Settings, Developer, Edit Config)",
    "claude-code": ".mcp.json in the project, or ~/.claude.json",
    "cursor": "~/.cursor/mcp.json, or .cursor/mcp.json in the project",
    "vscode": ".vscode/mcp.json in the project",
    "zed": "settings.json (zed: open settings)",
}
_KEYS = {"vscode": "servers", "zed": "context_servers"}


def connect(here: Installation, options: argparse.Namespace) -> int:
    """Print a client's configuration for this library; nothing is written but, with `--create`, the agent.

    Raises:
        UsageError: an agent is to be made without a name, or there is one of it, or no such dataset.
    """
    if options.create and not options.agent:
        raise UsageError("an agent needs a name", hint="say --agent NAME with --create")
    for dataset in options.dataset:
        here.require(dataset)
    environment = {}
    if options.create:
        environment[TOKEN_VARIABLE] = _made(here, options)
    elif options.agent:
        environment[TOKEN_VARIABLE] = f"the token of {options.agent}"
    if options.dataset:
        # What is asked without naming a dataset is then asked of one that the agent may read.
        environment["TSUZURI_LIBRARY__DATASET"] = options.dataset[0]
    if home := here.environ.get("TSUZURI_HOME"):
        environment["TSUZURI_HOME"] = str(Path(home).expanduser().absolute())
    arguments = ["-m", "tsuzuri", "serve", "--mcp", *(word for one in options.allow for word in ("--allow", one))]
    server: dict[str, object] = {"command": sys.executable, "args": arguments, "env": environment}
    if options.client == "vscode":
        server = {"type": "stdio", **server}
    print(json.dumps({_KEYS.get(options.client, "mcpServers"): {"tsuzuri": server}}, indent=2, ensure_ascii=False))
    narrate(f"this goes into {_PLACES[options.client]}")
    if options.create:
        narrate(f"the token of {options.agent} is in it, and is not shown again")
    elif not options.agent:
        narrate("without a token it acts for you; for less: tsuzuri connect --agent NAME --create --dataset DATASET")
    return 0


def _made(here: Installation, options: argparse.Namespace) -> str:
    datasets = options.dataset or [here.chosen("")]
    here.require(datasets[0])
    file = agents_of(here)
    token = file.add(options.agent, here.clock())
    permissions = frozenset({Permission.READ, *map(Permission, options.allow)})
    for dataset in datasets:
        file.grant(options.agent, dataset, permissions)
    return token
