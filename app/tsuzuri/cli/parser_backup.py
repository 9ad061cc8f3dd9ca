"""The words of `tsuzuri backup`, `restore`, `export` and `import`."""

import argparse
from collections.abc import Callable
from pathlib import Path

FORMATS = ("jsonl", "graphml", "vault")

_BACKUP = """\
A whole copy of a dataset, checked, made while others may go on writing. It is encrypted as the dataset is, and opens
with the key of the day on which it was made: keep its recovery phrase (tsuzuri key export), above all before
tsuzuri key rotate.

  tsuzuri backup                            # beside the libraries, or where backup.folder in the settings says
  tsuzuri backup --to /media/disk --keep 30 # the 30 latest of this dataset stay there, older ones go
  tsuzuri backup list
  tsuzuri backup verify FILE                # every page and every rule of the store
  tsuzuri restore FILE                      # see: tsuzuri restore --help
"""

_RESTORE = """\
Puts a backup in a dataset's place. It is checked before; a dataset that is there is moved aside, never deleted.

  tsuzuri restore personal-20261130T090000Z.tsuzuri-backup --as old     # beside what there is
  tsuzuri restore personal-20261130T090000Z.tsuzuri-backup --replace
"""

_EXPORT = """\
All of a dataset for other programs. What is written is not encrypted.

  tsuzuri export notes.jsonl                # everything, for tsuzuri import; .jsonl.gz is packed
  tsuzuri export graph.graphml              # entities and facts, for graph programs
  tsuzuri export --format vault ~/vault     # Markdown notes with [[links]], in a new folder

JSON Lines: the first line {"record":"library","format":1,"schema":N}, then a line a row, {"record":TABLE, ...} with the
columns of that table (content, content_text, source, passage, entity, alias, mention, fact, evidence, ...), binary
columns in base64, times in microseconds since 1970 (UTC), days as ISO 8601; then the greatest id of each table
("sequence"), and last {"record":"end","records":COUNT,"sha256":...} over all lines before. The same dataset gives the
same bytes.
"""

_IMPORT = """\
Makes a new dataset of a file that tsuzuri export wrote, with all that the other one had. A file that is not whole, or
was changed, is refused, and nothing is made.

  tsuzuri import notes.jsonl.gz --in copy
"""


def add_backup(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    positive: Callable[[str], int],
) -> None:
    """Add the commands; `common` are the options that every command has, `positive` reads a number from 1 on."""
    _backup(commands, common, positive)
    restore = _command(commands, common, "restore", "put a backup in a dataset's place", _RESTORE)
    restore.set_defaults(handler="backup:restore")
    restore.add_argument("file", type=Path, metavar="FILE", help="the backup")
    restore.add_argument("--as", dest="into", default="", metavar="DATASET", help="the dataset (default: its own)")
    restore.add_argument("--replace", action="store_true", help="move the dataset that is there aside")
    restore.add_argument("--phrase", action="store_true", help="ask for the recovery phrase it was made under")
    export = _command(commands, common, "export", "all of a dataset, for other programs", _EXPORT)
    export.set_defaults(handler="exporting:export")
    export.add_argument("target", type=Path, metavar="TARGET", help="the file, or for a vault the new folder")
    export.add_argument("--format", choices=FORMATS, default="", help="(default: as the name ends, else jsonl)")
    export.add_argument("--overwrite", action="store_true", help="even if the file is there")
    import_ = _command(commands, common, "import", "a new dataset from an export", _IMPORT)
    import_.set_defaults(handler="exporting:import_")
    import_.add_argument("file", type=Path, metavar="FILE", help="what tsuzuri export wrote")


def _backup(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    positive: Callable[[str], int],
) -> None:
    where = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    where.add_argument("--to", dest="folder", type=Path, metavar="FOLDER", help="where backups lie")
    command = _command(commands, common, "backup", "a whole copy of a dataset, checked", _BACKUP, where)
    command.add_argument("--keep", type=positive, default=0, metavar="N", help="how many stay (default: backup.keep)")
    command.set_defaults(handler="backup:backup", folder=None)
    actions = command.add_subparsers(dest="action", metavar="ACTION", title="actions")
    actions.add_parser("list", parents=[common, where], help="the backups there are, latest first")
    verify = actions.add_parser("verify", parents=[common], help="check every page and every rule")
    verify.add_argument("file", type=Path, metavar="FILE", help="the backup")


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    common: argparse.ArgumentParser,
    name: str,
    help: str,
    description: str,
    *more: argparse.ArgumentParser,
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        parents=[common, *more],
        help=help,
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
