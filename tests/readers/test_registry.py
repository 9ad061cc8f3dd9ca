import subprocess
import sys
from pathlib import PurePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers import files
from tests.readers.shapes import assert_well_formed, read_as_document
from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers.registry import READERS, media_type, read

EXTENSIONS = (
    "txt md org zip csv tsv srt vtt html json xml py eml mbox ics vcf ipynb "
    "pdf docx pptx xlsx odt ods epub rtf msg unknown"
).split()
SEEDS = (
    b"",
    "---\ndate: 2024-01-01\n---\n# 見出し\n\n[[A|b]] c\n".encode(),
    "[2024-03-05 10:12] Aya: こんにちは\n[2024-03-05 10:13] Ken: hi\n".encode("cp932"),
    b"From: a@example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n--x--\n",
    b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260310T130000\nEND:VEVENT\nEND:VCALENDAR\n",
    b'{"cells": [{"cell_type": "markdown", "source": ["# a"], "metadata": {}}], "metadata": {}, "nbformat": 4}',
    files.pdf(["one", "two"]),
    files.docx(heading="a", paragraph="b", row=["c"]),
    files.pptx(["a", "b"]),
    files.xlsx({"a": [["b", "c"], ["1", "2"]]}),
    files.epub("a", {"b": "c"}),
    files.zipped({"a.md": "# a", "b.txt": "c"}),
    b"#+TITLE: a\n* TODO b :c:\n#+BEGIN_SRC\nd\n#+END_SRC\n| e |\n[[f][g]] <2026-03-04 Wed>\n",
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    seed = draw(st.sampled_from(SEEDS))
    start = draw(st.integers(0, len(seed)))
    end = draw(st.integers(start, min(len(seed), start + 40)))
    return seed[:start] + draw(st.binary(max_size=40)) + seed[end:]


@settings(max_examples=250, deadline=None)
@given(st.binary(max_size=120) | damaged(), st.sampled_from(EXTENSIONS))
def test_any_bytes_become_a_well_formed_document_or_a_refusal(data: bytes, extension: str) -> None:
    answer = read(data, PurePath(f"file.{extension}"))
    if isinstance(answer, Document):
        assert_well_formed(answer)
        assert answer.media_type == media_type(PurePath(f"file.{extension}"), data)
    else:
        assert answer.detail


@pytest.mark.parametrize("data", [b"", b" \r\n\t", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", b"\xff\xfe \0"])
def test_nothing_but_white_space_is_empty(data: bytes) -> None:
    answer = read(data, PurePath("a.md"))
    assert isinstance(answer, Refusal)
    assert answer.reason is RefusalReason.EMPTY


def test_what_no_reader_handles_is_unsupported_and_named() -> None:
    assert read(b"\x89PNG\r\n\x1a\n", PurePath("a.txt")) == Refusal(
        RefusalReason.UNSUPPORTED, "files of type image/png are not read"
    )


def test_a_reader_that_fails_gives_a_class_and_no_content() -> None:
    answer = read(b"BEGIN:VCALENDAR\r\nSECRET\r\n", PurePath("a.ics"))
    assert isinstance(answer, Refusal)
    assert answer.reason is RefusalReason.BROKEN
    assert "SECRET" not in answer.detail


def test_every_handled_type_is_reached_from_some_file() -> None:
    document = read_as_document(read(b"words", PurePath("a.log")))
    assert document.media_type in READERS


def test_the_sandbox_costs_no_parser() -> None:
    program = (
        "import sys, tsuzuri.readers.sandbox, tsuzuri.readers.media; parsers = {'kreuzberg', 'markdown_it', "
        "'selectolax', 'icalendar', 'yaml', 'charset_normalizer'}; print(sorted(parsers & set(sys.modules)))"
    )
    paths = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=paths)
    assert done.stdout.strip() == "[]"
