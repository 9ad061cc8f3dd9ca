"""Numbers as they are written, in digits, English words and Japanese numerals, read as exact decimals.

Libraries were weighed: kanjize reads 1.15億 as 114999999 through a float, and quantulum3 (10 MB) knows English only.
"""

import re
from decimal import Context, Decimal

_EXACT = Context(prec=400)
"""More digits than any text read here can give, so that nothing is rounded."""

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_ONES)} | {
    word: 10 * number for number, word in enumerate(_TENS, 2)
}
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_GROUPS = {"hundred": 100, "dozen": 12}
_LETTERS = {"k": 3, "m": 6, "mn": 6, "mio": 6, "b": 9, "bn": 9, "tn": 12}
_WORD = "|".join(sorted((*_SMALL, *_SCALES, *_GROUPS), key=len, reverse=True))

_GROUPED = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
_KANJI = "零一二三四五六七八九"
_MYRIADS = {"兆": 12, "億": 8, "万": 4}
_PLACES = {"千": 3, "百": 2, "十": 1}
_MARKS = "".join((*_MYRIADS, *_PLACES))
_PART = rf"[0-9.{_KANJI}{''.join(_PLACES)}]+"
_DIGIT = rf"[0-9]+(?:\.[0-9]+)?|[{_KANJI}]"
_JAPANESE = re.compile("".join(rf"(?:(?P<{mark}>{_PART}){mark})?" for mark in _MYRIADS) + rf"(?P<rest>{_PART})?")
_PLACED = re.compile(
    "".join(rf"(?:(?P<{mark}>{_DIGIT})?(?P<has_{mark}>{mark}))?" for mark in _PLACES) + rf"(?P<rest>{_DIGIT})?"
)
_IN_DIGITS = re.compile(_GROUPED)
_SCALED = re.compile(rf"(?P<digits>{_GROUPED})[ -]?(?P<scale>[a-z]+)")
_SCALE = re.compile(rf"(?:{'|'.join(_SCALES)}|[{_MARKS}]|(?<=[0-9])[a-z]+)$")
_HALF = re.compile(r"^half an?\b ?| and a half\b")

NUMBER = (
    rf"(?:(?:{_GROUPED})[ -]?(?:(?i:{'|'.join(_SCALES)})\b|[kK](?![A-Za-z]))"
    rf"|(?=[0-9〇{_KANJI}十百千])[0-9,.〇{_KANJI}{_MARKS}]*[0-9〇{_KANJI}{_MARKS}]"
    rf"|(?i:\b(?:half an?|an?|{'|'.join(_SMALL)})\b(?:[ -](?:and a half\b|(?:and )?(?:{_WORD})\b))*))"
)
"""What may be a number, as a regular expression without groups; `number` says whether it is one."""


def number(words: str) -> Decimal | None:
    """The number that the words write, folded by NFKC; None when they write none. Exact, and never raises.

    Read are 1,200, 3.5 million, 40k, "two hundred and five", "two and a half million", "a dozen", 三千, 1万2千, 1.5億,
    二〇二四. The decimal point is a point.
    """
    words = words.replace("〇", "零").casefold()
    if _IN_DIGITS.fullmatch(words):
        return Decimal(words.replace(",", ""))
    if match := _SCALED.fullmatch(words):
        power = (_SCALES | _LETTERS).get(match["scale"])
        return None if power is None else _scaled(Decimal(match["digits"].replace(",", "")), power)
    return _english(words) if words.isascii() else _japanese(words.replace(",", ""))


def scale_of(words: str) -> str:
    """The scale at the end of a written number ("million", 万), which a range shares ("3-4 million"); or empty."""
    match = _SCALE.search(words.casefold())
    return match[0] if match else ""


def plain(value: Decimal) -> str:
    """A decimal in digits, without exponent and zeros that say nothing: 1200, 0.5."""
    digits = format(value, "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def _scaled(value: Decimal, power: int) -> Decimal:
    return _EXACT.multiply(value, Decimal(10**power))


def _japanese(words: str) -> Decimal | None:
    match = _JAPANESE.fullmatch(words)
    if match is None:
        return None
    total = Decimal(0)
    for mark, written in match.groupdict().items():
        if written is None:
            continue
        if (value := _myriad(written)) is None:
            return None
        total = _EXACT.add(total, _scaled(value, _MYRIADS.get(mark, 0)))
    return total


def _myriad(written: str) -> Decimal | None:
    """What stands before 万 and the like: by position (二零二四, 1.5) or by place (二千二十四, 2千)."""
    by_position = written.translate({ord(kanji): str(digit) for digit, kanji in enumerate(_KANJI)})
    if _IN_DIGITS.fullmatch(by_position):
        return Decimal(by_position)
    match = _PLACED.fullmatch(written)
    if match is None:
        return None
    total = _digit(match["rest"] or _KANJI[0])
    for mark, power in _PLACES.items():
        if match[f"has_{mark}"]:
            total = _EXACT.add(total, _scaled(_digit(match[mark] or _KANJI[1]), power))
    return total


def _digit(written: str) -> Decimal:
    return Decimal(_KANJI.index(written)) if written in _KANJI else Decimal(written)


def _english(words: str) -> Decimal | None:
    """The sum of what stands before each scale: two hundred and five thousand three hundred."""
    total = group = Decimal(0)
    known = False
    for word in re.split(r"[ -]", _HALF.sub(" half ", words).strip()):
        if word in _SMALL or word in ("a", "an", "half"):
            group, known = group + Decimal("0.5" if word == "half" else _SMALL.get(word, 1)), True
        elif word in _GROUPS and known:
            group *= _GROUPS[word]
        elif word in _SCALES and known:
            total, group = total + _scaled(group, _SCALES[word]), Decimal(0)
        elif word and (word != "and" or not known):
            return None
    return total + group if known else None
