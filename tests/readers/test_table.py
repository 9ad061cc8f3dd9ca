from pathlib import PurePath

from tests.readers.shapes import texts
from tsuzuri.core.document import BlockKind
from tsuzuri.readers.draft import Words
from tsuzuri.readers.table import read_csv, read_tsv, table_words

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
