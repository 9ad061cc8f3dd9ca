"""A document while it is being written: pieces of text go in, clean text with its spans comes out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tsuzuri.core.document import (
    Block,
    BlockKind,
    Document,
    Link,
    Place,
    PlaceKind,
    Property,
    Record,
    RecordKind,
    RefusalReason,
    Said,
    Span,
)
from tsuzuri.readers.decode import Encoding
from tsuzuri.readers.language import language
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.text.normalise import display


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of text and the links that stand in it; their spans are relative to it."""

    text: str
    links: tuple[Link, ...] = ()

    @staticmethod
    def joined(parts: Iterable["Words"], between: str = "") -> "Words":
        """The parts one after another, their links moved along."""
        text: list[str] = []
        links: list[Link] = []
        at = 0
        for number, part in enumerate(parts):
            if number and between:
                text.append(between)
                at += len(between)
            links.extend(Link(link.target, link.span.shift(at)) for link in part.links)
            text.append(part.text)
            at += len(part.text)
        return Words("".join(text), tuple(links))


Row = tuple[str, Sequence[Words]]
"""A line of a record: a property's name and its values."""


class Draft:
    """Collects blocks and places in reading order; `finish` makes the document.

    Every piece goes through `display` and loses the white space around it before its span is taken; one of which
    nothing is left is dropped.
    """

    def __init__(self) -> None:
        self._text: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._links: list[Link] = []
        self._places: list[tuple[PlaceKind, str, int]] = []
        self._records: list[Record] = []

    def add(
        self,
        kind: BlockKind,
        words: str | Words,
        *,
        level: int = 0,
        speaker: str | None = None,
        said: Said | None = None,
        gap: str = "\n\n",
    ) -> None:
        """Append a block. `gap` is the white space between it and the block before."""
        if isinstance(words, str):
            words = Words(words)
        shown = display(words.text)
        text = shown.strip("\n").rstrip() if kind is BlockKind.CODE else shown.strip()
        if not text.strip():
            return
        lead = len(shown) - len(shown.lstrip("\n" if kind is BlockKind.CODE else None))
        if self._blocks:
            self._push(gap)
        span = Span(self._length, self._length + len(text))
        self._blocks.append(Block(kind, span, level, display(speaker) if speaker else None, said))
        self._links.extend(_placed(words, lead, span))
        self._push(text)

    def add_record(self, kind: RecordKind, rows: Iterable[Row], *, said: Said | None = None) -> None:
        """Append a record as a block of lines `name: value, value`, each name and value on one line.

        A value of which nothing is left is dropped, and so is a property without values.
        """
        lines: list[Words] = []
        places: list[tuple[str, Span]] = []
        at = 0
        for name, values in rows:
            kept = [flat for value in values if (flat := flattened(value)).text]
            if not kept or not (label := one_line(name)):
                continue
            start = at + len(label) + 2
            for value in kept:
                places.append((label, Span(start, start + len(value.text))))
                start += len(value.text) + 2
            lines.append(Words.joined((Words(f"{label}: "), Words.joined(kept, ", "))))
            at += len(lines[-1].text) + 1
        if not lines:
            return
        self.add(BlockKind.PROPERTIES, Words.joined(lines, "\n"), said=said)
        block = self._blocks[-1].span
        text = self._text[-1]
        properties = (Property(name, span.of(text), span.shift(block.start)) for name, span in places)
        self._records.append(Record(kind, tuple(properties)))

    def begin_place(self, kind: PlaceKind, label: str) -> None:
        """What is added from now on stands on that page, slide, sheet or in that chapter."""
        self._places.append((kind, display(label), len(self._blocks)))

    def finish(
        self,
        media_type: str,
        *,
        title: str,
        encoding: Encoding | None = None,
        said: Said | None = None,
        tags: Iterable[str] = (),
    ) -> Document:
        """The document. Title and tags are put on one line each.

        Raises:
            CannotRead: NO_TEXT, no block was added.
        """
        if not self._blocks:
            raise CannotRead(RefusalReason.NO_TEXT, "there is no text in it")
        text = "".join(self._text)
        return Document(
            text=text,
            media_type=media_type,
            blocks=tuple(self._blocks),
            places=self._finished_places(),
            title=one_line(title),
            language=language(text),
            encoding=encoding.name if encoding else "",
            encoding_confidence=encoding.confidence if encoding else 0.0,
            said=said,
            records=tuple(self._records),
            tags=tuple(dict.fromkeys(map(one_line, tags))),
            links=tuple(self._links),
        )

    def _push(self, text: str) -> None:
        self._text.append(text)
        self._length += len(text)

    def _finished_places(self) -> tuple[Place, ...]:
        places = []
        ends = (*(first for _, _, first in self._places[1:]), len(self._blocks))
        for (kind, label, first), end in zip(self._places, ends, strict=False):
            if first < end:
                places.append(Place(kind, label, Span(self._blocks[first].span.start, self._blocks[end - 1].span.end)))
        return tuple(places)


def one_line(text: str) -> str:
    """The text as `display` shows it, its white space collapsed."""
    return " ".join(display(text).split())


def flattened(words: Words) -> Words:
    """The words on one line. Where anything had to go its links go too, for they would move."""
    flat = one_line(words.text)
    return words if flat == words.text else Words(flat)


def _placed(words: Words, lead: int, block: Span) -> Iterable[Link]:
    """The links of a piece in the document's text; one whose words vanished on the way is dropped."""
    for link in words.links:
        # Cleaning the text before an offset tells where the offset went.
        start = block.start + len(display(words.text[: link.span.start])) - lead
        end = block.start + len(display(words.text[: link.span.end])) - lead
        start, end = max(start, block.start), min(end, block.end)
        if start < end:
            yield Link(one_line(link.target), Span(start, end))
