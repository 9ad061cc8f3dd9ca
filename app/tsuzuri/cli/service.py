"""`tsuzuri service`."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from tsuzuri.cli.following import LOOK_S, changes
from tsuzuri.cli.keeping import backlog_lines, beat_line, library_file, named, thinks
from tsuzuri.cli.output import counted, narrate, print_json, print_json_line
from tsuzuri.core.errors import LibraryBusy, TsuzuriError, UnsupportedOperation
from tsuzuri.core.roots import RootState
from tsuzuri.library.lock import SERVICE, Holder, holder, sign
from tsuzuri.library.opening import Installation
from tsuzuri.library.service import install, key_lacking, run_command, uninstall, unit

if TYPE_CHECKING:
    from types import FrameType

    from tsuzuri.library.facade import Library
    from tsuzuri.library.keeping import Keeper
    from tsuzuri.library.pulse import Beat
    from tsuzuri.library.queue import Backlog
    from tsuzuri.library.service import ServiceFile
    from tsuzuri.library.tending import Problem

_EMPTY = 1
_TELL_S = 30.0
_STOP_S = 60.0


def service(here: Installation, options: argparse.Namespace) -> int:
    """Run one of the actions on the service."""
    match options.action:
        case "run":
            return _run(here, options)
        case "install":
            return _install(here, options)
        case "uninstall":
            return _uninstall(here, options)
        case "stop":
            return _stop(here, options)
        case _:
            return _status(here, options)


def _run(here: Installation, options: argparse.Namespace) -> int:
    """Keep the library until the process is told to end, which is no failure."""
    with here.open_existing(options.dataset) as library, _ending() as ended, ExitStack() as kept:
        keeper = _keep(library, kept, ended, wait=options.wait)
        if keeper is None:
            return 0
        sign(library_file(here, options.dataset), SERVICE)
        narrate(f"keeping the library in line with {counted(len(library.folders.roots()), 'folder')}; end with Ctrl+C")
        teller = _Teller(keeper, thinks=thinks(library), as_json=options.json)

        def rest(seconds: float) -> bool:
            is_to_end = _rest(ended, seconds)
            teller.tell_problems()
            return not is_to_end

        for backlog, beat in changes(library, rest):
            teller.tell(backlog, beat)
        narrate("ending: what was begun is finished, or goes on next time")
    return 0


def _keep(library: "Library", kept: ExitStack, ended: "SimpleQueue[int]", *, wait: bool) -> "Keeper | None":
    """Begin to keep the library; None if the process is to end before another has let go of it.

    Raises:
        LibraryBusy: another process keeps it, and nobody said to wait.
    """
    told = False
    while True:
        try:
            return kept.enter_context(library.keep())
        except LibraryBusy as busy:
            if not wait:
                raise
            if not told:
                narrate(f"waiting: {busy.message}")
                told = True
        if _rest(ended, LOOK_S):
            return None


@contextmanager
def _ending() -> "Iterator[SimpleQueue[int]]":
    """A queue into which each wish to end is put; it is the one thing that a signal handler may safely touch."""
    wishes: SimpleQueue[int] = SimpleQueue()

    def note(number: int, _: "FrameType | None") -> None:
        wishes.put(number)

    former = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield wishes
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _rest(ended: "SimpleQueue[int]", seconds: float) -> bool:
    """Wait; True at once when the process is to end."""
    try:
        ended.get(timeout=seconds)
    except Empty:
        return False
    return True


class _Teller:
    """Tells how far the service is: each change on a terminal and as JSON, elsewhere turns and now and then."""

    def __init__(self, keeper: "Keeper", *, thinks: bool, as_json: bool) -> None:
        self._keeper = keeper
        self._thinks = thinks
        self._as_json = as_json
        self._every = as_json or sys.stdout.isatty()
        self._problems: tuple[Problem, ...] = ()
        self._turn: tuple[bool, ...] = ()
        self._told_at = 0.0

    def tell(self, backlog: "Backlog", beat: "Beat") -> None:
        """Tell of a change."""
        if self._as_json:
            print_json_line(backlog=backlog, progress=beat)
            return
        stages = (beat.reading, beat.embedding, beat.understanding)
        turn = (backlog.paused, *(stage.done < stage.total for stage in stages))
        now = time.monotonic()
        if self._every or turn != self._turn or now >= self._told_at + _TELL_S:
            self._turn, self._told_at = turn, now
            print(beat_line(backlog, beat, thinks=self._thinks), flush=True)

    def tell_problems(self) -> None:
        """Tell what keeps a stage from going on, once."""
        former, self._problems = self._problems, self._keeper.problems
        if self._as_json:
            if self._problems != former:
                print_json_line(problems=self._problems)
            return
        for problem in self._problems:
            if problem not in former:
                narrate(f"{problem.stage} waits: {problem.message}{f' ({problem.hint})' if problem.hint else ''}")


def _install(here: Installation, options: argparse.Namespace) -> int:
    file = _file(here, options)
    name = here.chosen(options.dataset)
    install(file, run_command)
    if options.json:
        print_json(installed=file.path)
    else:
        print(f"installed: {file.path}")
        narrate("it runs now and whenever you log in; see: tsuzuri service status")
    if lacking := key_lacking(here, name):
        narrate(lacking)
    return 0


def _uninstall(here: Installation, options: argparse.Namespace) -> int:
    """Exit code 1 if it was not installed."""
    file = _file(here, options)
    removed = uninstall(file, run_command)
    if options.json:
        print_json(removed=file.path if removed else None)
    else:
        print("the service is gone; your library stays" if removed else "no service is installed")
    return 0 if removed else _EMPTY


def _status(here: Installation, options: argparse.Namespace) -> int:
    """Exit code 1 if nobody keeps the library."""
    found = holder(library_file(here, options.dataset))
    with here.open_existing(options.dataset) as library:
        backlog, roots = library.queue.backlog(), library.folders.roots()
    offline = sum(root.state is RootState.OFFLINE for root in roots)
    doubted = sum(root.state is RootState.DOUBTED for root in roots)
    if options.json:
        print_json(keeper=found, backlog=backlog, folders=roots)
    else:
        print(f"kept by    {named(found) if found else 'nobody; begin with: tsuzuri service run'}")
        more = [f"{number} {state}" for number, state in ((offline, "offline"), (doubted, "in doubt")) if number]
        print(f"folders    {', '.join([str(len(roots)), *more])}")
        for line in backlog_lines(backlog):
            print(line)
    return 0 if found else _EMPTY


def _stop(here: Installation, options: argparse.Namespace) -> int:
    """End the service and wait until it is done; exit code 1 if none runs.

    Raises:
        UnsupportedOperation: this system has no way to ask a process to end.
        LibraryBusy: whoever writes is no service, or does not end.
    """
    file = library_file(here, options.dataset)
    found = holder(file)
    if found is None:
        narrate("no service runs")
        return _EMPTY
    if found.role != SERVICE:
        raise LibraryBusy(f"{named(found)} writes to this library, which is no service", hint="end it where it runs")
    if sys.platform == "win32":
        raise UnsupportedOperation("Windows", "ask a process to end", hint="press Ctrl+C where it runs")
    _ask_to_end(found)
    deadline = time.monotonic() + _STOP_S
    while holder(file) == found:
        if time.monotonic() > deadline:
            raise LibraryBusy(f"{named(found)} did not end within {_STOP_S:.0f} seconds", hint="look again later")
        time.sleep(0.05)
    if options.json:
        print_json(stopped=found)
    else:
        print(f"{named(found)} has ended")
    return 0


def _ask_to_end(found: Holder) -> None:
    try:
        os.kill(found.pid, signal.SIGTERM)
    except ProcessLookupError:
        return  # it has ended by itself
    except PermissionError:
        raise TsuzuriError(f"{named(found)} is another person's", hint="only they can end it") from None


def _file(here: Installation, options: argparse.Namespace) -> "ServiceFile":
    return unit((sys.executable, "-m", "tsuzuri"), options.dataset, here.environ)
