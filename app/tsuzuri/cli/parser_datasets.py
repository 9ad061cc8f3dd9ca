"""The words of `tsuzuri datasets`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

_DATASETS = """\
A dataset is a library of its own: one file, one key, its own watched folders. Nothing in one is found from another.

  tsuzuri datasets                          # all of them, with size, key and what they hold
  tsuzuri datasets create work
  tsuzuri add --in work ~/work              # every command takes --in
  tsuzuri search --in work --in home WORDS  # several; --all for every one that is not archived
  tsuzuri datasets move ~/notes/job --to work
  tsuzuri datasets rename work acme
  tsuzuri datasets archive acme             # kept, and neither opened nor searched, until unarchive
  tsuzuri datasets delete acme              # its file is overwritten, its key forgotten

Settings for one dataset alone stand under [datasets.NAME.chat], .embedder, .reading, .search or .categories, and an
ontology of its own in ontology.NAME.toml beside the settings.
"""


def in_dataset(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the dataset, or several, with commas between them."""
    meaning = "the dataset (default: personal)"
    parser.add_argument("--in", dest="dataset", action=_OneMore, metavar="DATASET", help=meaning)


class _OneMore(argparse.Action):
    """`--in a --in b` is what `--in a,b` is."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 (the signature is argparse's)
        namespace: argparse.Namespace,
        values: str | Sequence[object] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        before = getattr(namespace, self.dest, "")
        setattr(namespace, self.dest, f"{before},{values}" if before else values)


def add_datasets(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", common: argparse.ArgumentParser
) -> None:
    """Add the command; `common` are the options that every command has."""
    command = commands.add_parser(
        "datasets",
        parents=[common],
        help="libraries apart from each other",
        description=_DATASETS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(handler="datasets:datasets")
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("list", parents=[common], help="all of them (the default)")
    create = _on_one(actions, common, "create", "make one")
    create.add_argument("--in-clear", action="store_true", help="not encrypted: readable to whoever has the file")
    rename = _on_one(actions, common, "rename", "give one another name")
    rename.add_argument("new", metavar="NEW", help="the new name")
    _on_one(actions, common, "archive", "put one away")
    _on_one(actions, common, "unarchive", "take one out again")
    delete = _on_one(actions, common, "delete", "delete one, with its key")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    move = actions.add_parser("move", parents=[common], help="move files to another one")
    move.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file or folder")
    move.add_argument("--from", dest="source", default="", metavar="NAME", help="where they are (default: --in)")
    move.add_argument("--to", dest="target", required=True, metavar="NAME", help="where they go")


def _on_one(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    name: str,
    meaning: str,
) -> argparse.ArgumentParser:
    action = actions.add_parser(name, parents=[common], help=meaning)
    action.add_argument("name", metavar="NAME", help="its name")
    return action
