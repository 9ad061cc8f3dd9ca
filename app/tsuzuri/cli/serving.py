"""`tsuzuri serve`."""

import argparse
import secrets
from importlib.util import find_spec

from tsuzuri.cli.output import narrate
from tsuzuri.core.access import Permission
from tsuzuri.core.errors import UnsupportedOperation
from tsuzuri.library.access.entrance import READ_ONLY, open_door, token_given
from tsuzuri.library.opening import Installation


def serve(here: Installation, options: argparse.Namespace) -> int:
    """Answer agents until the other end goes, or until ended. Standard output carries the protocol alone."""
    if find_spec("mcp") is None:
        raise UnsupportedOperation(
            "this installation", "serve agents", hint="install the extra: pip install 'tsuzuri[mcp]'"
        )
    token = token_given(here.environ, options.token_file)
    offered = READ_ONLY | {Permission(name) for name in options.allow}
    with open_door(here, token, offered=offered) as door:
        from tsuzuri.mcp.run import HOST, serve_http, serve_stdio

        if not options.http:
            serve_stdio(door)
            return 0
        bearer = token or secrets.token_urlsafe(32)

        def tell() -> None:
            narrate(f"answering on http://{HOST}:{options.http}/mcp; end it with Ctrl+C")
            which = "the agent's token" if token else f"this token: {bearer}"
            narrate(f"it answers who sends, as a bearer token, {which}")

        serve_http(door, options.http, bearer, on_ready=tell)
    return 0
