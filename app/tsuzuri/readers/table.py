"""Tables as lines that read alone: each row names its columns."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import BlockKind, Document, Place, PlaceKind, Span
from tsuzuri.readers.decode import Encoding, decode
from tsuzuri.readers.draft import Draft, Words
from tsuzuri.readers.media import CSV, TSV
from tsuzuri.text.normalise import display

_DELIMITERS: Final = (",", ";", "\t", "|")
_MOST_ROWS: Final = 50_000
_MOST_CHARACTERS: Final = 20_000_000
"""Of all rows with the names of their columns, which a long name makes many times as long as the file."""


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

    The first row is the header when it names at least two columns, or the only one, and leaves at most one without a
    name; names are different and none is a number. Without a header, or where it is all there is, values stand alone.
    Empty cells and empty rows are left out.
    """
    return Words.joined((line.words for line in _lines(rows)), "\n")


@dataclass(frozen=True, slots=True)
class _Line:
    """A row as text, and its number in the table: the first row is 1."""

    number: int
    words: Words


def _lines(rows: Iterable[Sequence[Words]]) -> Iterator[_Line]:
    """The filled rows, each read when it is asked for."""
    table = ((number, [_flat(cell) for cell in row]) for number, row in enumerate(rows, start=1))
    filled = ((number, row) for number, row in table if any(cell.text for cell in row))
    first, second = next(filled, None), next(filled, None)
    if first is None:
        return
    headers = [cell.text for cell in first[1]] if second and _is_header(first[1]) else []
    if not headers:
        yield _Line(first[0], _line(first[1], headers))
    if second:
        yield _Line(second[0], _line(second[1], headers))
    for number, row in filled:
        yield _Line(number, _line(row, headers))


def _document(text: str, delimiter: str, media_type: str, path: PurePath, encoding: Encoding) -> Document:
    # A stray quotation mark makes one value of the rest of the file: long, but nothing is lost.
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    lines, is_whole = _within_bounds(_lines([Words(cell) for cell in row] for row in reader))
    draft = Draft()
    draft.add(BlockKind.TABLE, Words.joined((line.words for line in lines), "\n"))
    document = draft.finish(media_type, title=path.stem, encoding=encoding)
    remarks = () if is_whole else (f"only its first {len(lines):,} rows were read",)
    return replace(document, places=_places(lines), remarks=remarks)


def _within_bounds(lines: Iterable[_Line]) -> tuple[list[_Line], bool]:
    """The lines up to the bounds, at least one; and whether that is all."""
    kept: list[_Line] = []
    characters = 0
    for line in lines:
        characters += len(line.words.text)
        if kept and (len(kept) == _MOST_ROWS or characters > _MOST_CHARACTERS):
            return kept, False
        kept.append(line)
    return kept, True


def _places(lines: Iterable[_Line]) -> tuple[Place, ...]:
    """Where each row stands in the document, whose lines they are."""
    places = []
    at = 0
    for line in lines:
        end = at + len(line.words.text)
        places.append(Place(PlaceKind.ROW, str(line.number), Span(at, end)))
        at = end + 1
    return tuple(places)


def _flat(cell: Words) -> Words:
    """A cell on one line. Where white space had to go its links go too, for they would move."""
    flat = " ".join(cell.text.split())
    return cell if cell.text == flat else Words(flat)


def _is_header(row: Sequence[Words]) -> bool:
    names = [cell.text for cell in row if cell.text]
    is_wide = len(names) == len(row) or (len(names) >= 2 and len(names) + 1 == len(row))
    return is_wide and len(set(names)) == len(names) and not any(_is_number(name) for name in names)


def _is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").lstrip("+-¥$€").isdecimal()


def _line(row: Sequence[Words], headers: Sequence[str]) -> Words:
    cells = []
    for number, cell in enumerate(row):
        if cell.text:
            named = number < len(headers) and headers[number]
            cells.append(Words.joined((Words(f"{headers[number]}: "), cell)) if named else cell)
    return Words.joined(cells, "; ")
