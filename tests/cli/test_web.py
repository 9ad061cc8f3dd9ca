"""`tsuzuri web` says why it does not serve, before it prints an address."""

import socket
from argparse import Namespace
from pathlib import Path

import pytest

from tests.library.worlds import installed_at
from tsuzuri.cli.web import web
from tsuzuri.core.errors import UsageError


def test_a_port_that_another_program_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("textual_serve")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        options = Namespace(dataset="", port=taken.getsockname()[1], open=False)
        with pytest.raises(UsageError, match="cannot be used"):
            web(installed_at(tmp_path), options)
    assert capsys.readouterr().out == ""
