"""Lengths of time in English and Japanese, as ISO 8601 durations."""

import re
from decimal import Decimal

from tsuzuri.text.approximate import bound, folded, splits
from tsuzuri.text.numerals import NUMBER, number, plain

_SPELLINGS = {
    "Y": "year years yr yrs 年 年間 ヵ年 カ年",
    "M": "month months か月 ヶ月 ヵ月 カ月 ケ月 箇月 か月間 ヶ月間 ヵ月間 カ月間",
    "W": "week weeks wk wks 週 週間",
    "D": "day days 日 日間",
    "TH": "hour hours hr hrs h 時間",
    "TM": "minute minutes min mins 分 分間",
    "TS": "second seconds sec secs 秒 秒間",
}
"""By the designator of ISO 8601; T stands before those of the clock."""
_DESIGNATORS = {spelling: sign for sign, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_ORDER = tuple(_SPELLINGS)
_PIECE = re.compile(
    rf"(?P<number>{NUMBER}|半)[ -]?(?P<unit>{'|'.join(sorted(_DESIGNATORS, key=len, reverse=True))})(?P<half>半)?"
    r"(?![A-Za-z])(?:,? (?:and )?)?"
)
_AROUND = re.compile(r"^(?:for|during|lasting|丸|まる|満)\s*(?=\S)|(?<=\w)(?: long|'s?)$", re.IGNORECASE)
_NO_LENGTH = frozenset({"十分", "千年", "万年"})
"""Common words that only look like one: "enough", two names."""


def is_length(spelling: str) -> bool:
    """Whether the word is a unit of time."""
    return spelling.casefold() in _DESIGNATORS


def duration(words: str) -> str | None:
    """The normal form of a length of time: P3Y, PT2.5H, ~P2W, P2Y..P3Y; None for anything else.

    The unit is that of the words: eighteen months are P18M. Never raises.
    """
    text, sign = bound(_AROUND.sub("", folded(words)))
    if text in _NO_LENGTH:
        return None
    if (length := _length(text)) is not None:
        return f"{sign}P{length}"
    for left, right in splits(text):
        piece, end = _PIECE.fullmatch(right), _length(right)
        start = _length(left) or (_length(f"{left}{piece['unit']}") if piece else None)
        if start is not None and end is not None:
            return f"{sign}P{start}..P{end}"
    return None


def _length(text: str) -> str | None:
    """The sum of units, each smaller than the one before, in the order of ISO 8601."""
    found: dict[str, Decimal] = {}
    at = 0
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            return None
        designator = _DESIGNATORS[piece["unit"]]
        value = Decimal("0.5") if piece["number"] == "半" else number(piece["number"])
        if value is None or any(_ORDER.index(designator) <= _ORDER.index(before) for before in found):
            return None
        found[designator] = value + Decimal("0.5") if piece["half"] else value
        at = piece.end()
    if not found:
        return None
    dates = "".join(f"{plain(value)}{sign}" for sign, value in found.items() if len(sign) == 1)
    clock = "".join(f"{plain(value)}{sign[1]}" for sign, value in found.items() if len(sign) == 2)
    return f"{dates}T{clock}" if clock else dates
