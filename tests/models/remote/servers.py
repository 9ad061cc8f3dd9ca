"""Servers to test on: a real llama.cpp one from the package that ships it, and one that misbehaves as told."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


@contextmanager
def llama_server(model: Path, log: Path) -> Iterator[str]:
    """llama-cpp-python's server on a model; gives its base URL once it answers."""
    port = free_port()
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(model), "--host", "127.0.0.1"]
    command += ["--port", str(port), "--n_ctx", "2048", "--n_threads", "2", "--logits_all", "true"]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, env=dict(os.environ)) as process:
        try:
            url = f"http://127.0.0.1:{port}/v1"
            until = time.monotonic() + 60
            while not _answers(f"{url}/models"):
                assert process.poll() is None, log.read_text(errors="replace")[-2000:]
                assert time.monotonic() < until
                threading.Event().wait(0.1)
            yield url
        finally:
            process.terminate()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1):
            return True
    except OSError:
        return False


Reply = tuple[int, dict[str, str], bytes]
Said = Callable[[dict[str, Any]], Reply]
"""Gives a reply to what is asked."""


def completion(*texts: str, **more: object) -> "Said":
    """A chat completion of those pieces: a stream or one document, as it is asked for."""

    def reply(asked: dict[str, Any]) -> Reply:
        usage = {"prompt_tokens": 7, "completion_tokens": 3}
        if not asked.get("stream"):
            return document(choices=[{"message": {"content": "".join(texts)}, **more}], usage=usage)
        pieces = [{"choices": [{"delta": {"content": text}, **more}]} for text in texts]
        lines = [f"data: {json.dumps(piece)}\n\n" for piece in [*pieces, {"choices": [], "usage": usage}]]
        return 200, {"content-type": "text/event-stream"}, "".join([*lines, "data: [DONE]\n\n"]).encode()

    return reply


def document(**fields: object) -> Reply:
    return 200, {"content-type": "application/json"}, json.dumps(fields).encode()


class _Patient(ThreadingHTTPServer):
    """Takes it calmly when a client breaks off."""

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@dataclass
class Unruly:
    """Answers each request with the next of its replies, the last one again and again; keeps what it was asked."""

    replies: list[Reply | Said]
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run it; gives its base URL."""
        unruly, lock = self, threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                with lock:
                    unruly.asked.append(asked := json.loads(body))
                    unruly.headers.append({name.lower(): value for name, value in self.headers.items()})
                    reply = unruly.replies.pop(0) if len(unruly.replies) > 1 else unruly.replies[0]
                    unruly.at_once += 1
                    unruly.most_at_once = max(unruly.most_at_once, unruly.at_once)
                status, headers, content = reply(asked) if callable(reply) else reply
                with lock:
                    unruly.at_once -= 1
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *arguments: object) -> None:
                """Say nothing."""

        server = _Patient(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            server.shutdown()
            server.server_close()
