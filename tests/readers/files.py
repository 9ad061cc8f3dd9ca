"""Small files of the formats that no one types by hand."""

import io
import zipfile
from collections.abc import Mapping, Sequence

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_TO_PRIVATE = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
    b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <FF> <E000> endbfrange endcmap end end"
)


def zipped(members: Mapping[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def pdf(pages: Sequence[str], *, title: str = "", private_font: bool = False, locked: bool = False) -> bytes:
    """A PDF with one line of ASCII text on each page."""
    first = 6
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    to_unicode = b"/ToUnicode 4 0 R" if private_font else b""
    info = f"<< /Title ({title}) /CreationDate (D:20240305101200Z) >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica " + to_unicode + b" >>",
        _stream(_TO_PRIVATE),
        info.encode(),
    ]
    for number, words in enumerate(pages):
        content = first + 2 * number + 1
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {content} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(_stream(f"BT /F1 12 Tf 72 720 Td ({words}) Tj ET".encode() if words else b""))
    return _assembled(objects, locked=locked)


def docx(*, heading: str, paragraph: str, row: Sequence[str] = ()) -> bytes:
    cells = "".join(f"<w:tc><w:p><w:r><w:t>{cell}</w:t></w:r></w:p></w:tc>" for cell in row)
    table = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>" if row else ""
    body = (
        f'<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>{heading}</w:t></w:r></w:p>'
        f"<w:p><w:r><w:t>{paragraph}</w:t></w:r></w:p>{table}"
    )
    document = f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>'
    return zipped({"[Content_Types].xml": _TYPES, "word/document.xml": document})


def pptx(slides: Sequence[str]) -> bytes:
    numbers = range(1, len(slides) + 1)
    ids = "".join(f'<p:sldId id="{255 + number}" r:id="rId{number}"/>' for number in numbers)
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "ppt/presentation.xml": f'<p:presentation xmlns:p="{_P}" xmlns:r="{_R}"><p:sldIdLst>{ids}</p:sldIdLst>'
            "</p:presentation>",
            "ppt/_rels/presentation.xml.rels": _relations("slide", "slides/slide{}.xml", numbers),
        }
        | {f"ppt/slides/slide{number}.xml": _slide(words) for number, words in zip(numbers, slides, strict=True)}
    )


def xlsx(sheets: Mapping[str, Sequence[Sequence[str]]]) -> bytes:
    numbers = range(1, len(sheets) + 1)
    names = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, sheets, strict=True)
    )
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _relations("officeDocument", "xl/workbook.xml", [1]),
            "xl/workbook.xml": f'<workbook xmlns="{_S}" xmlns:r="{_R}"><sheets>{names}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _relations("worksheet", "worksheets/sheet{}.xml", numbers),
        }
        | {
            f"xl/worksheets/sheet{number}.xml": _sheet(rows)
            for number, rows in zip(numbers, sheets.values(), strict=True)
        }
    )


def epub(title: str, chapters: Mapping[str, str]) -> bytes:
    numbers = range(1, len(chapters) + 1)
    items = "".join(f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in numbers)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in numbers)
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "c.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></metadata>'
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
        }
        | {
            f"c{n}.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body>'
            f"<h1>{heading}</h1><p>{words}</p></body></html>"
            for n, (heading, words) in zip(numbers, chapters.items(), strict=True)
        }
    )


def _stream(content: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)


def _assembled(objects: Sequence[bytes], *, locked: bool) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    key = (
        b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> " % (b"1b" * 32, b"2c" * 32)
        if locked
        else b""
    )
    identity = b"/ID [<0011> <0011>] "
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R " % (len(objects) + 1) + key + identity
    out += b">>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _relations(kind: str, target: str, numbers: Sequence[int]) -> str:
    entries = "".join(
        f'<Relationship Id="rId{number}" Type="{_R}/{kind}" Target="{target.format(number)}"/>' for number in numbers
    )
    return f'<Relationships xmlns="{_RELATIONS}">{entries}</Relationships>'


def _slide(words: str) -> str:
    shape = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="B"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr>'
        f"<p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    return f'<p:sld xmlns:a="{_A}" xmlns:p="{_P}"><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>'


def _sheet(rows: Sequence[Sequence[str]]) -> str:
    written = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{chr(ord("A") + column)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
            for column, cell in enumerate(row)
        )
        + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    return f'<worksheet xmlns="{_S}"><sheetData>{written}</sheetData></worksheet>'
