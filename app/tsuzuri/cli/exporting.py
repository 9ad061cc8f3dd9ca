"""`tsuzuri export` and `tsuzuri import`."""

import argparse

from tsuzuri.cli.output import counted, narrate, print_json, progress_line
from tsuzuri.core.errors import UsageError
from tsuzuri.library.opening import Installation


def export(here: Installation, options: argparse.Namespace) -> int:
    """Write all of a dataset as JSON Lines, GraphML, or a vault of notes."""
    target, format_ = options.target, options.format or _format_of(options.target.name)
    dataset = here.chosen(options.dataset)
    if format_ != "vault" and target.exists() and not options.overwrite:
        raise UsageError(f"{target} is there already", hint="name another file, or say --overwrite")
    show = None if options.json else progress_line()
    match format_:
        case "vault":
            from tsuzuri.library.exports.vault import write_vault

            with here.open_existing(dataset) as library:
                told = counted(write_vault(library, target, on_progress=show), "note")
        case "graphml":
            from tsuzuri.library.exports.graphml import write_graphml
            from tsuzuri.library.exports.lines import whole_file

            with here.open_existing(dataset) as library, whole_file(target) as file:
                nodes, edges = write_graphml(library, file, on_progress=show)
            told = f"{counted(nodes, 'entity').replace('entitys', 'entities')}, {counted(edges, 'fact')}"
        case _:
            from tsuzuri.library.exports.lines import export_lines

            told = counted(export_lines(here, dataset, target, on_progress=show), "line")
    if options.json:
        print_json(exported={"dataset": dataset, "format": format_, "target": target, "holds": told})
    else:
        print(target)
        narrate(f"{told}; this is not encrypted")
    return 0


def import_(here: Installation, options: argparse.Namespace) -> int:
    """Make a new dataset from an export."""
    from tsuzuri.library.exports.lines import import_lines

    if not options.dataset:
        raise UsageError("an import makes a new dataset", hint="name it: tsuzuri import FILE --in NAME")
    show = None if options.json else progress_line()
    records = import_lines(here, options.file, options.dataset, on_progress=show)
    if options.json:
        print_json(imported={"dataset": options.dataset, "records": records})
    else:
        narrate(f"{options.dataset} holds {counted(records, 'record')}, and every rule of the store holds")
    return 0


def _format_of(name: str) -> str:
    return "graphml" if name.endswith((".graphml", ".graphml.gz")) else "jsonl"
