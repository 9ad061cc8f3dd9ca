"""Where lines break. Words stay whole; kana, kanji and hangul may part anywhere but before a closing mark.

Textual's own wrapping parts text at spaces only, which leaves Japanese lines half empty. The rule for closing marks
is the short form of the one in JIS X 4051 and the W3C's Requirements for Japanese Text Layout.
"""

from rich.cells import cell_len
from textual.content import Content

from tsuzuri.text.normalise import is_cjk

_NOT_FIRST = frozenset("、。，．,.)]}）」』】〉》！？!?:;：；ーっッゃゅょャュョぁぃぅぇぉァィゥェォ々")
_NOT_LAST = frozenset("([{（「『【〈《")


def broken(content: Content, cuts: list[int]) -> Content:
    """The content with its lines begun at these offsets, as `breaks` gives them. Its spans keep their text."""
    return Content("\n").join(part.rstrip("\n") for part in content.divide(cuts)) if cuts else content


def breaks(text: str, width: int) -> list[int]:
    """The offsets at which a new line begins, in order; after each line feed, too. Lines take up to `width` cells."""
    starts: list[int] = []
    start = offset = 0
    for paragraph in text.splitlines(keepends=True):
        start = offset
        offset += len(paragraph)
        while (cut := _overflow(text, start, offset, width)) is not None:
            start = _break_before(text, start, cut)
            starts.append(start)
        if offset < len(text):
            starts.append(offset)
    return starts


def line_of(cuts: list[int], offset: int) -> int:
    """The number of the line, from 0, on which a character stands."""
    return sum(cut <= offset for cut in cuts)


def _overflow(text: str, start: int, stop: int, width: int) -> int | None:
    """The first character that does not fit on the line begun at `start`; white space may hang over."""
    cells = 0
    for index in range(start, stop):
        cells += cell_len(text[index])
        if cells > width and not text[index].isspace() and index > start:
            return index
    return None


def _break_before(text: str, start: int, cut: int) -> int:
    """The last place up to `cut` where the line may end; `cut` itself when a word fills the line."""
    for index in range(cut, start, -1):
        before, after = text[index - 1], text[index]
        if before.isspace():
            return index
        if (is_cjk(before) or is_cjk(after) or before in "、。") and not _belongs(before, after):
            return index
    return cut


def _belongs(before: str, after: str) -> bool:
    return after in _NOT_FIRST or before in _NOT_LAST
