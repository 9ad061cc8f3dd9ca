"""Which reader handles which media type. The way in for bytes; runs in the child process.

To teach it a format, write a function `(data: bytes, path: PurePath) -> Document` that raises `CannotRead`, name the
type in `media`, and enter both in `READERS`.
"""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import Document, Refusal, RefusalReason
from tsuzuri.readers import media
from tsuzuri.readers.archive import read_archive
from tsuzuri.readers.calendars import read_ics, read_vcf
from tsuzuri.readers.chat_exports.export import chat_or
from tsuzuri.readers.html import read_html
from tsuzuri.readers.mail import read_eml, read_mbox
from tsuzuri.readers.markdown import read_markdown
from tsuzuri.readers.media import HEAD_BYTES, media_type
from tsuzuri.readers.office import office_reader
from tsuzuri.readers.org import read_org
from tsuzuri.readers.plain import code_reader, read_plain
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.readers.subtitles import subtitle_reader
from tsuzuri.readers.table import read_csv, read_tsv

__all__ = ["READERS", "ReadBytes", "media_type", "read"]

ReadBytes = Callable[[bytes, PurePath], Document]


def _read_zip(data: bytes, path: PurePath) -> Document:
    return read_archive(data, path, read, READERS)


READERS: Final[Mapping[str, ReadBytes]] = {
    media.PLAIN: chat_or(read_plain, media.PLAIN),
    media.JSON: chat_or(code_reader(media.JSON), media.JSON),
    media.MARKDOWN: read_markdown,
    media.ORG: read_org,
    media.ZIP: _read_zip,
    media.CSV: read_csv,
    media.TSV: read_tsv,
    media.SRT: subtitle_reader(media.SRT),
    media.VTT: subtitle_reader(media.VTT),
    media.HTML: read_html,
    media.EML: read_eml,
    media.MBOX: read_mbox,
    media.ICS: read_ics,
    media.VCF: read_vcf,
    **{kind: code_reader(kind) for kind in (media.SOURCE_CODE, media.XML)},
    **{
        kind: office_reader(kind)
        for kind in (
            media.PDF,
            media.DOCX,
            media.PPTX,
            media.XLSX,
            media.ODT,
            media.ODS,
            media.EPUB,
            media.RTF,
            media.MSG,
            media.NOTEBOOK,
        )
    },
}

_BLANK: Final = b" \t\r\n\v\f\0\xa0"
_BOMS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def read(data: bytes, path: PurePath) -> Document | Refusal:
    """Read a file's bytes as what they are; never raises for what is in them.

    Whatever a reader did not foresee is a broken file, described by the exception's class and never by its words,
    which may quote the file.
    """
    if _is_blank(data):
        return Refusal(RefusalReason.EMPTY, "the file is empty")
    kind = media_type(path, data[:HEAD_BYTES])
    reader = READERS.get(kind)
    if reader is None:
        return Refusal(RefusalReason.UNSUPPORTED, f"files of type {kind} are not read")
    try:
        return reader(data, path)
    except CannotRead as refused:
        return refused.refusal
    except MemoryError:
        return Refusal(RefusalReason.OUT_OF_MEMORY, "reading it takes more memory than is allowed")
    except Exception as error:  # noqa: BLE001 - parsers meet hostile bytes; the file is refused, not the batch
        return Refusal(RefusalReason.BROKEN, f"the file is damaged ({type(error).__name__})")


def _is_blank(data: bytes) -> bool:
    for mark in _BOMS:
        data = data.removeprefix(mark)
    return not data.strip(_BLANK)
