"""Index tokens: what the full-text index holds of a text, and where each token stands in it.

Runs of kana, kanji and hangul become overlapping pairs of characters and, last, the run's last character alone,
so that any piece of two characters or more is a phrase of pairs. Other letters and digits become whole words,
folded in width, case and, for Latin, marks. Scripts are parted from each other.
"""

import re
import unicodedata
from collections.abc import Iterator

import regex

from tsuzuri.core.document import Span
from tsuzuri.text.normalise import CJK_CLASS, INVISIBLE_CLASS

_RUN = regex.compile(rf"(?P<cjk>[{CJK_CLASS}]+)|(?![{CJK_CLASS}_\p{{M}}])\w(?:(?![{CJK_CLASS}_])[\w\p{{M}}])*")
_DROPPED = re.compile(f"[{INVISIBLE_CLASS}\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_LATIN = "a-z\u00c0-\u024f\u1e00-\u1eff"
_MARKED = re.compile(f"[\u00c0-\u024f\u1e00-\u1eff]|(?<=[{_LATIN}])[\u0300-\u036f]+")
_MARK = re.compile("[\u0300-\u036f]+")
GAP_CLASS = " \t\n\u3000、。,."
"""Characters that no token holds and no mark composes with, as the inside of a character class: a text may be cut at
them and segmented piece by piece."""

# A grapheme cluster never composes with its neighbours, except with loose letters of hangul. A mark on a gap is in a
# cluster with it, but the token of the mark must not cover the gap.
_PIECE = regex.compile(
    rf"[\x00-\x7e]+(?![^\x00-\x7e])|[{GAP_CLASS}]|\X[\u1160-\u11ff\u3131-\u318e\u3260-\u327e\uffa0-\uffdc]*"
)


def segment(text: str) -> tuple[str, ...]:
    """The index tokens of a text, in order. Works on any string; nothing in it is an error."""
    return tuple(token for token, _, _ in _tokens(fold(text)))


def segment_spans(text: str) -> tuple[tuple[str, Span], ...]:
    """The tokens of `segment(text)`, each with its span in `text` as it was given.

    A character that folds to several (㍿ to 株式会社) is the span of each token made of them.
    """
    visible, origin = _visible(text)
    folded: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECE.finditer(visible):
        start, end = piece.span()
        out = _fold(piece.group())
        folded.append(out)
        if piece.group().isascii():
            starts += origin[start:end]
            ends += [at + 1 for at in origin[start:end]]
        else:
            starts += [origin[start]] * len(out)
            ends += [origin[end - 1] + 1] * len(out)
    return tuple((token, Span(starts[a], ends[b - 1])) for token, a, b in _tokens("".join(folded)))


def fold(text: str) -> str:
    """The text as tokens are cut from it: NFKC, case folded, Latin marks and invisible characters dropped."""
    return _fold(_DROPPED.sub("", text))


def runs(folded: str) -> tuple[str, ...]:
    """The runs of a folded text that tokens are cut from: whole words and unbroken stretches of CJK characters."""
    return tuple(run.group() for run in _RUN.finditer(folded))


def pairs(run: str) -> tuple[str, ...]:
    """The phrase that finds a CJK run: its overlapping pairs, or the one character of a run of one."""
    return tuple(run[i : i + 2] for i in range(len(run) - 1)) or (run,)


def _tokens(folded: str) -> Iterator[tuple[str, int, int]]:
    for run in _RUN.finditer(folded):
        start, end = run.span()
        if run.group("cjk"):
            for at in range(start, end - 1):
                yield folded[at : at + 2], at, at + 2
            yield folded[end - 1], end - 1, end
        else:
            yield run.group(), start, end


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _MARKED.sub(lambda marked: _MARK.sub("", unicodedata.normalize("NFD", marked.group())), folded)


def _visible(text: str) -> tuple[str, range | list[int]]:
    """The text without what indexing ignores, and where in `text` each of its characters stood."""
    visible = _DROPPED.sub("", text)
    if len(visible) == len(text):
        return text, range(len(text))
    return visible, [at for at, char in enumerate(text) if not _DROPPED.match(char)]
