"""PDF, office, e-book and notebook files, and Outlook messages, through kreuzberg; no optical recognition.

kreuzberg gives a list of nodes (headings, paragraphs, tables, …). It is asked to write a mark before each page or
slide, which comes back as a node of its own and is taken out again.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from tsuzuri.core.document import BlockKind, Document, PlaceKind, RefusalReason, Said, SaidKind
from tsuzuri.readers.draft import Draft, Words, one_line
from tsuzuri.readers.mail import HEADERS, add_message
from tsuzuri.readers.media import DOCX, EPUB, MSG, ODS, PDF, PPTX, XLSX
from tsuzuri.readers.moments import moment
from tsuzuri.readers.quality import flaw
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.readers.table import table_words

if TYPE_CHECKING:
    from kreuzberg import ExtractionConfig, ExtractionResult

_OLE_HEAD: Final = b"\xd0\xcf\x11\xe0"
_MARK: Final = "\n\n[[tsuzuri:page:{page_num}]]\n\n"
_MARKED = re.compile(r"\[\[tsuzuri:page:(\d+)\]\]")
_MARKED_PLACES: Final = {PDF: PlaceKind.PAGE, PPTX: PlaceKind.SLIDE}
_HEADED_PLACES: Final = {XLSX: PlaceKind.SHEET, ODS: PlaceKind.SHEET, EPUB: PlaceKind.CHAPTER}
_NO_TITLES: Final = frozenset({"untitled", "(anonymous)", "anonymous", "unspecified", "(unspecified)", "無題"})
_PARAGRAPHS = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")

Node = Mapping[str, Any]


def office_reader(media_type: str) -> Callable[[bytes, PurePath], Document]:
    """A reader for one of the types that kreuzberg knows.

    Pages, slides, sheets and chapters become places. The title is that of the metadata, else the first heading of
    level 1, else the file's name; the date is that of creation.

    It raises CannotRead: PROTECTED by a password, BROKEN, NO_TEXT (an image-only PDF), GARBLED.
    """

    def read_office(data: bytes, path: PurePath) -> Document:
        if media_type in (DOCX, PPTX, XLSX) and data.startswith(_OLE_HEAD):
            raise CannotRead(RefusalReason.PROTECTED, "it is protected by a password")
        result = _extract(data, media_type)
        found = flaw(result.content)
        if found is not None:
            raise CannotRead(RefusalReason.GARBLED, f"the text is unreadable: {found}")
        return _document(result, media_type, path)

    return read_office


def _extract(data: bytes, media_type: str) -> "ExtractionResult":
    from kreuzberg import KreuzbergError, extract_bytes_sync

    try:
        return extract_bytes_sync(data, media_type, _configuration())
    except KreuzbergError as error:
        # kreuzberg has one class for all that is wrong with a file; only its words tell a password.
        if "password" in str(error).lower():
            raise CannotRead(RefusalReason.PROTECTED, "it is protected by a password") from error
        raise CannotRead(RefusalReason.BROKEN, f"the file is damaged ({type(error).__name__})") from error


@cache
def _configuration() -> "ExtractionConfig":
    from kreuzberg import ExtractionConfig, PageConfig

    return ExtractionConfig(
        use_cache=False,
        disable_ocr=True,  # type: ignore[call-arg]  # its stubs lack it; `ocr=None` still tries images
        enable_quality_processing=False,
        include_document_structure=True,
        pages=PageConfig(extract_pages=True, insert_page_markers=True, marker_format=_MARK),
    )


def _document(result: "ExtractionResult", media_type: str, path: PurePath) -> Document:
    metadata = dict(result.metadata)
    nodes: Sequence[Node] = result.document["nodes"] if result.document else ()
    draft = Draft()
    created = moment(str(metadata.get("created_at") or ""))
    if media_type == MSG:
        headers = _headers(nodes)
        body = "\n\n".join(_words(node).text for node in nodes if _kind(node) != "metadata_block")
        add_message(draft, headers, body, str(metadata.get("from_name") or ""), created)
    else:
        _add(draft, nodes, media_type)
    title = _title(metadata.get("subject") if media_type == MSG else metadata.get("title"), nodes, path)
    kind = SaidKind.MESSAGE if media_type == MSG else SaidKind.METADATA
    said = Said(created, kind) if created else None
    return draft.finish(media_type, title=title, said=said)


def _add(draft: Draft, nodes: Sequence[Node], media_type: str) -> None:
    for node in nodes:
        kind, words = _kind(node), _words(node)
        level = int(node["content"].get("level", 1)) if kind in ("heading", "title") else 0
        if media_type in _MARKED_PLACES and (mark := _MARKED.fullmatch(words.text.strip())):
            draft.begin_place(_MARKED_PLACES[media_type], mark[1])
        elif level:
            if media_type in _HEADED_PLACES and (level == 1 or media_type != EPUB):
                draft.begin_place(_HEADED_PLACES[media_type], one_line(words.text))
            draft.add(BlockKind.HEADING, one_line(words.text), level=min(level, 6))
        elif kind == "table":
            draft.add(BlockKind.TABLE, words)
        elif kind == "code":
            draft.add(BlockKind.CODE, words)
        elif kind == "list_item":
            draft.add(
                BlockKind.PARAGRAPH, Words.joined((Words("- "), words)) if words.text.strip() else words, gap="\n"
            )
        else:
            for paragraph in _PARAGRAPHS.split(words.text.replace("\r\n", "\n")):
                draft.add(BlockKind.PARAGRAPH, paragraph)


def _kind(node: Node) -> str:
    return str(node["content"]["node_type"])


def _words(node: Node) -> Words:
    """The words of a node itself; those of its children are nodes of their own."""
    content = node["content"]
    if _kind(node) == "table":
        return table_words(_rows(content["grid"]))
    return Words(str(content.get("text") or content.get("description") or ""))


def _rows(grid: Mapping[str, Any]) -> Iterator[list[Words]]:
    rows: list[list[Words]] = [[] for _ in range(int(grid["rows"]))]
    for cell in grid["cells"]:
        rows[int(cell["row"])].append(Words(str(cell["content"])))
    yield from rows


def _headers(nodes: Sequence[Node]) -> list[tuple[str, str]]:
    entries = {
        str(name): one_line(str(value))
        for node in nodes
        if _kind(node) == "metadata_block"
        for name, value in node["content"]["entries"]
    }
    return [(name, entries[name]) for name in HEADERS if entries.get(name)]


def _title(stated: object, nodes: Sequence[Node], path: PurePath) -> str:
    title = one_line(str(stated or ""))
    if title and title.lower() not in _NO_TITLES:
        return title
    headings = (
        _words(node).text
        for node in nodes
        if _kind(node) == "title" or (_kind(node) == "heading" and node["content"].get("level") == 1)
    )
    return next(filter(None, map(one_line, headings)), path.stem)
