"""`tsuzuri web`."""

import argparse
import secrets
import shlex
import socket
import sys
import webbrowser
from importlib.util import find_spec

from tsuzuri.cli.output import narrate
from tsuzuri.core.errors import UnsupportedOperation, UsageError
from tsuzuri.library.opening import Installation
from tsuzuri.paths import shipped


def web(here: Installation, options: argparse.Namespace) -> int:
    """Serve the interface to a browser of this machine until ended."""
    if find_spec("textual_serve") is None:
        raise UnsupportedOperation(
            "this installation", "serve a browser", hint="install the extra: pip install 'tsuzuri[web]'"
        )
    if options.dataset:
        here.require(options.dataset)
    from tsuzuri.tui.web import HOST, WebServer

    _require_free(HOST, options.port)

    words = [sys.executable, "-m", "tsuzuri", *(["--in", options.dataset] if options.dataset else [])]

    def ready(address: str) -> None:
        print(address, flush=True)
        narrate("open this address in a browser of this machine; end it with Ctrl+C")
        if options.open:
            webbrowser.open(address)

    token = secrets.token_urlsafe(24)
    WebServer(shlex.join(words), options.port, token, shipped("assets/web"), ready).serve()
    return 0


def _require_free(host: str, port: int) -> None:
    """Refuse a port that another program has, before an address is printed that would lead there."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        raise UsageError(f"port {port} cannot be used: {error.strerror}", hint="name another with --port") from error
