"""Two foldings of text, one to show and one to compare names, and what scripts its characters belong to."""

import re
import unicodedata
from enum import StrEnum

_HAN = (
    "\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
)
_HIRAGANA = "\u3041-\u3096\u309d-\u309f\U0001b001-\U0001b11f"
_KATAKANA = "\u3099\u309a\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uffa0-\uffdc"

CJK_CLASS = _HAN + _HIRAGANA + _KATAKANA + _HANGUL
"""The characters of `is_cjk`, as the inside of a character class of a regular expression."""

_CJK = re.compile(f"[{CJK_CLASS}]")
_FIRST_CJK = "\u1100"

_LINE_END = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
INVISIBLE_CLASS = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
)
"""What `display` drops, as the inside of a character class: controls, soft hyphen, zero-width, bidirectional,
interlinear and tag characters."""

_EMOJI = "\ufe0f\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_INVISIBLE = re.compile(f"[{INVISIBLE_CLASS}]|(?<![{_EMOJI}])\u200d")
_SURROGATE = re.compile("[\ud800-\udfff]")

_LOOK_ALIKES = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe31\ufe32\ufe58\ufe63\uff0d",
    "\u30fb": "\u00b7\u2022\u2027\u2219\u22c5\u0387\uff65",
    "'": "\u2018\u2019\u201a\u201b\u2032\u02bc\u0060\u00b4\uff40\uff07",
    '"': "\u201c\u201d\u201e\u201f\u2033\u301d\u301e\u301f\uff02",
    "~": "\u301c\u223c\u223e\uff5e",
    "": "\u200d" + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])),
}
_FOLDED = str.maketrans({variant: kept for kept, variants in _LOOK_ALIKES.items() for variant in variants})
_SPACE_BY_CJK = re.compile(f"(?<=[{CJK_CLASS}]) | (?=[{CJK_CLASS}])")


class Script(StrEnum):
    """What a character is to a reader of words. `WORD` is a letter or digit of a script that parts its words."""

    HAN = "han"
    HIRAGANA = "hiragana"
    KATAKANA = "katakana"
    HANGUL = "hangul"
    WORD = "word"
    OTHER = "other"


_SCRIPTS = tuple(
    (script, re.compile(f"[{members}]"))
    for script, members in (
        (Script.HAN, _HAN),
        (Script.HIRAGANA, _HIRAGANA),
        (Script.KATAKANA, _KATAKANA),
        (Script.HANGUL, _HANGUL),
    )
)


def display(text: str) -> str:
    r"""The text as it is stored, shown and pointed into by spans.

    NFC (Unicode Standard Annex 15); every kind of line end becomes a line feed; controls but line feed and tab
    are dropped, and with them byte-order marks, zero-width, bidirectional and other characters that cannot be
    seen (a zero-width joiner stays inside an emoji). Half of a surrogate pair becomes U+FFFD. Idempotent.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_END.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", _SURROGATE.sub("\ufffd", text))


def key(name: str) -> str:
    """What two spellings of one name have in common.

    NFKC and case are folded ("ＡＢＣ" = "abc", "ﾀﾅｶ" = "タナカ"), as are the look-alikes of hyphen, middle dot,
    quotation mark and wave dash; white space is collapsed, and dropped beside kana, kanji and hangul
    ("田中 太郎" = "田中太郎", "NTT 東日本" = "NTT東日本"). Hiragana and katakana stay apart, marks on letters stay.
    Idempotent. Empty only for a name of which nothing can be seen.
    """
    folded = _fold_name(name)
    while folded != name:
        name, folded = folded, _fold_name(folded)
    return folded


def _fold_name(name: str) -> str:
    text = unicodedata.normalize("NFKC", display(name).translate(_FOLDED)).casefold()
    return _SPACE_BY_CJK.sub("", " ".join(text.split()))


def is_cjk(char: str) -> bool:
    """Whether the character is kana, kanji or hangul, or one of 々〆〇ー: scripts written without word spaces."""
    return char >= _FIRST_CJK and _CJK.match(char) is not None


def script(char: str) -> Script:
    """The script of one character; the long-vowel mark ー counts as katakana."""
    if char >= _FIRST_CJK:
        for candidate, members in _SCRIPTS:
            if members.match(char):
                return candidate
    return Script.WORD if is_word_char(char) else Script.OTHER


def is_word_char(char: str) -> bool:
    """Whether the character is part of a word: a letter, a digit, or a mark that combines with one."""
    return char.isalnum() or unicodedata.category(char)[0] == "M"


def joins_previous(char: str) -> bool:
    """Whether the character belongs to the one before it: combining marks, variation selectors, joiner, dakuten."""
    return unicodedata.category(char)[0] == "M" or char in "\u200d\uff9e\uff9f"


def boundary(text: str, i: int) -> bool:
    """Whether a word may start or end between `text[i - 1]` and `text[i]`.

    True at both ends of the text, beside anything that is not a letter or digit, between CJK characters and
    where CJK meets another script. False inside a run of other letters and digits, and before a combining mark.
    """
    if i <= 0 or i >= len(text):
        return True
    if joins_previous(text[i]):
        return False
    before, after = text[i - 1], text[i]
    return not (is_word_char(before) and is_word_char(after)) or is_cjk(before) or is_cjk(after) or _after_cjk(text, i)


def _after_cjk(text: str, i: int) -> bool:
    """Whether the mark that ends at `i` stands on a CJK character."""
    i -= 1
    while i > 0 and joins_previous(text[i]):
        i -= 1
    return is_cjk(text[i])
