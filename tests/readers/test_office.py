import base64
import json
from datetime import UTC, datetime
from pathlib import PurePath

import pytest

from tests.readers import files
from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import BlockKind, Document, PlaceKind, RefusalReason, Said, SaidKind
from tsuzuri.readers import media
from tsuzuri.readers.office import office_reader
from tsuzuri.readers.refusal import CannotRead


def read(media_type: str, data: bytes) -> Document:
    document = office_reader(media_type)(data, PurePath("file.x"))
    assert_well_formed(document)
    assert document.media_type == media_type
    return document


def places(document: Document) -> list[tuple[PlaceKind, str, str]]:
    return [(place.kind, place.label, place.span.of(document.text)) for place in document.places]


def test_pages_of_a_pdf_are_places() -> None:
    document = read(media.PDF, files.pdf(["First page", "", "Third page"], title="Report"))
    assert document.text == "First page\n\nThird page"
    assert places(document) == [(PlaceKind.PAGE, "1", "First page"), (PlaceKind.PAGE, "3", "Third page")]
    assert document.title == "Report"
    assert document.said == Said(datetime(2024, 3, 5, 10, 12, tzinfo=UTC), SaidKind.METADATA)


def test_a_title_that_is_none_is_not_taken() -> None:
    assert read(media.PDF, files.pdf(["words"], title="untitled")).title == "file"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (files.pdf([""]), RefusalReason.NO_TEXT),
        (files.pdf(["secret"], locked=True), RefusalReason.PROTECTED),
        (files.pdf(["words in a private font"], private_font=True), RefusalReason.GARBLED),
        (b"%PDF-1.4\n1 0 obj\n", RefusalReason.BROKEN),
    ],
)
def test_a_pdf_without_readable_text_says_why(data: bytes, reason: RefusalReason) -> None:
    with pytest.raises(CannotRead) as refused:
        read(media.PDF, data)
    assert refused.value.reason is reason


def test_an_encrypted_office_file_is_protected() -> None:
    with pytest.raises(CannotRead) as refused:
        read(media.DOCX, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    assert refused.value.reason is RefusalReason.PROTECTED


def test_a_docx_has_headings_and_tables() -> None:
    document = read(media.DOCX, files.docx(heading="計画", paragraph="四月に始める。", row=["a", "b"]))
    assert texts(document, BlockKind.HEADING) == ["計画"]
    assert texts(document, BlockKind.PARAGRAPH) == ["四月に始める。"]
    assert texts(document, BlockKind.TABLE) == ["a; b"]


def test_slides_are_places() -> None:
    document = read(media.PPTX, files.pptx(["予算は百万円", "Ship in May"]))
    assert places(document) == [(PlaceKind.SLIDE, "1", "予算は百万円"), (PlaceKind.SLIDE, "2", "Ship in May")]


def test_sheets_are_places_and_rows_name_their_columns() -> None:
    document = read(media.XLSX, files.xlsx({"People": [["name", "city"], ["Aya", "Kyoto"]], "Empty": [["x"]]}))
    assert places(document) == [
        (PlaceKind.SHEET, "People", "People\n\nname: Aya; city: Kyoto"),
        (PlaceKind.SHEET, "Empty", "Empty\n\nx"),
    ]


def test_chapters_are_places() -> None:
    document = read(media.EPUB, files.epub("A Book", {"One": "It begins.", "Two": "It ends."}))
    assert places(document) == [
        (PlaceKind.CHAPTER, "One", "One\n\nIt begins."),
        (PlaceKind.CHAPTER, "Two", "Two\n\nIt ends."),
    ]
    assert document.title == "A Book"


def test_rich_text() -> None:
    assert read(media.RTF, rb"{\rtf1\ansi Hello {\b World}\par Second\par}").text == "Hello World\n\nSecond"


def test_a_notebook_is_its_words_and_code_without_pictures() -> None:
    picture = base64.b64encode(bytes(range(256)) * 20).decode()
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": "# 需要予測",
            "attachments": {"a.png": {"image/png": picture}},
        },
        {
            "cell_type": "code",
            "metadata": {},
            "execution_count": 1,
            "source": ["import math\n", "\n", "# no heading\n"],
            "outputs": [
                {
                    "output_type": "display_data",
                    "metadata": {},
                    "data": {"image/png": picture, "text/plain": "<Figure>"},
                },
                {"output_type": "stream", "name": "stdout", "text": ["42\n"]},
            ],
        },
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    document = read(media.NOTEBOOK, json.dumps(notebook).encode())
    assert texts(document, BlockKind.HEADING) == ["需要予測"]
    assert texts(document, BlockKind.CODE) == ["import math\n\n# no heading"]
    assert "42" in texts(document)
    assert picture[:20] not in document.text
