"""Several documents as one: each under a heading with its name, everything that points into it moved along."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tsuzuri.core.document import Block, BlockKind, Document, Link, Place, PlaceKind, Record, Said, Span
from tsuzuri.readers.draft import one_line
from tsuzuri.readers.language import language

_GAP: Final = "\n\n"
_LOWEST_LEVEL: Final = 6


@dataclass(frozen=True, slots=True)
class Member:
    """A document that stands in another file. `name` is its path there, not empty, as the person sees it.

    `written` is when it was last changed, if that is known.
    """

    name: str
    document: Document
    written: Said | None = None


def joined(members: Iterable[Member], media_type: str, *, title: str, remarks: Iterable[str] = ()) -> Document:
    """The members one after another, each a place of kind `MEMBER`.

    A member's name is a heading of level 1 and its own headings go one level down. Its pages, slides, sheets and
    chapters are places of their own, named after it ("report.pdf, page 3"). A document has one date and members have
    one each, so a member's date is told of its blocks; a record of a member without one is as old as its file.
    """
    text: list[str] = []
    at = 0
    blocks: list[Block] = []
    places: list[Place] = []
    records: list[Record] = []
    links: list[Link] = []
    tags: list[str] = []
    encodings: set[str] = set()
    confidence = 1.0
    for member in members:
        if text:
            text.append(_GAP)
            at += len(_GAP)
        heading = Span(at, at + len(member.name))
        start = heading.end + len(_GAP)
        document = member.document
        blocks.append(Block(BlockKind.HEADING, heading, level=1, said=document.said))
        blocks.extend(_block(block, member, start) for block in document.blocks)
        places.extend(_places(member, at, start))
        records.extend(_record(record, start) for record in document.records)
        links.extend(Link(link.target, link.span.shift(start)) for link in document.links)
        tags.extend(document.tags)
        encodings.add(document.encoding)
        confidence = min(confidence, document.encoding_confidence)
        text += (member.name, _GAP, document.text)
        at = start + len(document.text)
    whole = "".join(text)
    is_one = len(encodings) == 1
    return Document(
        text=whole,
        media_type=media_type,
        blocks=tuple(blocks),
        places=tuple(places),
        title=one_line(title),
        language=language(whole),
        encoding=encodings.pop() if is_one else "",
        encoding_confidence=confidence if is_one else 0.0,
        records=tuple(records),
        tags=tuple(dict.fromkeys(tags)),
        links=tuple(links),
        remarks=tuple(remarks),
    )


def _block(block: Block, member: Member, by: int) -> Block:
    said = block.said or member.document.said
    if block.kind is BlockKind.PROPERTIES:
        said = said or member.written
    level = min(block.level + 1, _LOWEST_LEVEL) if block.level else 0
    return replace(block, span=block.span.shift(by), level=level, said=said)


def _places(member: Member, at: int, start: int) -> Iterable[Place]:
    """The member's places, without gaps: each reaches to the next, and what is before the first is the member's."""
    inner = member.document.places
    starts = [at, *(place.span.start + start for place in inner), start + len(member.document.text)]
    labels = [member.name, *(f"{member.name}, {place.kind} {place.label}" for place in inner)]
    for number, label in enumerate(labels):
        yield Place(PlaceKind.MEMBER, label, Span(starts[number], starts[number + 1]))


def _record(record: Record, by: int) -> Record:
    return replace(record, properties=tuple(replace(each, span=each.span.shift(by)) for each in record.properties))
