"""The piece of a text that shows why it was found, with the matching words marked."""

import re
from collections.abc import Collection, Iterable, Iterator

from tsuzuri.core.document import Span
from tsuzuri.core.results import Snippet
from tsuzuri.text.normalise import is_cjk
from tsuzuri.text.segment import GAP_CLASS, fold, segment_spans

_WIDTH = 160
_LEAD = 40
_PIECE = re.compile(f"[^{GAP_CLASS}]+")


def snippet(text: str, tokens: Iterable[str], width: int = _WIDTH) -> Snippet:
    """At most about `width` characters of the original text around the densest matches, and the spans that match.

    `tokens` are index tokens as `text.segment` makes them; one ending in `*` matches what begins with it.
    """
    spans = matches(text, tokens)
    start = max(0, _best_start(spans, width) - _LEAD)
    end = min(len(text), start + width)
    start, end = _whole_words(text, start, end)
    shown = (Span(max(span.start, start), min(span.end, end)) for span in spans if span.overlaps(Span(start, end)))
    marks = tuple(Span(span.start - start, span.end - start) for span in shown)
    return Snippet(text[start:end], marks)


def matches(text: str, tokens: Iterable[str]) -> tuple[Span, ...]:
    """Where the tokens stand in the text, overlapping and touching spans joined.

    What goes on after a `*` is marked to the end of its word, or, where words are not parted, not at all: of 猫が
    only 猫 is what was meant by 猫.
    """
    wanted = set(tokens)
    exact = {token for token in wanted if not token.endswith("*")}
    starts = tuple(token[:-1] for token in wanted if token.endswith("*"))
    found: list[Span] = []
    tokens_here = tuple(_tokens_near(text, wanted))
    for i, (token, span) in enumerate(tokens_here):
        if token in exact:
            found.append(span)
        elif token.startswith(starts):
            # A pair of characters is followed by the token of its second one, which may be of the same character: ㍿.
            is_pair = is_cjk(token[0]) and len(token) > 1
            end = max(tokens_here[i + 1][1].start, span.start + 1) if is_pair else span.end
            found.append(Span(span.start, end))
    joined: list[Span] = []
    for span in sorted(found):
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def _tokens_near(text: str, wanted: Collection[str]) -> Iterator[tuple[str, Span]]:
    """The tokens of the pieces of the text in which something wanted stands.

    Spans cost ten times what folding does, and most of a text is not asked for.
    """
    stems = tuple(token.removesuffix("*") for token in wanted)
    for piece in _PIECE.finditer(text):
        folded = fold(piece.group())
        if any(stem in folded for stem in stems):
            yield from ((token, span.shift(piece.start())) for token, span in segment_spans(piece.group()))


def _best_start(spans: tuple[Span, ...], width: int) -> int:
    """The start of the window that covers the most matched characters; the first of equals."""
    best, best_cover = 0, 0
    for i, first in enumerate(spans):
        end = first.start + width - _LEAD
        cover = sum(min(span.end, end) - span.start for span in spans[i:] if span.start < end)
        if cover > best_cover:
            best, best_cover = first.start, cover
    return best


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The window moved inward so that it does not cut a word that ends within a few characters."""
    if start and (space := text.find(" ", start, start + 12)) >= 0:
        start = space + 1
    if end < len(text) and (space := text.rfind(" ", end - 12, end)) > start:
        end = space
    return start, end
