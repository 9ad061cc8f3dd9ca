import csv
import io
from collections.abc import Sequence
from pathlib import PurePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import BlockKind
from tsuzuri.readers.draft import Words
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.readers.table import read_csv, read_tsv, table_words
from tsuzuri.text.split import split

PATH = PurePath("people.csv")


def test_each_row_names_its_columns() -> None:
    document = read_csv(b"name,city,age\nAya Mori,Kyoto,31\nKen,,40\n", PATH)
    assert document.text == "name: Aya Mori; city: Kyoto; age: 31\nname: Ken; age: 40"
    assert texts(document, BlockKind.TABLE) == [document.text]
    assert document.title == "people"


def test_quoted_cells_may_hold_delimiters_and_lines() -> None:
    assert read_csv(b'name,note\nAya,"likes tea, and\ncake"\n', PATH).text == "name: Aya; note: likes tea, and cake"


def test_semicolons_and_tabs_are_delimiters_too() -> None:
    assert read_csv(b"name;city\nAya;Kyoto\n", PATH).text == "name: Aya; city: Kyoto"
    assert read_tsv(b"name\tcity\nAya\tKyoto\n", PATH).text == "name: Aya; city: Kyoto"


def test_numbers_are_no_header() -> None:
    assert read_csv(b"1,2\n3,4\n", PATH).text == "1; 2\n3; 4"


def test_a_cp932_table_is_decoded() -> None:
    document = read_csv("名前,所属\n田中さん,えいぎょう部\n".encode("cp932"), PATH)
    assert document.text == "名前: 田中さん; 所属: えいぎょう部"
    assert document.encoding == "cp932"


def test_a_quotation_mark_that_is_never_closed_loses_nothing() -> None:
    tail = "x " * 100_000
    assert "x x x" in read_csv(f'a,b\n1,"{tail}'.encode(), PATH).text


def test_an_empty_table_is_empty() -> None:
    assert table_words([[Words("")], []]).text == ""


def test_a_passage_is_whole_rows_and_tells_which() -> None:
    rows = "".join(f"Person {number},City {number}\n" for number in range(40))
    document = read_csv(f"name,city\n{rows}".encode(), PATH)
    passages = split(document, lambda pieces: [len(piece) // 4 + 1 for piece in pieces])
    assert len(passages) > 1
    assert "\n".join(passage.text for passage in passages) == document.text
    assert all(line.startswith("name: Person ") for passage in passages for line in passage.text.split("\n"))
    first = passages[0].text.count("\n") + 1
    assert [passage.locator for passage in passages[:2]] == [f"rows 2-{first + 1}", f"rows {first + 2}-{2 * first + 1}"]


def test_rows_are_counted_as_a_spreadsheet_counts_them() -> None:
    document = read_csv(b'name,note\n\nAya,"likes tea, and\ncake"\n,\nKen,\n', PATH)
    assert [(place.label, place.span.of(document.text)) for place in document.places] == [
        ("3", "name: Aya; note: likes tea, and cake"),
        ("5", "name: Ken"),
    ]


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (",name,city\n0,Aya,Kyoto\n", "0; name: Aya; city: Kyoto"),
        ("name,city,\nAya,Kyoto,\n", "name: Aya; city: Kyoto"),
        ("People of 2024,\nname,city\n", "People of 2024\nname; city"),
        ("People,,\nname,city,age\n", "People\nname; city; age"),
        ("name,name\nAya,Mori\n", "name; name\nAya; Mori"),
        ("name,city\n", "name; city"),
        ("name,city\nAya,Kyoto,extra\n", "name: Aya; city: Kyoto; extra"),
    ],
)
def test_one_column_of_a_header_may_have_no_name(table: str, text: str) -> None:
    assert read_csv(table.encode(), PATH).text == text


def test_rows_are_bounded() -> None:
    document = read_csv(b"n\n" + b"a\n" * 50_001, PATH)
    assert document.text.count("\n") + 1 == 50_000
    assert document.remarks == ("only its first 50,000 rows were read",)
    assert read_csv(b"n\n" + b"a\n" * 50_000, PATH).remarks == ()


def test_a_long_name_of_a_column_does_not_swell_the_text() -> None:
    document = read_csv(b"n" * 1_000_000 + b",b\n" + b"1,2\n" * 1000, PATH)
    assert len(document.text) < 20_000_000
    assert document.remarks == ("only its first 19 rows were read",)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.text(max_size=6), max_size=4), max_size=6))
def test_places_are_the_lines_of_the_text(rows: Sequence[Sequence[str]]) -> None:
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    data = buffer.getvalue().encode("utf-8", "replace")
    try:
        document = read_csv(data, PATH)
    except CannotRead:
        return
    assert_well_formed(document)
    assert [place.span.of(document.text) for place in document.places] == document.text.split("\n")
