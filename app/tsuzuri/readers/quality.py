"""Is it text? Looks for the marks of a wrong encoding and of fonts without a true character map."""

from collections.abc import Iterator
from typing import Final

import regex

_WINDOWS: Final = 16
_WINDOW: Final = 8192

_LEAST_SHARE: Final = 0.1
_FEW: Final = 3
_NOT_TEXT = regex.compile(r"[\p{Cn}\p{Co}\p{Cs}\ufffd\x01-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_NON_ASCII = regex.compile(r"[^\x00-\x7f]")
_GLYPH_NUMBER = regex.compile(r"\(cid:\d+\)|/?\bg(?:lyph)?\d{2,5}(?=/g)")

_LEAST_SHARE_MOJIBAKE: Final = 0.3
_LEAST_SHARE_OF_ALL: Final = 0.02
"""A wrong letter in a hundred makes a text ugly, but not unreadable."""
# UTF-8 read as Latin-1 or Windows-1252: a lead byte and its continuation bytes as letters and signs.
_TAIL = (
    "[\x80-\xbf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019"
    "\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]"
)
_UTF8_AS_LATIN = regex.compile(f"[\xc2-\xdf]{_TAIL}|[\xe0-\xef]{_TAIL}{{2}}|[\xf0-\xf4]{_TAIL}{{3}}")
# UTF-8 kana read as Shift_JIS: E3 81, E3 82 and E3 83 become these three rare kanji.
_UTF8_AS_SHIFT_JIS = regex.compile("[\u7e3a\u7e67\u7e5d]")
_SHARE_SHIFT_JIS: Final = 0.08

# A font whose map is broken gives glyph numbers as characters: scripts change from letter to letter, rare kanji
# abound, or all letters are off by the same distance and the vowels are gone ("WKH ERDUG" for "the board").
_KANJI_AND_KIN = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}"
_SCRIPTS = (r"\p{Latin}", r"\p{Greek}", r"\p{Cyrillic}", r"\p{Arabic}", r"\p{Hebrew}", r"\p{Thai}", r"\p{Devanagari}")
_ALL_SCRIPTS = (*_SCRIPTS, _KANJI_AND_KIN)
_ANY = r"\p{Inherited}\p{Lm}"
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_RUN = regex.compile(
    "|".join(f"[[{script}{_ANY}]&&[\\p{{L}}\\p{{M}}]]+" for script in _ALL_SCRIPTS)
    + f"|[[\\p{{L}}\\p{{M}}]--[{''.join(_ALL_SCRIPTS)}]]+",
    regex.VERSION1,
)
_LEAST_LETTERS: Final = 40
_MOST_CHANGES: Final = 0.25
_RARE_KANJI = regex.compile("[\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0003fffd]")
_COMMON_KANJI_AND_KIN = regex.compile(f"[{_KANJI_AND_KIN}]")
_MOST_RARE: Final = 0.2
_ASCII_WORD = regex.compile("[A-Za-z]{3,}")
_VOWELS = regex.compile("[AEIOUYaeiouy]")
_LEAST_WORDS: Final = 60
_LEAST_VOWELS: Final = 0.18
"""Of the letters of different words: languages in Latin letters have 0.3 and more, base64 and hexadecimal 0.23."""


def flaw(text: str) -> str | None:
    """What makes the text unreadable, as words for a person; None when it reads as text.

    Counts replacement, private-use, unassigned and control characters (NUL apart: it is only dropped) and glyph
    numbers against all characters, the marks of UTF-8 read as Latin-1 or Shift_JIS against the non-ASCII ones, and
    asks whether its letters can be words of any language. Of a long text it looks at 16 windows of 8192 characters.
    """
    text = "".join(_windows(text))
    if _share(_count(_NOT_TEXT, text), len(text)) > _LEAST_SHARE:
        return "too many characters are damaged or belong to a private font"
    if _share(sum(len(found[0]) for found in _GLYPH_NUMBER.finditer(text)), len(text)) > _LEAST_SHARE:
        return "its font has no character map"
    if not text.isascii() and _is_mojibake(text):
        return "it was saved in the wrong encoding"
    if _is_glyphs(text):
        return "its letters make no words, as with a font whose character map is wrong"
    return None


def _windows(text: str) -> Iterator[str]:
    if len(text) <= _WINDOWS * _WINDOW:
        yield text
        return
    for number in range(_WINDOWS):
        start = (len(text) - _WINDOW) * number // (_WINDOWS - 1)
        yield text[start : start + _WINDOW]


def _is_mojibake(text: str) -> bool:
    foreign = _count(_NON_ASCII, text)
    latin = sum(len(found[0]) for found in _UTF8_AS_LATIN.finditer(text))
    kanji = _count(_UTF8_AS_SHIFT_JIS, text)
    if _share(latin, foreign) > _LEAST_SHARE_MOJIBAKE:
        return latin > _LEAST_SHARE_OF_ALL * len(text)
    return _share(kanji, foreign) > _SHARE_SHIFT_JIS


def _is_glyphs(text: str) -> bool:
    words = {found[0] for found in _ASCII_WORD.finditer(text)}
    if len(words) >= _LEAST_WORDS:
        latin = "".join(words)
        return _count(_VOWELS, latin) < _LEAST_VOWELS * len(latin)
    if text.isascii():
        return False
    letters = sum(len(found[0]) for found in _WORD.finditer(text))
    changes = _count(_RUN, text) - _count(_WORD, text)
    rare, kanji = _count(_RARE_KANJI, text), _count(_COMMON_KANJI_AND_KIN, text)
    return letters >= _LEAST_LETTERS and (changes > _MOST_CHANGES * letters or rare > _MOST_RARE * kanji + _FEW)


def _count(pattern: "regex.Pattern[str]", text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))


def _share(part: int, whole: int) -> float:
    """`part` of `whole`; a handful proves nothing, unless it is most of what there is."""
    if part < _FEW and part * 2 < whole:
        return 0.0
    return part / whole if whole else 0.0
