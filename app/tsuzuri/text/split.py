"""A document cut into passages: pieces of one subject, near a target length and never over a cap of real tokens.

The text is first parted where its subject changes (headings, messages, slides, sheets), each part cut only as finely
as the cap demands, and neighbours are then joined until they are about as long as wished.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice

import regex

from tsuzuri.core.document import Block, BlockKind, Document, Place, PlaceKind, Said, SaidKind, Span
from tsuzuri.core.values import PassageDraft
from tsuzuri.text.sentences import sentences

CountTokens = Callable[[Sequence[str]], Sequence[int]]
"""How many tokens each text has, in one call for all of them."""

_MAX_HEADING = 200
_TINY_SHARE = 4
_BLANK_LINE = re.compile(r"\n\s*\n")
_LINE = re.compile(r"[^\n]+")
_SPACE = re.compile(r"\s+")
_CLAUSE = re.compile(r"(?:[^、，,;；:：—–]|[,:](?=\S))+[、，,;；:：—–]*|[、，,;；:：—–]+")
_CLUSTER = regex.compile(r"\X")
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[-/.](\d{1,2})[-/.](\d{1,2})|年\s*(\d{1,2})月\s*(\d{1,2})日)(?!\d)")


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading, those above it, and the date that the nearest of them holds."""

    text: str
    level: int
    above: "_Heading | None"
    said: Said | None

    def path(self) -> str:
        return f"{self.above.path()} > {self.text}" if self.above else self.text


@dataclass(frozen=True, slots=True)
class _Part:
    """A block with its surroundings. Only parts of the same heading and the same `apart` may share a passage."""

    span: Span
    kind: BlockKind
    under: _Heading | None
    said: Said | None
    speaker: str
    apart: int
    page: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is no longer cut: a part, or a stretch of one that was too long."""

    part: _Part
    span: Span
    tokens: int


def split(
    document: Document, count_tokens: CountTokens, *, max_tokens: int = 220, target_tokens: int = 120
) -> tuple[PassageDraft, ...]:
    """The passages of a document, in order.

    A message is a passage of its own, and so are the properties of a record. Other blocks under one heading are
    joined until about `target_tokens`, over a page break only while the passage is tiny. A heading is told in
    `heading` of what stands under it; one with nothing under it is text like any other. No passage has more than
    `max_tokens` by `count_tokens` (unless a single grapheme cluster has), which is called a few times for the whole
    document: longer blocks are cut at sentences (tables, code and properties at lines), then at clauses, then at
    spaces or, at last, between characters.

    `said` is the message's own date, else the document's or the nearest heading's, whichever kind is the more
    trusted.

    Raises:
        ValueError: not `0 < target_tokens <= max_tokens`.
    """
    if not 0 < target_tokens <= max_tokens:
        raise ValueError(f"the target ({target_tokens}) must be positive and within the cap ({max_tokens})")
    pieces = _cut(document.text, _parts(document), count_tokens, max_tokens)
    groups = _join(pieces, max_tokens, target_tokens)
    return _drafts(document, _hold(document.text, groups, count_tokens, max_tokens))


def _parts(document: Document) -> list[_Part]:
    """The blocks that hold text of their own, each under its heading."""
    parts: list[_Part] = []
    heading: _Heading | None = None
    starts = [place.span.start for place in document.places]
    blocks = list(_blocks(document))
    for i, block in enumerate(blocks):
        at = bisect_right(starts, block.span.start) - 1
        place = document.places[at] if at >= 0 else None
        if block.kind is BlockKind.HEADING:
            heading = _heading(block, document.text, heading)
            if i + 1 < len(blocks) and _stands_under(heading, blocks[i + 1]):
                continue
        under = heading.above if heading and block.kind is BlockKind.HEADING else heading
        stands_alone = block.kind in (BlockKind.MESSAGE, BlockKind.PROPERTIES)
        parts.append(
            _Part(
                span=block.span,
                kind=block.kind,
                under=under,
                said=block.said or _more_trusted(document.said, heading.said if heading else None),
                speaker=block.speaker or "",
                apart=i if stands_alone else -1 - _section_of(place, at),
                page=at,
            )
        )
    return parts


def _blocks(document: Document) -> Iterator[Block]:
    """The document's blocks without white space at their ends, and what lies between them as paragraphs."""
    end = 0
    for block in document.blocks:
        yield from _paragraphs(document.text, end, block.span.start)
        end = block.span.end
        span = _trim(document.text, block.span)
        mistaken = block.kind is BlockKind.HEADING and len(span) > _MAX_HEADING
        kind = BlockKind.PARAGRAPH if mistaken else block.kind
        if span:
            yield Block(kind, span, block.level, block.speaker, block.said)
    yield from _paragraphs(document.text, end, len(document.text))


def _paragraphs(text: str, start: int, end: int) -> Iterator[Block]:
    at = start
    for gap in _BLANK_LINE.finditer(text, start, end):
        if span := _trim(text, Span(at, gap.start())):
            yield Block(BlockKind.PARAGRAPH, span)
        at = gap.end()
    if span := _trim(text, Span(at, end)):
        yield Block(BlockKind.PARAGRAPH, span)


def _trim(text: str, span: Span) -> Span:
    """The span without white space at its ends; empty when there is nothing else."""
    piece = span.of(text)
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, start + len(piece.strip()))


def _heading(block: Block, text: str, last: _Heading | None) -> _Heading:
    while last and last.level >= block.level:
        last = last.above
    words = " ".join(block.span.of(text).split())
    return _Heading(words, block.level, last, _date_in(words) or (last.said if last else None))


def _stands_under(heading: _Heading, following: Block) -> bool:
    return following.kind is not BlockKind.HEADING or following.level > heading.level


def _date_in(heading: str) -> Said | None:
    for year, *month_day in _DATE.findall(unicodedata.normalize("NFKC", heading)):
        month, day = (int(number) for number in month_day if number)
        try:
            found = date(int(year), month, day)
        except ValueError:  # 2026-02-30 is not a date, but a later one may be
            continue
        return Said(datetime(found.year, found.month, found.day, tzinfo=UTC), SaidKind.HEADING)
    return None


def _more_trusted(one: Said | None, other: Said | None) -> Said | None:
    trust = list(SaidKind)
    return min((said for said in (one, other) if said), key=lambda said: trust.index(said.kind), default=None)


def _section_of(place: Place | None, at: int) -> int:
    """A number for what text may not be joined across: a slide, sheet or chapter, but not a page."""
    return at + 1 if place and place.kind in (PlaceKind.SLIDE, PlaceKind.SHEET, PlaceKind.CHAPTER) else 0


def _cut(text: str, parts: list[_Part], count_tokens: CountTokens, max_tokens: int) -> list[_Piece]:
    """Parts cut until each piece is within the cap; every round counts all new pieces in one call."""
    pieces = _counted(text, [(part, part.span) for part in parts], count_tokens)
    for cutter in (_at_sentences, _at_clauses):
        pieces = _cut_long(text, pieces, cutter, count_tokens, max_tokens)
    at_characters = partial(_at_characters, max_tokens=max_tokens)
    while any(piece.tokens > max_tokens and not _CLUSTER.fullmatch(piece.span.of(text)) for piece in pieces):
        pieces = _cut_long(text, pieces, at_characters, count_tokens, max_tokens)
    return pieces


def _cut_long(
    text: str,
    pieces: list[_Piece],
    cutter: Callable[[str, _Piece], Iterable[Span]],
    count_tokens: CountTokens,
    max_tokens: int,
) -> list[_Piece]:
    cuts = {i: list(cutter(text, piece)) for i, piece in enumerate(pieces) if piece.tokens > max_tokens}
    new = iter(_counted(text, [(pieces[i].part, span) for i, spans in cuts.items() for span in spans], count_tokens))
    return [kept for i, piece in enumerate(pieces) for kept in (islice(new, len(cuts[i])) if i in cuts else (piece,))]


def _counted(text: str, spans: list[tuple[_Part, Span]], count_tokens: CountTokens) -> list[_Piece]:
    counts = count_tokens([span.of(text) for _, span in spans]) if spans else ()
    return [_Piece(part, span, tokens) for (part, span), tokens in zip(spans, counts, strict=True)]


def _at_sentences(text: str, piece: _Piece) -> Iterable[Span]:
    if piece.part.kind in (BlockKind.TABLE, BlockKind.CODE, BlockKind.PROPERTIES):
        return _matches(_LINE, text, piece.span)
    return [span.shift(piece.span.start) for span in sentences(piece.span.of(text))]


def _at_clauses(text: str, piece: _Piece) -> Iterable[Span]:
    return _matches(_CLAUSE, text, piece.span)


def _matches(pattern: re.Pattern[str], text: str, span: Span) -> Iterable[Span]:
    return filter(None, (_trim(text, Span(*found.span())) for found in pattern.finditer(text, span.start, span.end)))


def _at_characters(text: str, piece: _Piece, max_tokens: int) -> Iterator[Span]:
    """Stretches of like length that should be within the cap, ended at a space where one is near."""
    piece_text = piece.span.of(text)
    ends = [cluster.end() for cluster in _CLUSTER.finditer(piece_text)]
    length = max(1, len(piece_text) * max_tokens // (piece.tokens + max_tokens))
    start = 0
    while start < len(piece_text):
        # The last cluster that ends in time, or the next one, however long it is.
        end = ends[max(bisect_right(ends, start + length) - 1, bisect_right(ends, start))]
        if end < len(piece_text):
            spaces = list(_SPACE.finditer(piece_text, start + length // 2, end))
            end = spaces[-1].end() if spaces else end
        if trimmed := _trim(text, Span(piece.span.start + start, piece.span.start + end)):
            yield trimmed
        start = end


def _join(pieces: list[_Piece], max_tokens: int, target_tokens: int) -> list[list[_Piece]]:
    """Neighbours joined until the next one would lead away from the target; what is then left tiny goes before."""
    tiny = target_tokens // _TINY_SHARE
    groups: list[list[_Piece]] = []
    size = 0
    for piece in pieces:
        nearer = 2 * size + piece.tokens <= 2 * target_tokens and size + piece.tokens <= max_tokens
        if groups and nearer and _may_share(groups[-1][-1].part, piece.part, across_pages=size < tiny):
            groups[-1].append(piece)
            size += piece.tokens
        else:
            groups.append([piece])
            size = piece.tokens
    joined: list[list[_Piece]] = []
    for group in groups:
        size = _size(group)
        fits = size < tiny and joined and _size(joined[-1]) + size <= max_tokens
        if fits and _may_share(joined[-1][-1].part, group[0].part, across_pages=True):
            joined[-1] += group
        else:
            joined.append(group)
    return joined


def _size(group: list[_Piece]) -> int:
    return sum(piece.tokens for piece in group)


def _may_share(one: _Part, other: _Part, *, across_pages: bool) -> bool:
    """Whether a passage may hold both: it has one heading, one date and one speaker."""
    return one is other or (
        one.under is other.under
        and one.apart == other.apart
        and one.said == other.said
        and (across_pages or one.page == other.page)
    )


def _hold(text: str, groups: list[list[_Piece]], count_tokens: CountTokens, max_tokens: int) -> list[list[_Piece]]:
    """Groups halved until their joined text is within the cap: what lies between pieces can cost tokens too."""
    while joined := [i for i, group in enumerate(groups) if len(group) > 1]:
        counts = count_tokens([_span(groups[i]).of(text) for i in joined])
        over = {i for i, count in zip(joined, counts, strict=True) if count > max_tokens}
        if not over:
            break
        groups = [half for i, group in enumerate(groups) for half in (_halves(group) if i in over else (group,))]
    return groups


def _halves(group: list[_Piece]) -> tuple[list[_Piece], list[_Piece]]:
    middle = len(group) // 2
    return group[:middle], group[middle:]


def _span(group: list[_Piece]) -> Span:
    return Span(group[0].span.start, group[-1].span.end)


def _drafts(document: Document, groups: list[list[_Piece]]) -> tuple[PassageDraft, ...]:
    starts = [place.span.start for place in document.places]
    drafts: list[PassageDraft] = []
    line, counted_to = 1, 0
    for ordinal, group in enumerate(groups):
        span, part = _span(group), group[0].part
        line += document.text.count("\n", counted_to, span.start)
        counted_to = span.start
        drafts.append(
            PassageDraft(
                ordinal=ordinal,
                span=span,
                text=span.of(document.text),
                heading=part.under.path() if part.under else "",
                locator=_places(document.places, starts, span) or f"line {line}",
                speaker=part.speaker,
                said=part.said,
            )
        )
    return tuple(drafts)


def _places(places: Sequence[Place], starts: list[int], span: Span) -> str:
    """Where the span stands in the original, for a person; empty when its beginning is in no place."""
    first, last = bisect_right(starts, span.start) - 1, bisect_right(starts, span.end - 1) - 1
    if first < 0 or not places[first].span.overlaps(span):
        return ""
    kind, label = places[first].kind, places[first].label
    return f"{kind} {label}" if label == places[last].label else f"{kind}s {label}-{places[last].label}"
