from pathlib import PurePath

import pytest

from tests.readers import files
from tsuzuri.readers import media
from tsuzuri.readers.media import HEAD_BYTES, media_type
from tsuzuri.readers.registry import READERS


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
        ("a", files.zipped({"notes/crossword/a.txt": "word/ and ppt/ and xl/"}), media.ZIP),
        ("a.zip", files.zipped({"word/a.txt": "words of the day"}), media.ZIP),
        ("a.docx", files.zipped({"a.xml": "b"}), media.DOCX),
    ],
)
def test_magic_bytes_decide_whatever_the_name_says(name: str, head: bytes, expected: str) -> None:
    assert media_type(PurePath(name), head[:HEAD_BYTES]) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("note.md", media.MARKDOWN),
        ("NOTE.MD", media.MARKDOWN),
        ("a.org", media.ORG),
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


@pytest.mark.parametrize(
    "name", ["1700000000.M1P2.host:2,S", "1700000000.M1P2.host", "1700000001.V1I2.mail.example.md!2,"]
)
@pytest.mark.parametrize("head", [b"From: a@example.com\n\nhi", b"X-Tag: a\r\nSubject: b\r\n c\r\nfrom: d\r\n"])
def test_a_mail_of_a_maildir_is_told_by_its_place_and_its_headers(name: str, head: bytes) -> None:
    for folder in ("cur", "new"):
        assert media_type(PurePath("Mail", folder, name), head) == media.EML
    assert media_type(PurePath("Mail", "tmp", name), head) != media.EML


def test_not_everything_in_a_folder_of_that_name_is_a_mail() -> None:
    assert media_type(PurePath("cur/1700000000.M1P2.host:2,S"), b"Just words.\n\nFrom: a") == media.PLAIN
    assert media_type(PurePath("new/plan.md"), b"From: a") == media.MARKDOWN


@pytest.mark.parametrize("name", ["a.jar", "a.whl", "a.apk", "a.vsdx"])
def test_a_package_is_no_archive_of_documents(name: str) -> None:
    head = files.zipped({"META/a.txt": "b"})
    assert media_type(PurePath(name), head) not in READERS


def test_an_unknown_package_that_states_its_type_is_no_archive() -> None:
    head = files.zipped({"mimetype": "application/vnd.oasis.opendocument.presentation", "content.xml": "<a/>"})
    assert media_type(PurePath("a.zip"), head) not in READERS
