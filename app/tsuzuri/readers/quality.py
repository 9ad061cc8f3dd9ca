"""Is it text? Looks for the marks of a wrong encoding and of fonts without a character map."""

import re
from typing import Final

_LEAST_SHARE: Final = 0.1
_LEAST_SHARE_MOJIBAKE: Final = 0.3
_FEW: Final = 3

_NOT_TEXT = re.compile(
    "[\ufffd\ufffe\uffff\ue000-\uf8ff\U000f0000-\U0010ffff\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]"
)
_NON_ASCII = re.compile("[^\x00-\x7f]")
_GLYPH_NUMBER = re.compile(r"\(cid:\d+\)")
# UTF-8 read as Latin-1 or Windows-1252: a lead byte and its continuation bytes as letters and signs.
_TAIL = (
    "[\x80-\xbf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019"
    "\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]"
)
_UTF8_AS_LATIN = re.compile(f"[\xc2-\xdf]{_TAIL}|[\xe0-\xef]{_TAIL}{{2}}|[\xf0-\xf4]{_TAIL}{{3}}")
# UTF-8 kana read as Shift_JIS: E3 81, E3 82 and E3 83 become these three rare kanji.
_UTF8_AS_SHIFT_JIS = re.compile("[\u7e3a\u7e67\u7e5d]")
_SHARE_SHIFT_JIS: Final = 0.08


def flaw(text: str) -> str | None:
    """What makes the text unreadable, as words for a person; None when it reads as text.

    Counts replacement, private-use and control characters (NUL apart: it is only dropped) and glyph numbers
    against all characters, and the marks of UTF-8 read as Latin-1 or Shift_JIS against the non-ASCII ones.
    """
    if _share(len(_NOT_TEXT.findall(text)), len(text)) > _LEAST_SHARE:
        return "too many characters are damaged or belong to a private font"
    if _share(sum(map(len, _GLYPH_NUMBER.findall(text))), len(text)) > _LEAST_SHARE:
        return "its font has no character map"
    if text.isascii():
        return None
    foreign = len(_NON_ASCII.findall(text))
    latin = sum(map(len, _UTF8_AS_LATIN.findall(text)))
    kanji = len(_UTF8_AS_SHIFT_JIS.findall(text))
    if _share(latin, foreign) > _LEAST_SHARE_MOJIBAKE or _share(kanji, foreign) > _SHARE_SHIFT_JIS:
        return "it was saved in the wrong encoding"
    return None


def _share(part: int, whole: int) -> float:
    """`part` of `whole`; a handful proves nothing, unless it is most of what there is."""
    if part < _FEW and part * 2 < whole:
        return 0.0
    return part / whole if whole else 0.0
