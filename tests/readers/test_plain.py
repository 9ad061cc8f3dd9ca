from pathlib import PurePath

import pytest

from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import BlockKind, RefusalReason
from tsuzuri.readers import media
from tsuzuri.readers.plain import code_reader, read_plain
from tsuzuri.readers.refusal import CannotRead

PATH = PurePath("a.txt")


def test_blank_lines_part_paragraphs_and_every_line_stays_in_place() -> None:
    document = read_plain(b"\n  one\ntwo \n \n\nthree", PATH)
    assert document.text == "\n  one\ntwo \n \n\nthree"
    assert texts(document, BlockKind.PARAGRAPH) == ["one\ntwo", "three"]
    assert_well_formed(document)


def test_every_kind_of_line_end_is_a_line_feed() -> None:
    assert read_plain("a\r\nb\rc\u2028d".encode(), PATH).text == "a\nb\nc\nd"


def test_code_is_not_interpreted() -> None:
    document = code_reader(media.JSON)(b'{"a": [1,\n\n2', PurePath("a.json"))
    assert document.media_type == media.JSON
    assert texts(document, BlockKind.CODE) == ['{"a": [1,', "2"]


def test_xml_is_decoded_as_it_declares_and_its_entities_stay_shut() -> None:
    bomb = '<?xml version="1.0" encoding="shift_jis"?><!DOCTYPE a [<!ENTITY b "ばくだん">]><a>&b;&b;</a>'
    document = code_reader(media.XML)(bomb.encode("cp932"), PurePath("a.xml"))
    assert document.text == bomb
    assert document.encoding == "cp932"


def test_invisible_text_is_no_text() -> None:
    with pytest.raises(CannotRead) as refused:
        read_plain("\u200b\u200b".encode(), PATH)
    assert refused.value.reason is RefusalReason.NO_TEXT
