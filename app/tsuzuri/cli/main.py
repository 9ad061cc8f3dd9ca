"""The command line's entry: parse, run one command, turn errors into a sentence and an exit code."""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from tsuzuri.cli.parser import parse

if TYPE_CHECKING:
    from tsuzuri.core.errors import TsuzuriError
    from tsuzuri.library.opening import Installation

INTERRUPTED = 130

Handler = Callable[["Installation", argparse.Namespace], int]
"""A command: what it works on, and its words; gives the exit code."""


def main(arguments: Sequence[str] | None = None, *, here: "Installation | None" = None) -> int:
    """Run one command; returns its exit code (see `tsuzuri --help`).

    `here` is the installation to work on; left out, that of whoever runs this process.

    Raises:
        SystemExit: the words make no command (2), or `--help` or `--version` has been answered (0).
    """
    options = parse(arguments)
    try:
        return _run(options, here)
    except KeyboardInterrupt:
        print("\nstopped; what was stored stays, and the rest goes on with the same command", file=sys.stderr)
        return INTERRUPTED


def _run(options: argparse.Namespace, here: "Installation | None") -> int:
    from tsuzuri.cli.opening import installation
    from tsuzuri.cli.output import complain
    from tsuzuri.core.errors import TsuzuriError

    if not _fetches(options):
        from tsuzuri.offline import guard

        guard()
    try:
        with _logging(_log_name(options), here or installation()) as chosen:
            code = _command(options, chosen)
        sys.stdout.flush()
    except TsuzuriError as error:
        complain(error, as_json=options.json)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read the output has enough of it. Python would complain while it flushes the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        refusal = _explained(error)
        complain(refusal, as_json=options.json)
        return refusal.exit_code
    return code


def _command(options: argparse.Namespace, here: "Installation") -> int:
    """Run what the command's parser names; its module is imported only now, so that every command starts fast."""
    module, _, function = options.handler.partition(":")
    run: Handler = getattr(import_module(f"tsuzuri.cli.{module}"), function)
    return run(here, options)


def _fetches(options: argparse.Namespace) -> bool:
    """Whether the command brings something from elsewhere: the only one that does."""
    return (options.command, getattr(options, "action", None)) == ("models", "pull")


def _log_name(options: argparse.Namespace) -> str:
    """What runs for days has a log of its own, since one process writes one."""
    if options.command == "service" and options.action == "run":
        return "service-run"
    return options.command or "interface"


@contextmanager
def _logging(command: str, here: "Installation") -> "Iterator[Installation]":
    """Keep the command's log while it runs; each command has a file, since one process writes one."""
    from tsuzuri.core.errors import TsuzuriError
    from tsuzuri.logs import LogFile, event_logger

    log = LogFile(here.paths.log_dir, command)
    try:
        yield here
    except TsuzuriError as error:
        event_logger("cli").error("failed", error=error)
        raise
    finally:
        log.close()


def _explained(error: OSError) -> "TsuzuriError":
    """What the system refused, as one of ours: a folder that may not be written, a disk that is full."""
    from tsuzuri.core.errors import OutOfSpace, TsuzuriError

    place = f"{error.filename}: " if error.filename else ""
    message = f"{place}{error.strerror or type(error).__name__}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return OutOfSpace(message, hint="free some space and try again")
    return TsuzuriError(message, hint="check that the place is there, and who may write to it")


if __name__ == "__main__":
    raise SystemExit(main())
