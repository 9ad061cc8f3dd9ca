"""Time words to intervals of days, in English and Japanese, counted from the day on which they were written.

Nothing here asks what day it is. How words are read where the language leaves it open:

- A month, day, quarter or season without a year is the latest that starts no later than six months after the
  reference day; after "since" and 以来, no later than that day.
- A weekday alone is the last such day up to the reference day, and with it; after "until", "by" and まで the first
  from that day on. "last" and "next" Friday are the nearest before and after it; "this Friday" and 先週の金曜日
  lie in their week, which starts on Monday.
- A day alone ("the 20th", 20日) is of the reference's month.
- "two years ago", 3か月前 and 先週 are the whole year, month or week that many earlier.
- A fiscal year (FY2023, "fiscal 2023", 2023年度) runs from April of that year to March; 2024年3月期 ends with that
  March. Japanese quarters and halves without a year are of the fiscal year, English ones of the calendar year.
- Winter 2023 begins in December 2023. Seasons are whole months: spring is March to May.
- 3/5/2024 and 3-5-2024 have the month first, unless only the other order is a date; 5.3.2024 has the day first.
- 2009-10 is October 2009; 2009–10, with a dash, and "the 2009-10 season" are two years.
- Lengths of time ("for three years", 3年間) give nothing unless an end is told ("for three years from 2019",
  2020年までの3年間); nor does what hangs on another event (その後, two years later).
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.text.dates_en import ENGLISH
from tsuzuri.text.dates_en_words import MONTH, MONTHS
from tsuzuri.text.dates_grammar import DASHES, Bound, Grammar
from tsuzuri.text.dates_ja import ERA, JAPANESE, era_year
from tsuzuri.text.periods import Anchor, NoSuchDay, Period, Unit, move, move_months, on, unit_at

_LONGEST = 80
"""Words of time are short. What is longer is a sentence, and no rule is meant for it."""

_JAPANESE = re.compile(r"[々〇ぁ-ヿ一-鿿㋿㍻-㍾]|^\s*[MTSHR]\d{1,2}[./-]\d{1,2}[./-]\d")
_COARSENESS = tuple(Precision)
_LENGTHS = {
    Unit.DAY: (1, 0),
    Unit.WEEK: (7, 0),
    Unit.MONTH: (0, 1),
    Unit.QUARTER: (0, 3),
    Unit.YEAR: (0, 12),
    Unit.FISCAL_YEAR: (0, 12),
    Unit.DECADE: (0, 120),
}
"""Units in days and months."""

_NUMERIC_STAMPS = (
    re.compile(
        r"(?<![\d+.])(?<!\d[-/])(?P<year>(?:19|20)\d\d)(?P<mark>[-/_])(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)"
        r"(?!\d)(?![./]\d)(?!-\d(?!\d{3}(?:\d\d)?(?!\d)))"  # a time may follow: -1030
    ),
    re.compile(
        r"(?<![\da-zA-Z+.])(?<!\d[-/])(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)"
        r"(?!\d)(?![./]\d)(?!-\d(?!\d{3}(?:\d\d)?(?!\d)))"
    ),
    re.compile(r"^\s*(?P<year>(?:19|20)\d\d)\.(?P<month>\d\d)\.(?P<day>\d\d)(?![-.]?\d)"),
)
_OTHER_NUMBER = re.compile(
    r"(?:\bv|\b(?:ver|version|rev|tel|phone|fax)|版|バージョン|電話|番号)[\s.:=#]*$", re.IGNORECASE
)
"""What stands before a number that is no date."""
_WORDED_STAMPS = (
    re.compile(
        rf"(?:(?P<era>{ERA})(?P<era_year>元|\d\d?)|(?<!\d)(?P<year>\d{{4}}))\s*年"
        r"\s*(?P<month>\d\d?)\s*月\s*(?P<day>\d\d?)\s*日"
    ),
    re.compile(
        rf"(?<![a-z\d])(?P<name>{MONTH})\.?[ _-](?P<day>\d\d?)(?:st|nd|rd|th)?,?[ _-]+(?P<year>\d{{4}})(?!\d)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<![a-z\d])(?P<day>\d\d?)(?:st|nd|rd|th)?[ _-](?:of )?(?P<name>{MONTH})\.?,?[ _-](?P<year>\d{{4}})(?!\d)",
        re.IGNORECASE,
    ),
)


class TimeKind(StrEnum):
    """What words of time say of the period they name."""

    POINT = "point"
    """It happened or held in it: "in March 2022"."""
    SINCE = "since"
    """From its first day on: "since 2019", 4月から."""
    UNTIL = "until"
    """Up to its last day, and with it: "until June 2023", 6月まで. "before" and 前 leave it out."""
    BY = "by"
    """It came about on its last day at the latest: "by Friday", 6月までに. Nothing is said of how long it lasted."""
    RANGE = "range"
    """From one to the other, both with it: "from April to June 2023"."""
    CURRENT = "current"
    """It holds on the reference day: "now", 現在. Nothing is said of when it began."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """What time words say. `interval` is that of the words themselves; an open end is None.

    March 2022 is 2022-03-01..2022-04-01 to the month, since 2019 is 2019-01-01..None to the year, until June 2023
    is None..2023-07-01, and so is by June 2023. `CURRENT` is the reference day. A range is known as exactly as its
    less exact end.
    """

    kind: TimeKind
    interval: Interval


def resolve(words: str, reference: date, *, asked: bool = False) -> TimeExpression | None:
    """Read time words exactly as they stand in a sentence; None when they do not give a time.

    `reference` is the day on which they were written. Where they are `asked`, "before March" and "after March" look
    back, to the latest March that has begun. Never raises for what the words are.
    """
    grammar = JAPANESE if _JAPANESE.search(words) else ENGLISH
    text = grammar.fold(words) if len(words) <= _LONGEST else ""
    if not 0 < len(text) <= _LONGEST:
        return None
    # A datetime passes for a date with the type checker, but does not compare with one.
    day = date(reference.year, reference.month, reference.day)
    try:
        return _read(text, grammar, Anchor.at(day), asked=asked)
    except NoSuchDay:
        return None


def validity(expression: TimeExpression, *, lasting: bool) -> Interval:
    """When a fact with these time words holds.

    A `lasting` relation (works_at, lives_in) goes on until something ends it: a point is its start, and its end
    is open. "now" and "by 2020" give a lasting relation neither start nor end: it was true by then, and nothing says
    that it ended. A relation that happens (met, decided, scheduled_for) has the interval of the words.
    """
    if lasting and expression.kind in (TimeKind.CURRENT, TimeKind.BY):
        return UNDATED
    if lasting and expression.kind is TimeKind.POINT:
        return Interval(expression.interval.start, None, expression.interval.precision)
    return expression.interval


def find_date(text: str) -> date | None:
    """The first absolute date, to the day, in a file name or heading; it dates the document.

    Read are 2024-03-05 (also with / or _), 20240305, 2024年3月5日, 令和6年3月5日, "5 March 2024", "March 5, 2024";
    2024.03.05 only at the very start, for elsewhere it is as likely a version. Numbers of telephones, versions
    and the like are no dates, nor are years outside 1900 to 2099 in digits.
    """
    folded = unicodedata.normalize("NFKC", text).translate(DASHES)
    found = [match for pattern in _WORDED_STAMPS for match in pattern.finditer(folded)]
    for pattern in _NUMERIC_STAMPS:
        found += [match for match in pattern.finditer(folded) if not _other_number(folded, match.start())]
    for match in sorted(found, key=lambda match: match.start()):
        try:
            return _stamped(match)
        except NoSuchDay:  # it only looks like a date: 20241399
            continue
    return None


def _read(text: str, grammar: Grammar, anchor: Anchor, *, asked: bool) -> TimeExpression | None:
    if text in grammar.current:
        return TimeExpression(TimeKind.CURRENT, anchor.unit(Unit.DAY).interval)
    if period := _period(text, grammar, anchor):
        return TimeExpression(TimeKind.POINT, period.interval)
    return (
        _lookback(text, grammar, anchor)
        or _length(text, grammar, anchor)
        or _range(text, grammar, anchor)
        or _bounded(text, grammar, anchor, asked=asked)
    )


def _period(text: str, grammar: Grammar, anchor: Anchor) -> Period | None:
    return grammar.period(text, anchor) or (
        _counted(text, anchor.reference) if grammar.counted.fullmatch(text) else None
    )


def _counted(text: str, reference: date) -> Period | None:
    """Read a sum of units ("1 year and 2 months ago") to the least of them."""
    from dateparser.date import DateDataParser  # slow to import, and few words need it

    noon = datetime(reference.year, reference.month, reference.day, 12)
    settings = {"RELATIVE_BASE": noon, "PREFER_DATES_FROM": "past", "TIMEZONE": "UTC"}
    data = DateDataParser(languages=["en", "ja"], settings=settings).get_date_data(text)
    return unit_at(Unit(data.period), data.date_obj.date()) if data.date_obj else None


def _lookback(text: str, grammar: Grammar, anchor: Anchor) -> TimeExpression | None:
    """Read "for the past three years" (since then), "in the past three years" (within them), "in the next two"."""
    today = anchor.unit(Unit.DAY)
    for pattern, bound in grammar.lookbacks:
        if match := pattern.fullmatch(text):
            sign = 1 if bound is Bound.COMING else -1
            far, precision = _far_end(match, sign, anchor.reference, grammar)
            if bound is Bound.SINCE:
                return TimeExpression(TimeKind.SINCE, Interval(far, None, precision))
            first, end = (today.start, move(far, 1)) if bound is Bound.COMING else (far, today.end)
            return TimeExpression(TimeKind.RANGE, Interval(first, end, precision))
    return None


def _length(text: str, grammar: Grammar, anchor: Anchor) -> TimeExpression | None:
    """Read "for two years from 2019" and "for two years until 2020": a length of which one end is known."""
    for pattern, bound in grammar.lengths:
        if (match := pattern.fullmatch(text)) is None or (known := _period(match["words"], grammar, anchor)) is None:
            continue
        near, sign = (known.start, 1) if bound is Bound.SINCE else (known.end, -1)
        far, precision = _far_end(match, sign, near, grammar)
        coarser = max(known.precision, precision, key=_COARSENESS.index)
        return TimeExpression(TimeKind.RANGE, Interval(min(near, far), max(near, far), coarser))
    return None


def _far_end(match: re.Match[str], sign: int, near: date, grammar: Grammar) -> tuple[date, Precision]:
    """The other end of a counted stretch that has one end `near`, later (`sign` 1) or earlier (-1)."""
    count = sign * int(match.groupdict().get("count") or 1)
    unit = grammar.units[match["unit"]]
    in_days, in_months = _LENGTHS[unit]
    return move(move_months(near, count * in_months), count * in_days), unit_at(unit, near).precision


def _range(text: str, grammar: Grammar, anchor: Anchor) -> TimeExpression | None:
    for pattern in grammar.ranges:
        if (match := pattern.fullmatch(text)) and (found := _between(match["left"], match["right"], grammar, anchor)):
            return found
    return None


def _between(left: str, right: str, grammar: Grammar, anchor: Anchor) -> TimeExpression | None:
    left, right = grammar.complete(left, right)
    if right in grammar.current:
        start = _period(left, grammar, anchor.up_to(anchor.reference))
        return _one_sided(start, Bound.SINCE) if start else None
    if grammar.dated.fullmatch(right) and not grammar.dated.fullmatch(left):
        end = _period(right, grammar, anchor)
        start = _period(left, grammar, anchor.up_to(end.start)) if end else None
    else:
        start = _period(left, grammar, anchor)
        end = _period(right, grammar, anchor.following(start.start)) if start else None
    if start is None or end is None or end.end <= start.start:
        return None
    precision = max(start.precision, end.precision, key=_COARSENESS.index)
    return TimeExpression(TimeKind.RANGE, Interval(start.start, end.end, precision))


def _bounded(text: str, grammar: Grammar, anchor: Anchor, *, asked: bool) -> TimeExpression | None:
    for pattern, bound in grammar.bounds:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        if match["words"] in grammar.current:
            return _one_sided(anchor.unit(Unit.DAY), bound)
        if period := _period(match["words"], grammar, _scope(anchor, bound, asked=asked)):
            return _one_sided(period, bound)
    return None


def _scope(anchor: Anchor, bound: Bound, *, asked: bool) -> Anchor:
    match bound:
        case Bound.BEFORE | Bound.AFTER if asked:
            return anchor.up_to(anchor.reference)
        case Bound.SINCE_PAST:
            return anchor.up_to(anchor.reference)
        case Bound.UNTIL | Bound.BY | Bound.BEFORE:
            return anchor.looking_ahead()
        case _:
            return anchor


def _one_sided(period: Period, bound: Bound) -> TimeExpression:
    match bound:
        case Bound.UNTIL:
            return TimeExpression(TimeKind.UNTIL, Interval(None, period.end, period.precision))
        case Bound.BY:
            return TimeExpression(TimeKind.BY, Interval(None, period.end, period.precision))
        case Bound.BEFORE:
            return TimeExpression(TimeKind.UNTIL, Interval(None, period.start, period.precision))
        case Bound.AFTER:
            return TimeExpression(TimeKind.SINCE, Interval(period.end, None, period.precision))
        case _:
            return TimeExpression(TimeKind.SINCE, Interval(period.start, None, period.precision))


def _other_number(text: str, start: int) -> bool:
    return _OTHER_NUMBER.search(text[max(0, start - _LONGEST) : start]) is not None


def _stamped(match: re.Match[str]) -> date:
    """The day that a stamp names. Raises `NoSuchDay` for one that only looks like it."""
    groups = match.groupdict()
    if era := groups.get("era"):
        year = era_year(era, 1 if match["era_year"] == "元" else int(match["era_year"]))
    else:
        year = int(match["year"])
    month = MONTHS[groups["name"].lower()] if groups.get("name") else int(match["month"])
    return on(year, month, int(match["day"])).start
