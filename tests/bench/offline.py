"""One whole session under strace: `python -m tests.bench.offline` tells every connection that would leave the machine.

It adds files, lets the model read them, searches, asks, watches, serves an agent, and shows the interface for a moment,
in a home of its own. Sockets of the file system and of the loopback addresses are the machine's own. Needs strace, and
the small chat model of the suite.
"""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.cli.shell import ROOT, Shell
from tsuzuri.paths import Paths

CALLS = "connect,sendto,sendmsg,bind"
_ADDRESS = re.compile(r"sin6?_addr=inet_addr\(\"([^\"]+)\"\)|inet_pton\(AF_INET6, \"([^\"]+)\"")
_SESSION: tuple[tuple[str, ...], ...] = (
    ("add", "--no-model", "NOTES"),
    ("search", "foundry"),
    ("search", "--strategy", "graph", "who lives in Kobe?"),
    ("ask", "--no-model", "Where does Rina Hayami live?"),
    ("add", "NOTES"),
    ("watch", "add", "NOTES"),
    ("enrich", "--no-model"),
    ("doctor",),
    ("backup",),
    ("export", "OUT"),
    ("serve", "--mcp"),
)
_MODELS = {
    "TSUZURI_CHAT__MODEL": "smollm2-135m-instruct-q4_1",
    "TSUZURI_EMBEDDER__MODEL": "multilingual-e5-small-q4",
}
_CLIENT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
_CALLS = (
    {"id": 1, "method": "initialize", "params": _CLIENT},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": {"name": "search", "arguments": {"words": "foundry"}}},
)


def leaving(trace: Iterable[str]) -> list[str]:
    """The lines of a trace that speak to another machine."""
    return [line for line in trace if (found := _ADDRESS.search(line)) and not _is_local(found[1] or found[2])]


def _is_local(address: str) -> bool:
    return address.startswith("127.") or address == "::1"


def _traced(shell: Shell, log: Path, words: Sequence[str], *, on_terminal: bool = False) -> None:
    command = ["strace", "-f", "-qq", "-e", f"trace={CALLS}", "-o", str(log), sys.executable, "-m", "tsuzuri", *words]
    if not on_terminal:
        _run(command, shell, _CALLS if words[0] == "serve" else ())
        return
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, env={**shell.environ(), "TERM": "xterm"}, stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        threading.Thread(target=_drain, args=(ours,), daemon=True).start()
        threading.Event().wait(6.0)
        os.write(ours, b"\x11")  # ctrl+q: a plain q would go into the search line
        running.wait(timeout=60)


def _run(command: Sequence[str], shell: Shell, calls: Sequence[Mapping[str, object]]) -> None:
    """Run a command to its end; one that serves is given the calls, and ends once they are answered."""
    with subprocess.Popen(
        command, env=shell.environ(), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for call in calls:
            running.stdin.write(json.dumps({"jsonrpc": "2.0", **call}).encode() + b"\n")
            running.stdin.flush()
            if "id" in call:
                assert b'"result"' in running.stdout.readline()
        running.communicate(timeout=300)
        assert running.returncode in (0, 1), f"{command[-1]} ended with {running.returncode}"


def _drain(terminal: int) -> None:
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        return


def main() -> int:
    """Run the session; the exit code is 1 where something left the machine."""
    if shutil.which("strace") is None:
        print("strace is not installed", file=sys.stderr)
        return 2
    from tests.library.worlds import write_notes

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        notes = write_notes(home / "notes")
        shell = Shell(home / "home", more={**_MODELS, "TSUZURI_MODELS_DIR": str(Paths.default().models_dir)})
        found: list[str] = []
        for number, words in enumerate(_SESSION):
            log = home / f"{number}.trace"
            named = [{"NOTES": str(notes), "OUT": str(home / "out.jsonl")}.get(word, word) for word in words]
            _traced(shell, log, named)
            found += leaving(log.read_text(errors="replace").splitlines())
            print(
                f"tsuzuri {' '.join(words[:2])}: {len(log.read_text(errors='replace').splitlines())} calls of {CALLS}"
            )
        log = home / "interface.trace"
        _traced(shell, log, (), on_terminal=True)
        found += leaving(log.read_text(errors="replace").splitlines())
        print(f"the interface: {len(log.read_text(errors='replace').splitlines())} calls of {CALLS}")
    print(f"connections that leave the machine: {len(found)}", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
