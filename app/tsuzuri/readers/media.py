"""What kind of file it is: magic bytes decide, the extension only breaks ties."""

import re
from pathlib import PurePath
from typing import Final

HEAD_BYTES: Final = 8192
"""How much of the start of a file `media_type` wants to see."""

UNKNOWN: Final = "application/octet-stream"
PLAIN: Final = "text/plain"
MARKDOWN: Final = "text/markdown"
ORG: Final = "text/org"
SOURCE_CODE: Final = "text/x-source"
CSV: Final = "text/csv"
TSV: Final = "text/tab-separated-values"
SRT: Final = "application/x-subrip"
VTT: Final = "text/vtt"
HTML: Final = "text/html"
JSON: Final = "application/json"
XML: Final = "application/xml"
EML: Final = "message/rfc822"
MBOX: Final = "application/mbox"
ICS: Final = "text/calendar"
VCF: Final = "text/vcard"
PDF: Final = "application/pdf"
RTF: Final = "application/rtf"
NOTEBOOK: Final = "application/x-ipynb+json"
DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODT: Final = "application/vnd.oasis.opendocument.text"
ODS: Final = "application/vnd.oasis.opendocument.spreadsheet"
EPUB: Final = "application/epub+zip"
MSG: Final = "application/vnd.ms-outlook"
ZIP: Final = "application/zip"
_PACKAGE: Final = "application/x-zip-package"
_OLE: Final = "application/x-ole-storage"

_TEXT_EXTENSIONS = {
    PLAIN: "txt text log rst adoc asciidoc tex",
    MARKDOWN: "md markdown mdown mkd mdx",
    ORG: "org",
    CSV: "csv",
    TSV: "tsv tab",
    SRT: "srt",
    VTT: "vtt",
    HTML: "html htm xhtml",
    JSON: "json jsonl ndjson geojson",
    XML: "xml svg rss atom opml xsd xsl plist",
    EML: "eml",
    MBOX: "mbox",
    ICS: "ics",
    VCF: "vcf",
    NOTEBOOK: "ipynb",
    SOURCE_CODE: "py js ts jsx tsx c h cc cpp hpp cs java kt go rs rb php pl lua r jl swift scala sh bash zsh fish ps1 "
    "bat sql css scss less vue toml ini cfg conf yaml yml mk cmake gradle el clj ex exs hs ml vim diff patch",
}
_BY_TEXT_EXTENSION = {name: media for media, names in _TEXT_EXTENSIONS.items() for name in names.split()}
_PACKAGES = (
    "jar war ear aar apk ipa xpi crx whl nupkg vsix odp odg odf docm xlsm pptm dotx potx xltx vsdx xps oxps pages "
    "numbers key kmz usdz 3mf sketch fig cbz"
)
_BY_ZIP_EXTENSION = dict.fromkeys(_PACKAGES.split(), _PACKAGE) | {
    "docx": DOCX,
    "pptx": PPTX,
    "xlsx": XLSX,
    "odt": ODT,
    "ods": ODS,
    "epub": EPUB,
}
_BY_OLE_EXTENSION = {"msg": MSG, "docx": DOCX, "pptx": PPTX, "xlsx": XLSX}

_MAGIC = (
    (b"{\\rtf", RTF),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"ID3", "audio/mpeg"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"\x1aE\xdf\xa3", "video/x-matroska"),
    (b"\x1f\x8b", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
    (b"(\xb5/\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x7fELF", "application/x-executable"),
    (b"SQLite format 3\0", "application/vnd.sqlite3"),
    (b"%!PS", "application/postscript"),
)
_OFFICE_PACKAGE = re.compile(rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|_rels/\.rels)", re.DOTALL)
_ZIP_MEMBERS = tuple(
    (re.compile(rb"PK\x03\x04.{26}%s/" % folder, re.DOTALL), kind)
    for folder, kind in ((b"word", DOCX), (b"ppt", PPTX), (b"xl", XLSX))
)
_ODF_AND_EPUB = (EPUB, ODT, ODS)
_TEXT_SIGNS = (
    (re.compile(rb"\s*(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE), HTML),
    (re.compile(rb"\s*<\?xml\s"), XML),
    (re.compile(rb"\s*BEGIN:VCALENDAR", re.IGNORECASE), ICS),
    (re.compile(rb"\s*BEGIN:VCARD", re.IGNORECASE), VCF),
    (re.compile(rb"WEBVTT[\s]"), VTT),
    (re.compile(rb"From \S+ .*\d{4}\r?\n[\w-]+:"), MBOX),
    (re.compile(rb"(?:(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID):.*\r?\n)", re.IGNORECASE), EML),
)
_MAILDIR_NAME = re.compile(r"\d{6,}\.[^/]+")
_MAIL_HEAD = re.compile(
    rb"(?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)*?(?:From|Received|Return-Path|Delivered-To):", re.IGNORECASE
)
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_CONTROLS = re.compile(rb"[\x01-\x06\x0e-\x1a\x1c-\x1f\x7f]")


def media_type(path: PurePath, head: bytes) -> str:
    """The media type of a file, from its first bytes (`HEAD_BYTES` are enough) and its name.

    Bytes that name their format decide, whatever the file is called. Text names no format: there the extension
    does, and a file without a known one is looked at. What is neither known nor text is `UNKNOWN`.
    """
    extension = path.suffix.lower().removeprefix(".")
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(head, extension)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _BY_OLE_EXTENSION.get(extension, _OLE)
    for magic, media in _MAGIC:
        if head.startswith(magic):
            return media
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        return "video/mp4" if head[4:8] == b"ftyp" else "application/x-riff"
    return EML if _is_in_maildir(path, head) else _text(head, extension)


def _is_in_maildir(path: PurePath, head: bytes) -> bool:
    """Whether it is a mail of a Maildir, whose names mean nothing: what looks like an extension is of the host's."""
    is_named_so = path.parent.name in ("cur", "new") and _MAILDIR_NAME.fullmatch(path.name) is not None
    return is_named_so and _MAIL_HEAD.match(head) is not None


def _zipped(head: bytes, extension: str) -> str:
    if head[30:38] == b"mimetype":
        for media in _ODF_AND_EPUB:
            if head[38:].startswith(media.encode()):
                return media
        return _PACKAGE
    for member, media in _ZIP_MEMBERS:
        if _OFFICE_PACKAGE.search(head) and member.search(head):
            return media
    return _BY_ZIP_EXTENSION.get(extension, ZIP)


def _text(head: bytes, extension: str) -> str:
    known = _BY_TEXT_EXTENSION.get(extension)
    if known is not None and known != PLAIN:
        return known
    for sign, media in _TEXT_SIGNS:
        if sign.match(head.removeprefix(_BOMS[0])):
            return media
    return PLAIN if known == PLAIN or _looks_like_text(head) else UNKNOWN


def _looks_like_text(head: bytes) -> bool:
    if head.startswith(_BOMS):
        return True
    return b"\0" not in head and len(_CONTROLS.findall(head)) * 100 <= len(head)
