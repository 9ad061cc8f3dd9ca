"""The words of the command line. Imports nothing of ours that is slow: `--help` must be instant."""

import argparse
from collections.abc import Sequence
from datetime import date, datetime, time
from pathlib import Path

from tsuzuri import __version__
from tsuzuri.cli.parser_agents import add_agents
from tsuzuri.cli.parser_ask import add_ask
from tsuzuri.cli.parser_backup import add_backup
from tsuzuri.cli.parser_categories import add_categories
from tsuzuri.cli.parser_datasets import add_datasets, in_dataset
from tsuzuri.cli.parser_folders import add_folders
from tsuzuri.cli.parser_key import add_key
from tsuzuri.cli.parser_keys import add_keys
from tsuzuri.cli.parser_query import add_query
from tsuzuri.cli.parser_review import add_review
from tsuzuri.cli.parser_serving import add_serving
from tsuzuri.core.strategy import Strategy

_EPILOG = """\
exit codes: 0 found or done, 1 nothing found, 2 usage or configuration, 3 failed, 4 not allowed or locked
output goes to stdout, narration to stderr; --json gives one stable JSON document
without a command the terminal interface opens
"""

_ONTOLOGY = """\
The relations that facts are told in. A file of your own (see: tsuzuri ontology path) extends the shipped ones:

  [[relations]]
  name = "plays_in"                  # snake_case; subject, relation and object read as a sentence
  description = "is a member of an ensemble"
  domain = ["person"]                # what a subject may be: person organization place concept thing event
  range = ["organization"]           # what an object may be; "value" is a date, an amount, a role, a text
  cardinality = "many"               # "one": a new object ends the old one; "many": they stand side by side;
                                     # "once": one for good, so that two are asked about (a day of birth)
  lasting = true                     # holds until something ends it; false: happens at its date
  synonyms = ["performs_in"]         # other names of it
  swap = ["has_player"]              # names of it as read from its object
  ends = ["works_at"]                # what then holds no longer between the same two; for a relation like "left"

A relation of a shipped one's name takes its place. With `mode = "closed"` above them all, no other relation is
accepted; `keep = ["works_at", "lives_in"]` then keeps shipped ones.
"""

_TIMELINE = """\
What was true when. A relation that has one value at a time is one lane, in which the values follow on each other; of
any other, each value has a lane.

  |== Lumen AG ==|      from one known day to another
  |== Lumen AG ==>      it goes on, as far as is known
  ?.. Lumen AG ..|      nobody says when it began
  |== Lumen AG ==?      nor exactly when it ended: then at the latest
  o                     it happened within a day, or too short a time to be drawn
  |1=|                  what does not fit into its bar is told below it
  !                     another source says what cannot be true together with it

What has no date is listed below, with the day on which it was said.
"""

STRATEGIES = tuple(Strategy)


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="tsuzuri",
        description="A memory for your files: what they say, who they speak of, and when it was true. Offline.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tsuzuri {__version__}")
    in_dataset(parser)
    parser.set_defaults(dataset="", json=False, handler="interface:interface")
    # Left out where not given: a command's own default would overwrite what stands before the command.
    output = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    output.add_argument("--json", action="store_true", help="print one JSON document")
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, parents=[output])
    in_dataset(common)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add(commands, common)
    _search(commands, common)
    add_ask(commands, common, _day)
    add_query(commands, common, _positive)
    _entity(commands, common)
    _timeline(commands, common)
    add_categories(commands, common)
    add_review(commands, common, _positive)
    _forget(commands, common)
    add_folders(commands, common)
    add_backup(commands, common, _positive)
    add_key(commands, common)
    add_keys(commands, output)
    add_datasets(commands, common)
    add_agents(commands, output, _day)
    add_serving(commands, output, _port)
    _models(commands, output)
    _ontology(commands, output)
    web = commands.add_parser("web", parents=[common], help="the interface in a browser of this machine")
    web.set_defaults(handler="web:web")
    web.add_argument("--port", type=_port, default=8642, metavar="PORT", help="where (default: 8642)")
    web.add_argument("--open", action="store_true", help="open the browser too")
    status = commands.add_parser("status", parents=[common], help="what the library holds and what waits")
    status.set_defaults(handler="showing:status")
    status.add_argument("--follow", action="store_true", help="a line, or JSON document, with each change, until ended")
    doctor = commands.add_parser("doctor", parents=[common], help="what is wrong here, and how to mend it")
    doctor.set_defaults(handler="doctor:doctor")
    doctor.add_argument("--fix", action="store_true", help="put right what can be without a risk, then look")
    doctor.add_argument("--facts", action="store_true", help="compare every fact with the words of its source")
    demo = commands.add_parser("demo", parents=[output], help="a sample library, in a dataset of its own")
    demo.set_defaults(handler="adding:demo")
    demo.add_argument("--no-model", action="store_true", help="make it searchable only")
    demo.add_argument("--no-open", action="store_true", help="do not open the interface at the end")
    return parser


def _add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "add",
        parents=[common],
        help="take files and folders in",
        description="Take files in and let the model read them. Without PATH, let it read what still waits. "
        "A run that was broken off is taken up where it was.",
    )
    command.set_defaults(handler="adding:add")
    command.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a file or a folder")
    command.add_argument("--no-model", action="store_true", help="searchable now; the model's part waits")


def _search(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    listed = "\n".join(f"  {strategy:<16} {strategy.description}" for strategy in STRATEGIES)
    command = commands.add_parser(
        "search",
        parents=[common],
        help="find passages, facts and entities",
        description=f"Strategies:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="showing:search")
    command.add_argument("words", nargs="+", metavar="WORDS", help='words or a question; "quoted" words stand together')
    command.add_argument(
        "--strategy", choices=STRATEGIES, default="system1", metavar="STRATEGY", help="how to search (default: system1)"
    )
    command.add_argument("--limit", type=_positive, default=0, metavar="N", help="how many hits at most")
    command.add_argument("--lexical", action="store_true", help="full text only: instant, no vectors")
    command.add_argument("--trace", action="store_true", help="say what each step found and took")
    command.add_argument("--all", action="store_true", help="in every dataset; --in a --in b for some")
    _as_of(command)


def _entity(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser("entity", parents=[common], help="all that is known of someone or something")
    command.set_defaults(handler="showing:entity")
    command.add_argument("name", nargs="+", metavar="NAME", help="a name or alias, or a piece of one")
    _as_of(command)
    _believed_on(command)


def _timeline(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "timeline",
        parents=[common],
        help="what was true when, drawn as lanes of time",
        description=_TIMELINE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="timeline:timeline")
    command.add_argument("name", nargs="+", metavar="NAME", help="a name or alias, or a piece of one")
    command.add_argument("--relation", default="", metavar="RELATION", help="only this relation: works_at")
    command.add_argument("--from", dest="since", type=_day, default=None, metavar="DATE", help="from that day on")
    command.add_argument("--to", dest="until", type=_day, default=None, metavar="DATE", help="up to that day, with it")
    _as_of(command)
    _believed_on(command)
    command.add_argument("--evidence", action="store_true", help="with the sentence that states each fact")


def _as_of(command: argparse.ArgumentParser) -> None:
    command.add_argument("--as-of", type=_day, default=None, metavar="DATE", help="only what was true on that day")


def _believed_on(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--believed-on",
        type=_end_of_day,
        default=None,
        metavar="DATE",
        help="only what the library knew at the end of that day",
    )


def _forget(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "forget",
        parents=[common],
        help="take files out, with all that only they support",
        description="Take files out of the library, with the passages, facts and names that only they support, and "
        "erase their words from its file. The files themselves are not touched; those in a watched folder are not "
        "taken in again.",
    )
    command.set_defaults(handler="forgetting:forget")
    command.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a file or folder, there or not")
    command.add_argument("--dry-run", action="store_true", help="only show what would go")
    command.add_argument("--yes", action="store_true", help="do not ask")
    command.add_argument("--erase", action="store_true", help="without PATH: only erase what went before")


def _models(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", output: argparse.ArgumentParser) -> None:
    command = commands.add_parser("models", parents=[output], help="the models, and what this machine manages")
    command.set_defaults(handler="models:models")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("list", parents=[output], help="every model, and whether it is here (the default)")
    pull = actions.add_parser("pull", parents=[output], help="download a model; goes on after a break")
    pull.add_argument("model", nargs="?", default="", metavar="MODEL", help="its id (default: the one in use)")
    pull.add_argument("--again", action="store_true", help="even if it is here")
    use = actions.add_parser("use", parents=[output], help="choose the chat model or the embedder")
    use.add_argument("model", metavar="MODEL", help="its id")
    bench = actions.add_parser("bench", parents=[output], help="measure the chat model here and keep the best setting")
    bench.add_argument("model", nargs="?", default="", metavar="MODEL", help="its id (default: the one in use)")


def _ontology(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", output: argparse.ArgumentParser) -> None:
    command = commands.add_parser(
        "ontology",
        parents=[output],
        help="the relations that facts are told in",
        description=_ONTOLOGY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="ontology:ontology")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("show", parents=[output], help="every relation in force (the default)")
    check = actions.add_parser("check", parents=[output], help="read a file as if it were in force; nothing changes")
    check.add_argument("file", type=Path, metavar="FILE", help="an ontology of your own")
    actions.add_parser("path", parents=[output], help="where your own lies, or would lie")


_GREATEST = 2**62
"""Of what a store counts with, and room to add to it."""


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    if int(text) > _GREATEST:
        raise argparse.ArgumentTypeError(f"{text!r} is too great a number")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1024 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port from 1024 to 65535")
    return int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2024-03-31") from None


def _end_of_day(text: str) -> datetime:
    try:
        return datetime.combine(_day(text), time.max).astimezone()
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} is too far from now") from None


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse, or exit with 2 and the usage."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    # `connect` has an option of the same name that gives a list.
    if options.command != "search" and isinstance(options.dataset, str) and "," in options.dataset:
        parser.error(f"only search looks in several datasets: name one of {options.dataset}")
    return options
