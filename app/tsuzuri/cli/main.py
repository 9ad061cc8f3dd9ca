"""The command line's entry: parse, run one command, turn errors into a sentence and an exit code."""

import argparse
import errno
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tsuzuri.cli.parser import parse

if TYPE_CHECKING:
    from tsuzuri.core.errors import TsuzuriError
    from tsuzuri.library.opening import Installation

INTERRUPTED = 130


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
    match options.command:
        case None:
            from tsuzuri.cli.interface import open_interface

            return open_interface(here, options.dataset)
        case "add":
            from tsuzuri.cli.adding import add

            return add(here, options)
        case "demo":
            from tsuzuri.cli.adding import demo

            return demo(here, options)
        case "search":
            from tsuzuri.cli.showing import search

            return search(here, options)
        case "ask":
            from tsuzuri.cli.answering import ask

            return ask(here, options)
        case "query":
            from tsuzuri.cli.query import query

            return query(here, options)
        case "entity":
            from tsuzuri.cli.showing import entity

            return entity(here, options)
        case "timeline":
            from tsuzuri.cli.timeline import timeline

            return timeline(here, options)
        case "review":
            from tsuzuri.cli.review import review

            return review(here, options)
        case "merge":
            from tsuzuri.cli.merging import merge

            return merge(here, options)
        case "split":
            from tsuzuri.cli.merging import split

            return split(here, options)
        case "categories":
            from tsuzuri.cli.categories import categories

            return categories(here, options)
        case "enrich":
            from tsuzuri.cli.categories import enrich

            return enrich(here, options)
        case "forget":
            from tsuzuri.cli.forgetting import forget

            return forget(here, options)
        case "status":
            from tsuzuri.cli.showing import status

            return status(here, options)
        case "watch":
            from tsuzuri.cli.watch import watch

            return watch(here, options)
        case "jobs":
            from tsuzuri.cli.jobs import jobs

            return jobs(here, options)
        case "service":
            from tsuzuri.cli.service import service

            return service(here, options)
        case "models":
            from tsuzuri.cli.models import models

            return models(here, options)
        case "ontology":
            from tsuzuri.cli.ontology import ontology

            return ontology(here, options)
        case _:
            from tsuzuri.cli.doctor import doctor

            return doctor(here, options)


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
