"""The command line's entry: parse, run one command, turn errors into a sentence and an exit code."""

import argparse
import sys
from collections.abc import Sequence

from tsuzuri.cli.parser import parse

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code (see `tsuzuri --help`)."""
    options = parse(arguments)
    from tsuzuri.core.errors import TsuzuriError

    try:
        return _run(options)
    except TsuzuriError as error:
        from tsuzuri.cli.output import complain

        complain(error, as_json=getattr(options, "json", False))
        return error.exit_code
    except KeyboardInterrupt:
        print("\nstopped; what was stored stays, and the rest goes on with the same command", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case None:
            from tsuzuri.cli.interface import open_interface

            return open_interface(options.dataset)
        case "add":
            from tsuzuri.cli.adding import add

            return add(options)
        case "demo":
            from tsuzuri.cli.adding import demo

            return demo(options)
        case "search":
            from tsuzuri.cli.showing import search

            return search(options)
        case "entity":
            from tsuzuri.cli.showing import entity

            return entity(options)
        case "status":
            from tsuzuri.cli.showing import status

            return status(options)
        case "models":
            from tsuzuri.cli.models import models

            return models(options)
        case _:
            from tsuzuri.cli.doctor import doctor

            return doctor(options)


if __name__ == "__main__":
    raise SystemExit(main())
