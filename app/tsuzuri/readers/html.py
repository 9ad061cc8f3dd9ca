"""Web pages: the words that a person would see.

The tree is built by selectolax (lexbor): the parsing algorithm of the HTML Living Standard, in C, so that broken
pages come out as in a browser and hidden elements end where the browser ends them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tsuzuri.core.document import BlockKind, Document, Said, SaidKind
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, one_line
from tsuzuri.readers.media import HTML
from tsuzuri.readers.moments import moment

_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_PRESCAN: Final = 2048
_UNSEEN: Final = frozenset(
    "head script style noscript template iframe object embed svg math canvas audio video select datalist title".split()
)
_BLOCKS: Final = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form header hr html legend li main menu nav ol p pre search section summary table tbody tfoot thead tr "
    "ul".split()
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity)\s*:\s*0(?:\.0*)?(?:[a-z%]+)?\s*(?:;|!|$)",
    re.IGNORECASE,
)
_SPACE = re.compile(r"[ \t\n]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A heading, paragraph, table row or preformatted text of a page."""

    kind: BlockKind
    text: str
    level: int = 0


def read_html(data: bytes, path: PurePath) -> Document:
    """A web page. Its title is the page's, else its first heading, else the file's name.

    Raises:
        CannotRead: GARBLED or NO_TEXT.
    """
    declared = _CHARSET.search(data[:_PRESCAN])
    decoded = decode(data, declared[1].decode("ascii", "ignore") if declared else None)
    tree = LexborHTMLParser(decoded.text)
    pieces = tuple(visible(tree))
    draft = Draft()
    for previous, piece in zip((None, *pieces), pieces, strict=False):
        together = piece.kind is BlockKind.TABLE and previous is not None and previous.kind is BlockKind.TABLE
        draft.add(piece.kind, piece.text, level=piece.level, gap="\n" if together else "\n\n")
    title = tree.css_first("title")
    heading = next((piece.text for piece in pieces if piece.kind is BlockKind.HEADING), "")
    return draft.finish(
        HTML,
        title=one_line((title.text() if title else "") or "") or heading or path.stem,
        encoding=decoded.encoding,
        said=_published(tree),
    )


def visible_text(markup: str) -> str:
    """The visible text of a page or fragment, its blocks parted by blank lines."""
    return "\n\n".join(piece.text for piece in visible(LexborHTMLParser(markup)))


def visible(tree: LexborHTMLParser) -> Iterator[Piece]:
    """What is seen of a page, in order.

    Left out: scripts, styles, comments, and elements hidden by attribute or by their own style. White space is
    collapsed but inside `pre`. The cells of a table row are parted by a bar.
    """
    if tree.root is not None:
        yield from _Page().pieces(tree.root)


def _published(tree: LexborHTMLParser) -> Said | None:
    for selector in ('meta[property="article:published_time"]', 'meta[name="date"]', 'meta[name="dcterms.created"]'):
        node = tree.css_first(selector)
        at = moment(node.attributes.get("content") or "") if node else None
        if at is not None:
            return Said(at, SaidKind.METADATA)
    return None


def _is_hidden(node: LexborNode) -> bool:
    if node.tag in _UNSEEN:
        return True
    attributes = node.attributes
    return "hidden" in attributes or _HIDING.search(attributes.get("style") or "") is not None


class _Page:
    """Walks the tree without recursion, for pages nest as deep as they like."""

    def __init__(self) -> None:
        self._run: list[str] = []
        self._rows = 0
        self._preformatted = 0

    def pieces(self, root: LexborNode) -> Iterator[Piece]:
        stack: list[tuple[LexborNode, bool]] = [(root, True)]
        while stack:
            node, opening = stack.pop()
            tag = node.tag or ""
            if not opening:
                yield from self._close(tag)
            elif tag == "-text":
                self._run.append(node.text_content or "")
            elif not tag.startswith(("-", "!")) and not _is_hidden(node):
                yield from self._open(tag)
                stack.append((node, False))
                stack.extend((child, True) for child in reversed(list(node.iter(include_text=True))))
        yield from self._flush(BlockKind.PARAGRAPH)

    def _open(self, tag: str) -> Iterator[Piece]:
        if tag == "br":
            self._run.append("\r")
        elif tag == "tr" or (not self._rows and (tag in _BLOCKS or tag in _HEADINGS)):
            yield from self._flush(BlockKind.PARAGRAPH)
            self._rows += tag == "tr"
        elif self._rows and tag in _BLOCKS:
            self._run.append(" ")
        if tag == "li" and not self._rows:
            self._run.append("- ")
        self._preformatted += tag == "pre"

    def _close(self, tag: str) -> Iterator[Piece]:
        if tag in ("td", "th"):
            self._run.append("\v")
        elif tag == "tr":
            self._rows -= 1
            yield from self._flush(BlockKind.TABLE)
        elif tag in _HEADINGS and not self._rows:
            yield from self._flush(BlockKind.HEADING, _HEADINGS[tag])
        elif tag in _BLOCKS and not self._rows:
            yield from self._flush(BlockKind.CODE if tag == "pre" else BlockKind.PARAGRAPH)
        self._preformatted -= tag == "pre"

    def _flush(self, kind: BlockKind, level: int = 0) -> Iterator[Piece]:
        raw = "".join(self._run)
        self._run.clear()
        if self._preformatted:
            text = raw.replace("\r", "\n").replace("\v", " ").strip("\n")
        else:
            cells = (
                _SPACE.sub(" ", cell).replace(" \r", "\r").replace("\r ", "\r").strip(" ") for cell in raw.split("\v")
            )
            text = " | ".join(filter(None, cells)).replace("\r", " " if kind is BlockKind.TABLE else "\n")
        if text.strip() and text.strip() != "-":
            yield Piece(kind, text.strip("\n"), level)
