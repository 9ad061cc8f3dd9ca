"""A text as names are compared, with the way back: where each folded character stood in the text as it was given."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from tsuzuri.core.document import Span
from tsuzuri.text.normalise import is_cjk, key

# Characters that fold to one character each and never compose with one another; and blanks that are kept as they are,
# because they part two Latin words. What may be dropped or shortened is a piece of its own.
_LATIN = "\x21-\x7e\xa1\xa7\xa9\xab\xae\xb0\xb1\xb6\xbb\xbf-\xde\xe0-\xff\u2010-\u2015\u2018-\u201f"
_PLAIN = _LATIN + "\u3001-\u301e\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uff01-\uff5e"
_RUN = rf"[{_PLAIN}]+(?:(?<=[{_LATIN}])[ \n](?=[{_LATIN}])[{_PLAIN}]+)*"
_ALL_PLAIN = re.compile(_RUN)
_PIECE = regex.compile(
    rf"(?P<plain>{_RUN}(?![\p{{M}}\u200d\uff9e\uff9f]))"
    r"|(?P<blank>\s+)|\X[\u1160-\u11ff\u3131-\u318e\u3260-\u327e\uffa0-\uffdc]*"
)
_LOOK_ALIKE = re.compile("[`\u2010-\u201f\u301c-\u301f\uff07\uff0d\uff40\uff5e]")
_PARAGRAPH = "\n"
"""What stands for an empty line; no name holds it, so none is found across one."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text. Pieces begin at `starts` in it, and at `origins` in the original, and end there at `ends`.

    `plain` pieces answer character for character; any other is found whole or not at all.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    ends: tuple[int, ...]
    plain: tuple[bool, ...]

    def origin(self, start: int, end: int) -> Span | None:
        """What the non-empty folded range stands for in the original; None where it cuts a character in two."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        before, inside = start - self.starts[first], end - self.starts[last]
        whole = len(self.text) if last + 1 == len(self.starts) else self.starts[last + 1]
        if (before and not self.plain[first]) or (end != whole and not self.plain[last]):
            return None
        stop = self.origins[last] + inside if self.plain[last] else self.ends[last]
        return Span(self.origins[first] + before, stop)


def folded(text: str) -> Folded:
    """Fold a text as `text.normalise.key` folds a name, so that a name's key is found in it wherever the name stands.

    An empty line stays a line feed.
    """
    if _ALL_PLAIN.fullmatch(text):
        return Folded(_plain(text), (0,), (0,), (len(text),), (True,))
    parts: list[str] = []
    pieces: list[tuple[int, int, int, bool]] = []
    length = 0
    for out, start, end, plain in _pieces(text):
        parts.append(out)
        pieces.append((length, start, end, plain))
        length += len(out)
    starts, origins, ends, plains = zip(*pieces, strict=True) if pieces else ((), (), (), ())
    return Folded("".join(parts), starts, origins, ends, plains)


def _pieces(text: str) -> Iterator[tuple[str, int, int, bool]]:
    """Folded pieces that are not empty, with their place in the text and whether they answer character by character."""
    blank: tuple[str, int, int, bool] | None = None
    before = ""
    for piece in _PIECE.finditer(text):
        run, (start, end) = piece.group(), piece.span()
        if piece["blank"] is not None:
            space = _PARAGRAPH if run.count("\n") > 1 else " "
            blank = blank or (space, start, end, False)
            continue
        plain = piece["plain"] is not None
        out = _plain(run) if plain else _cluster(run)
        if not out:
            continue
        if blank is not None and (blank[0] == _PARAGRAPH or not (is_cjk(before) or is_cjk(out[0]))):
            yield blank
        blank = None
        yield out, start, end, plain
        before = out[-1]


def _plain(run: str) -> str:
    """The key of a plain run; the long way only where it holds a look-alike of another character."""
    if _LOOK_ALIKE.search(run):
        return key(run)
    return unicodedata.normalize("NFKC", run.replace("\n", " ")).casefold()


@lru_cache(maxsize=4096)
def _cluster(cluster: str) -> str:
    return key(cluster)
