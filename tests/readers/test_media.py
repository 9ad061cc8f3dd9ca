from pathlib import PurePath

import pytest

from tests.readers import files
from tsuzuri.readers import media
from tsuzuri.readers.media import HEAD_BYTES, media_type


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n", "image/png"),
        ("a.docx", b"%PDF-1.7", media.PDF),
        ("a.bin", files.docx(heading="a", paragraph="b"), media.DOCX),
        ("a", files.pptx(["a"]), media.PPTX),
        ("a.zip", files.xlsx({"A": [["1"]]}), media.XLSX),
        ("a.zip", files.epub("a", {"b": "c"}), media.EPUB),
        ("a.md", b"{\\rtf1 hello", media.RTF),
    ],
)
def test_magic_bytes_decide_whatever_the_name_says(name: str, head: bytes, expected: str) -> None:
    assert media_type(PurePath(name), head[:HEAD_BYTES]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("note.md", media.MARKDOWN),
        ("NOTE.MD", media.MARKDOWN),
        ("a.csv", media.CSV),
        ("a.srt", media.SRT),
        ("a.py", media.SOURCE_CODE),
        ("a.json", media.JSON),
        ("README", media.PLAIN),
        ("a.unheard-of", media.PLAIN),
    ],
)
def test_the_extension_decides_for_text(name: str, expected: str) -> None:
    assert media_type(PurePath(name), b"just words") == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"\xef\xbb\xbf<!DOCTYPE html><p>a", media.HTML),
        (b"BEGIN:VCARD\r\n", media.VCF),
        (b"BEGIN:VCALENDAR\r\n", media.ICS),
        (b"WEBVTT\n\n", media.VTT),
        (b"From a@example.com Mon Nov 30 10:47:01 2026\nFrom: a\n", media.MBOX),
        (b"Return-Path: <a@example.com>\nFrom: a\n", media.EML),
    ],
)
def test_text_without_a_telling_name_is_looked_at(head: bytes, expected: str) -> None:
    assert media_type(PurePath("a.txt"), head) == expected


def test_a_page_about_markdown_stays_markdown() -> None:
    assert media_type(PurePath("a.md"), b"<html> is a tag") == media.MARKDOWN


def test_an_ole_file_is_told_by_its_extension() -> None:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)
    assert media_type(PurePath("a.msg"), head) == media.MSG
    assert media_type(PurePath("a.docx"), head) == media.DOCX


def test_what_is_neither_known_nor_text_is_unknown() -> None:
    assert media_type(PurePath("a.dat"), bytes(range(256))) == media.UNKNOWN
