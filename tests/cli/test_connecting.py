"""`tsuzuri connect`: what is to be put into another program's settings, and the agent that it then is."""

import argparse
import json
from pathlib import Path
from typing import Any

import pytest

from tests.library.worlds import FakeInstallation, installed_at
from tsuzuri.cli.connecting import connect
from tsuzuri.cli.parser import build_parser
from tsuzuri.cli.parser_serving import CLIENTS
from tsuzuri.core.access import Permission
from tsuzuri.core.errors import UsageError
from tsuzuri.library.access.entrance import TOKEN_VARIABLE, agents_of


@pytest.fixture
def here(tmp_path: Path) -> FakeInstallation:
    made = installed_at(tmp_path / "home")
    made.open("work").close()
    return made


def options(*words: str) -> argparse.Namespace:
    return build_parser().parse_args(["connect", *words])


def printed(here: FakeInstallation, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert connect(here, options(*words)) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.parametrize("client", CLIENTS)
def test_every_client_gets_a_command_that_starts_the_server(
    here: FakeInstallation, capsys: pytest.CaptureFixture[str], client: str
) -> None:
    (servers,) = printed(here, capsys, client).values()
    assert servers["tsuzuri"]["args"][-2:] == ["serve", "--mcp"]
    assert build_parser().parse_args(servers["tsuzuri"]["args"][2:]).allow == []
    assert TOKEN_VARIABLE not in servers["tsuzuri"]["env"]


def test_an_agent_is_made_where_that_is_said_and_its_token_lets_it_in(
    here: FakeInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("cursor", "--agent", "cursor", "--create", "--dataset", "work", "--allow", "write")
    server = printed(here, capsys, *words)["mcpServers"]["tsuzuri"]
    agent = agents_of(here).of_token(server["env"][TOKEN_VARIABLE])
    assert agent is not None
    assert [(one.dataset, one.permissions) for one in agent.grants] == [
        ("work", frozenset({Permission.READ, Permission.WRITE}))
    ]
    assert server["env"]["TSUZURI_LIBRARY__DATASET"] == "work"  # it need not name what it asks
    assert server["args"][-2:] == ["--allow", "write"]
    assert server["env"][TOKEN_VARIABLE] not in str(server["args"])  # others see what a command line says


def test_of_one_that_there_is_the_token_is_left_to_be_filled_in(
    here: FakeInstallation, capsys: pytest.CaptureFixture[str]
) -> None:
    server = printed(here, capsys, "vscode", "--agent", "claude")["servers"]["tsuzuri"]
    assert server["env"][TOKEN_VARIABLE] == "the token of claude"
    assert agents_of(here).agents() == ()


@pytest.mark.parametrize(
    "words", [("--create",), ("--agent", "a", "--create", "--dataset", "nowhere"), ("--dataset", "nowhere")]
)
def test_what_cannot_be_is_refused_and_no_agent_is_made(here: FakeInstallation, words: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        connect(here, options(*words))
    assert agents_of(here).agents() == ()
