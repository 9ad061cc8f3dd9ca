"""The piece of a text that shows why it was found, with the matching words marked."""

from collections.abc import Iterable

from tsuzuri.core.document import Span
from tsuzuri.core.results import Snippet
from tsuzuri.text.segment import segment_spans

_WIDTH = 160
_LEAD = 40


def snippet(text: str, tokens: Iterable[str], width: int = _WIDTH) -> Snippet:
    """At most about `width` characters of the original text around the densest matches, and the spans that match.

    `tokens` are index tokens as `text.segment` makes them; a token ending in `*` matches what begins with it.
    """
    spans = matches(text, tokens)
    start = _best_start(spans, width)
    start = max(0, start - _LEAD) if start > _LEAD else 0
    end = min(len(text), start + width)
    start, end = _whole_words(text, start, end)
    marks = tuple(Span(s.start - start, s.end - start) for s in spans if s.start >= start and s.end <= end)
    return Snippet(text[start:end], marks)


def matches(text: str, tokens: Iterable[str]) -> tuple[Span, ...]:
    """Where the tokens stand in the text, overlapping and touching spans joined."""
    wanted = set(tokens)
    exact = {token for token in wanted if not token.endswith("*")}
    starts = tuple(token[:-1] for token in wanted if token.endswith("*"))
    found = sorted(
        span for token, span in segment_spans(text) if token in exact or (starts and token.startswith(starts))
    )
    joined: list[Span] = []
    for span in found:
        if joined and span.start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return tuple(joined)


def _best_start(spans: tuple[Span, ...], width: int) -> int:
    """The start of the window that covers the most matched characters; the first of equals."""
    best, best_cover = 0, 0
    for i, first in enumerate(spans):
        cover = sum(len(span) for span in spans[i:] if span.end <= first.start + width - _LEAD)
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
