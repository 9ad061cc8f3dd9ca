"""Plain text, and text that is code: shown as it is, in blocks parted by blank lines."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath

from tsuzuri.core.document import Block, BlockKind, Document, RefusalReason, Span
from tsuzuri.readers.chat import read_chat
from tsuzuri.readers.decode import Encoding, decode
from tsuzuri.readers.language import language
from tsuzuri.readers.media import PLAIN
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.text.normalise import display

_XML_CHARSET = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)")


def read_plain(data: bytes, path: PurePath) -> Document:
    """Plain text: a chat export when most of its lines look like one, else paragraphs. Lines stay where they are.

    Raises:
        CannotRead: GARBLED or NO_TEXT.
    """
    decoded = decode(data)
    text = display(decoded.text)
    chat = read_chat(text, path.stem, decoded.encoding)
    return chat or _as_it_is(text, BlockKind.PARAGRAPH, PLAIN, path, decoded.encoding)


def code_reader(media_type: str) -> Callable[[bytes, PurePath], Document]:
    """A reader for source code, JSON or XML: code blocks between blank lines, nothing interpreted."""

    def read_code(data: bytes, path: PurePath) -> Document:
        declared = _XML_CHARSET.match(data)
        decoded = decode(data, declared[1].decode("ascii", "ignore") if declared else None)
        return _as_it_is(display(decoded.text), BlockKind.CODE, media_type, path, decoded.encoding)

    return read_code


def _as_it_is(text: str, kind: BlockKind, media_type: str, path: PurePath, encoding: Encoding) -> Document:
    blocks = tuple(Block(kind, span) for span in _paragraphs(text))
    if not blocks:
        raise CannotRead(RefusalReason.NO_TEXT, "there is no text in it")
    return Document(
        text=text,
        media_type=media_type,
        blocks=blocks,
        title=display(path.stem),
        language=language(text),
        encoding=encoding.name,
        encoding_confidence=encoding.confidence,
    )


def _paragraphs(text: str) -> Iterator[Span]:
    """Runs of lines that are not blank, without the white space around them."""
    start: int | None = None
    at = end = 0
    for line in text.split("\n"):
        words = line.strip()
        if words:
            first = at + line.index(words)
            start = first if start is None else start
            end = first + len(words)
        elif start is not None:
            yield Span(start, end)
            start = None
        at += len(line) + 1
    if start is not None:
        yield Span(start, end)
