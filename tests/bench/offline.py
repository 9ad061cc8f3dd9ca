"""One whole session under strace: `python -m tests.bench.offline` tells every connection that would leave the machine.

It adds files, searches, asks, watches, shows the interface for a moment, and serves an agent, each in a home of its
own. Sockets of the file system and of the loopback addresses are the machine's own. Needs strace.
"""

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.cli.shell import ROOT, Shell

CALLS = "connect,sendto,sendmsg,bind"
_ADDRESS = re.compile(r"sin6?_addr=inet_addr\(\"([^\"]+)\"\)|inet_pton\(AF_INET6, \"([^\"]+)\"")
_SESSION: tuple[tuple[str, ...], ...] = (
    ("add", "--no-model", "NOTES"),
    ("search", "foundry"),
    ("search", "--strategy", "graph", "who lives in Kobe?"),
    ("ask", "--no-model", "Where does Rina Hayami live?"),
    ("watch", "add", "NOTES"),
    ("enrich", "--no-model"),
    ("doctor",),
    ("backup",),
    ("export", "OUT"),
)


def leaving(trace: Iterable[str]) -> list[str]:
    """The lines of a trace that speak to another machine."""
    return [line for line in trace if (found := _ADDRESS.search(line)) and not _is_local(found[1] or found[2])]


def _is_local(address: str) -> bool:
    return address.startswith("127.") or address == "::1"


def _traced(shell: Shell, log: Path, words: Sequence[str], *, on_terminal: bool = False) -> None:
    command = ["strace", "-f", "-qq", "-e", f"trace={CALLS}", "-o", str(log), sys.executable, "-m", "tsuzuri", *words]
    if not on_terminal:
        subprocess.run(command, env=shell.environ(), cwd=ROOT, capture_output=True, check=False, timeout=300)
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
        shell = Shell(home / "home")
        found: list[str] = []
        for number, words in enumerate(_SESSION):
            log = home / f"{number}.trace"
            named = [{"NOTES": str(notes), "OUT": str(home / "out.jsonl")}.get(word, word) for word in words]
            _traced(shell, log, named)
            found += leaving(log.read_text(errors="replace").splitlines())
            print(f"tsuzuri {words[0]}: {len(log.read_text(errors='replace').splitlines())} calls of {CALLS}")
        log = home / "interface.trace"
        _traced(shell, log, (), on_terminal=True)
        found += leaving(log.read_text(errors="replace").splitlines())
        print(f"the interface: {len(log.read_text(errors='replace').splitlines())} calls of {CALLS}")
    print(f"connections that leave the machine: {len(found)}", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
