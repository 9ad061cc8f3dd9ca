"""Tables as lines that read alone: each row names its columns."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import BlockKind, Document
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, Words
from tsuzuri.readers.media import CSV, TSV
from tsuzuri.text.normalise import display

_DELIMITERS: Final = (",", ";", "\t", "|")


def read_csv(data: bytes, path: PurePath) -> Document:
    """Values separated by the comma, semicolon, tab or bar, whichever the first line has most of."""
    decoded = decode(data)
    text = display(decoded.text)
    first = text.partition("\n")[0]
    return _document(text, max(_DELIMITERS, key=first.count), CSV, path, decoded.encoding)


def read_tsv(data: bytes, path: PurePath) -> Document:
    """Values separated by tabs."""
    decoded = decode(data)
    return _document(display(decoded.text), "\t", TSV, path, decoded.encoding)


def table_words(rows: Iterable[Sequence[Words]]) -> Words:
    """Rows as lines `header: value; header: value`.

    The first row is the header when its cells are all filled, different and none is a number; without a header,
    or where it is all there is, values stand alone. Empty cells and empty rows are left out.
    """
    table = [[_flat(cell) for cell in row] for row in rows]
    table = [row for row in table if any(cell.text for cell in row)]
    if not table:
        return Words("")
    headers: Sequence[str] = [cell.text for cell in table[0]] if len(table) > 1 and _is_header(table[0]) else ()
    return Words.joined((_line(row, headers) for row in (table[1:] if headers else table)), "\n")


def _document(text: str, delimiter: str, media_type: str, path: PurePath, encoding: str) -> Document:
    # A stray quotation mark makes one value of the rest of the file: long, but nothing is lost.
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    draft = Draft()
    draft.add(BlockKind.TABLE, table_words([Words(cell) for cell in row] for row in rows))
    return draft.finish(media_type, title=path.stem, encoding=encoding)


def _flat(cell: Words) -> Words:
    """A cell on one line. Where white space had to go its links go too, for they would move."""
    flat = " ".join(cell.text.split())
    return cell if cell.text == flat else Words(flat)


def _is_header(row: Sequence[Words]) -> bool:
    names = [cell.text for cell in row]
    return all(names) and len(set(names)) == len(names) and not any(_is_number(name) for name in names)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").lstrip("+-¥$€").isdecimal()


def _line(row: Sequence[Words], headers: Sequence[str]) -> Words:
    cells = []
    for number, cell in enumerate(row):
        if cell.text:
            named = number < len(headers)
            cells.append(Words.joined((Words(f"{headers[number]}: "), cell)) if named else cell)
    return Words.joined(cells, "; ")
