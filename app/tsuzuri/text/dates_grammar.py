"""What a language must tell the date rules, and the numeric forms that languages share."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tsuzuri.text.periods import Anchor, NoSuchDay, Period, Unit, calendar_year, day_in, days, months, on


class Bound(StrEnum):
    """Which side of the named period is meant. `SINCE`, `UNTIL` and `BY` include it, `AFTER` and `BEFORE` do not.

    `BY` tells the latest day on which something came about, and not how long it lasted. `SINCE_PAST` is a `SINCE` that
    cannot lie ahead; `WITHIN` is a stretch up to the reference day, `COMING` one from it on.
    """

    SINCE = "since"
    SINCE_PAST = "since past"
    AFTER = "after"
    UNTIL = "until"
    BY = "by"
    BEFORE = "before"
    WITHIN = "within"
    COMING = "coming"


PeriodRule = Callable[[str, Anchor], Period | None]
"""Reads folded words as one period; None when it does not know them. May raise `NoSuchDay`."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language says when.

    `fold` brings words as written to the form that all the rest expects. `current` are the words for "now".
    `bounds` have a group `words`; `ranges` have `left` and `right`; `lookbacks` have `unit` and may have `count`
    ("the past 3 years"), with `units` to name them. `complete` gives the two ends of a range what they left out
    of each other. `lengths` have `count`, `unit` and `words`: a stretch so long that begins or ends with what is named
    ("for two years from 2019"). `dated` finds out whether words carry their year. `counted` matches sums of units
    counted from the reference day, as `dateparser` reads them.
    """

    fold: Callable[[str], str]
    current: frozenset[str]
    period: PeriodRule
    bounds: tuple[tuple[re.Pattern[str], Bound], ...]
    ranges: tuple[re.Pattern[str], ...]
    lookbacks: tuple[tuple[re.Pattern[str], Bound], ...]
    lengths: tuple[tuple[re.Pattern[str], Bound], ...]
    units: Mapping[str, Unit]
    complete: Callable[[str, str], tuple[str, str]]
    dated: re.Pattern[str]
    counted: re.Pattern[str]


DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys("〜∼～", "~") | {"’": "'", "‘": "'"})
"""Folds the many dashes, wave dashes and apostrophes to one of each."""

_YEAR = re.compile(r"1\d{3}|20\d\d")
_YEAR_MONTH = re.compile(r"(\d{4})[-/](0?[1-9]|1[0-2])")
_YEAR_MONTH_DAY = re.compile(
    r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ]?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})?)?"
)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_MONTH_DAY = re.compile(r"(\d{1,2})/(\d{1,2})")
_WEEK = re.compile(r"(\d{4})-?w(\d{2})")


def numeric_period(words: str, anchor: Anchor) -> Period | None:
    """Forms without a word: 2024-03-05 (also with a time), 20240305, 2024-03, 2024, 2024-W10, 3/5/2024, 5.3.2024, 3/5.

    With the year last or absent the month comes first, unless only the other order is a date; between points, as they
    are written on the Continent, the day does.

    Raises:
        NoSuchDay: the form fits, but the calendar does not have it.
    """
    if _YEAR.fullmatch(words):
        return calendar_year(int(words))
    if match := _YEAR_MONTH.fullmatch(words):
        return months(int(match[1]), int(match[2]), 1)
    if match := _YEAR_MONTH_DAY.fullmatch(words):
        return on(int(match[1]), int(match[3]), int(match[4]))
    if match := _COMPACT.fullmatch(words):
        return on(int(match[1]), int(match[2]), int(match[3]))
    if match := _WEEK.fullmatch(words):
        return _iso_week(int(match[1]), int(match[2]))
    if match := _YEAR_LAST.fullmatch(words):
        month, day = _month_first(match[1], match[3])
        return on(int(match[4]), month, day)
    if match := _DAY_FIRST.fullmatch(words):
        return on(int(match[3]), int(match[2]), int(match[1]))
    if match := _MONTH_DAY.fullmatch(words):
        month, day = _month_first(match[1], match[2])
        return anchor.nearest(lambda year: day_in(year, month, day))
    return None


def first_period(rules: tuple[PeriodRule, ...], words: str, anchor: Anchor) -> Period | None:
    """What the first rule that knows the words makes of them."""
    for rule in rules:
        if (period := rule(words, anchor)) is not None:
            return period
    return None


def two_digit_year(number: int, reference: date) -> int:
    """The year that a two-digit one means: the latest no more than ten years after the reference."""
    latest = reference.year + 10
    return latest - (latest - number) % 100


def _month_first(left: str, right: str) -> tuple[int, int]:
    first, second = int(left), int(right)
    return (second, first) if first > 12 else (first, second)


def _iso_week(year: int, week: int) -> Period:
    try:
        return days(date.fromisocalendar(year, week, 1), 7)
    except ValueError as error:
        raise NoSuchDay from error
