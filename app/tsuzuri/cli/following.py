"""Following a library: what is left to do, told with each change."""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tsuzuri.cli.keeping import beat_line, thinks
from tsuzuri.cli.output import print_json_line
from tsuzuri.library.opening import Installation
from tsuzuri.library.pulse import Pulse

if TYPE_CHECKING:
    from tsuzuri.library.facade import Library
    from tsuzuri.library.pulse import Beat
    from tsuzuri.library.queue import Backlog

LOOK_S = 1.0


def changes(library: "Library", rest: Callable[[float], bool]) -> "Iterator[tuple[Backlog, Beat]]":
    """What is left to do and how fast it becomes less, now and after each change.

    `rest` waits for so many seconds between two looks, and tells whether to go on.
    """
    pulse, version, told = Pulse(), -1, None
    while True:
        if (now := library.data_version()) != version:
            version, backlog = now, library.queue.backlog()
            if backlog != told:
                told = backlog
                yield backlog, pulse.at(backlog)
        if not rest(LOOK_S):
            return


def follow(here: Installation, options: argparse.Namespace) -> int:
    """`tsuzuri status --follow`: a line, or a document on a line, with each change, until Ctrl+C."""
    with here.open_existing(options.dataset) as library:
        has_model = thinks(library)
        try:
            for backlog, beat in changes(library, _sleep):
                if options.json:
                    print_json_line(status=library.status(), progress=beat)
                else:
                    print(beat_line(backlog, beat, thinks=has_model), flush=True)
        except KeyboardInterrupt:
            return 0
    return 0


def _sleep(seconds: float) -> bool:
    time.sleep(seconds)
    return True
