"""Words of time that lean on a time told before them: "the following year", "six days later", 翌年3月, 同月.

They are words counted from a reference day ("next year", "in six days", 来年3月, 今月) whose reference day is in the
text. So they are turned into those, and read as of the last day of what was told, or of its first for "that year".
Words that name an event of their own ("two years after the war") are left alone.
"""

import re
from datetime import date, timedelta

from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.text.dates import TimeExpression, resolve

_UNIT = "(day|week|month|year|decade)"
_NUMBER = r"(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_FORMS = (
    (re.compile(rf"\b(?:the same|that same|that) {_UNIT}\b", re.IGNORECASE), r"this \1"),
    (re.compile(rf"\bthe (?:following|next) {_UNIT}\b", re.IGNORECASE), r"next \1"),
    (re.compile(rf"\bthe (?:previous|preceding) {_UNIT}\b", re.IGNORECASE), r"last \1"),
    (re.compile(rf"\b{_NUMBER} {_UNIT}s? (?:later|afterwards|thereafter)\b", re.IGNORECASE), r"in \1 \2s"),
    (re.compile(rf"\b{_NUMBER} {_UNIT}s? earlier\b", re.IGNORECASE), r"\1 \2s ago"),
    (re.compile(r"^(?:その)?翌々(年|月|週)"), r"再来\1"),
    (re.compile(r"^(?:その)?翌(年|月|週)"), r"来\1"),
    (re.compile(r"^(?:その)?翌日"), "明日"),
    (re.compile(r"^(?:その)?翌(朝|晩)"), r"明\1"),
    (re.compile(r"^(?:同|その)(年|月|週|日)"), r"今\1"),
    (re.compile(r"^同(?=[\d０-９〇一二三四五六七八九十]{1,2}月)"), "今年"),
    (re.compile(r"^(?:その)?前(年|月|週|日)"), r"昨\1"),
    (re.compile(r"^その(?=[\d０-９〇一二三四五六七八九十]+(?:年|[ヶケカヵか箇個]月|週間?|日)後)"), ""),
)
_COARSENESS = tuple(Precision)
_ANY_DAY = date(2000, 6, 15)
_DAYS = {"this day": "today", "next day": "tomorrow", "last day": "yesterday", "昨月": "先月", "昨週": "先週"}
_SAME = re.compile(r"^(?:.*\b)?this |^今", re.IGNORECASE)
_UNITS = {
    Precision.DAY: re.compile(r"\bday|日|[明翌][朝晩]", re.IGNORECASE),
    Precision.WEEK: re.compile(r"\bweek|週", re.IGNORECASE),
    Precision.MONTH: re.compile(r"\bmonth|(?<!\d)月", re.IGNORECASE),
    Precision.YEAR: re.compile(r"\byear|年", re.IGNORECASE),
    Precision.DECADE: re.compile(r"\bdecade", re.IGNORECASE),
}
_FROM_TODAY = re.compile(
    r"\b(?:now|today|tonight|ago|yesterday|tomorrow|last|this|next)\b|[今昨去来先]|現在|おととい|あさって",
    re.IGNORECASE,
)
"""What takes a text back to the day on which it was written."""


def leans(words: str) -> bool:
    """Whether the words tell a time once one has been told before them."""
    turned = _turned(words)
    return turned is not None and resolve(turned[0], _ANY_DAY) is not None


def counts_from_today(words: str) -> bool:
    """Whether the words are read from the day on which they were written: nothing told there can be leant on."""
    return not leans(words) and _FROM_TODAY.search(words) is not None


def lean(words: str, told: Interval) -> TimeExpression | None:
    """Read leaning words after what was `told` last.

    None for words that do not lean, or count in a unit finer than what was told ("the next day" after "in 1998").
    """
    turned, first = _turned(words), told.start or told.end
    if turned is None or first is None:
        return None
    form, unit = turned
    if _COARSENESS.index(unit) < _COARSENESS.index(told.precision):
        return None
    last = first if told.end is None else told.end - timedelta(days=1)
    return resolve(form, first if _SAME.search(form) else last)


def _turned(words: str) -> tuple[str, Precision] | None:
    """The words counted from a day, and the unit that they count in; None for words that do not lean."""
    words = " ".join(words.split())
    for pattern, form in _FORMS:
        found = pattern.search(words)
        if found is None:
            continue
        piece = found.expand(form).casefold()
        unit = next((name for name, sign in _UNITS.items() if sign.search(found[0])), Precision.YEAR)
        return words[: found.start()] + _DAYS.get(piece, piece) + words[found.end() :], unit
    return None
