"""`tsuzuri query`."""

import argparse
from collections.abc import Sequence

from tsuzuri.cli.output import bold, counted, narrate, one_line, print_json
from tsuzuri.library.opening import Installation

_WIDEST = 60


def query(here: Installation, options: argparse.Namespace) -> int:
    """Run one SELECT and print its rows as a table."""
    with here.open_existing(options.dataset) as library:
        table = library.query(options.sql, rows=options.limit)
    if options.json:
        print_json(table=table)
        return 0 if table.rows else 1
    rows = [[_cell(value) for value in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *rows, strict=True)]
    print(bold(_line(table.columns, widths)))
    for row in rows:
        print(_line(row, widths))
    narrate(f"{counted(len(rows), 'row')}{', and there are more' if table.cut else ''}")
    return 0 if rows else 1


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _cell(value: int | float | str | None) -> str:
    text = "" if value is None else one_line(str(value))
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
