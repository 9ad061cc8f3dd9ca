"""Named stretches of the calendar (a day, last week, the third quarter) and the choice among several of one name."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from enum import StrEnum
from typing import Self

from tsuzuri.core.temporal import Interval, Precision

_DAY = timedelta(days=1)
_MONTHS_AHEAD = 6
_LEAP_GAP = 8
"""The most years between two 29 Februaries: 1896 and 1904."""


class NoSuchDay(ValueError):
    """The calendar has no such day: 31 April, or a year outside 1 to 9999. No words of a person's are quoted."""


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open stretch of days, `start <= day < end`, never empty."""

    start: date
    end: date
    precision: Precision

    @property
    def days(self) -> int:
        """Its length in days."""
        return (self.end - self.start).days

    @property
    def months(self) -> int:
        """Its length in months when it covers whole months, else 0."""
        return _index(self.end) - _index(self.start) if self.start.day == self.end.day == 1 else 0

    @property
    def interval(self) -> Interval:
        """The same stretch as the memory stores it."""
        return Interval(self.start, self.end, self.precision)

    def holds(self, day: date) -> bool:
        """Whether the day lies inside."""
        return self.start <= day < self.end


class Unit(StrEnum):
    """What the calendar is counted in. Weeks start on Monday (ISO 8601), fiscal years on 1 April."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    FISCAL_YEAR = "fiscal year"
    DECADE = "decade"


class Part(StrEnum):
    """A named part of a longer period."""

    START = "start"
    EARLY = "early"
    FIRST_HALF = "first half"
    MIDDLE = "middle"
    SECOND_HALF = "second half"
    LATE = "late"
    END = "end"
    LAST_DAY = "last day"


def months(year: int, month: int, count: int) -> Period:
    """`count` whole months from the first of a month; `month` may run past 12.

    Its precision is the shortest unit that is not shorter (four months are known to the year), a decade at most.

    Raises:
        NoSuchDay: it leaves the calendar.
    """
    first = year * 12 + month - 1
    return Period(_first_of(first), _first_of(first + count), _precision_of_months(count))


def days(start: date, count: int) -> Period:
    """`count` days from `start`, at most a month of them. Two to seven are known to the week, more to the month.

    Raises:
        NoSuchDay: it leaves the calendar.
    """
    precision = Precision.DAY if count == 1 else Precision.WEEK if count <= 7 else Precision.MONTH
    return Period(start, move(start, count), precision)


def on(year: int, month: int, day: int) -> Period:
    """One day.

    Raises:
        NoSuchDay: the calendar does not have it.
    """
    try:
        return days(date(year, month, day), 1)
    except ValueError as error:
        raise NoSuchDay from error


def move(day: date, count: int) -> date:
    """The day `count` days later.

    Raises:
        NoSuchDay: it lies outside the calendar.
    """
    try:
        return day + count * _DAY
    except OverflowError as error:
        raise NoSuchDay from error


def move_months(day: date, count: int) -> date:
    """The same day of the month `count` months later, or that month's last day.

    Raises:
        NoSuchDay: it lies outside the calendar.
    """
    month = months(day.year, day.month + count, 1)
    return month.start + min(day.day - 1, month.days - 1) * _DAY


def calendar_year(year: int) -> Period:
    """January to December. Raises `NoSuchDay` outside the calendar."""
    return months(year, 1, 12)


def fiscal_year(year: int) -> Period:
    """April of `year` to March of the next. Raises `NoSuchDay` outside the calendar."""
    return months(year, 4, 12)


def century(number: int) -> Period:
    """The 20th is 1901 to 2000. Raises `NoSuchDay` outside the calendar."""
    return months(number * 100 - 99, 1, 1200)


def unit_at(unit: Unit, day: date, offset: int = 0) -> Period:
    """The week, month, … that holds the day, or the one `offset` further on.

    Raises:
        NoSuchDay: it lies outside the calendar.
    """
    match unit:
        case Unit.DAY:
            return days(move(day, offset), 1)
        case Unit.WEEK:
            return days(move(day, 7 * offset - day.weekday()), 7)
        case Unit.MONTH:
            return months(day.year, day.month + offset, 1)
        case Unit.QUARTER:
            return months(day.year, day.month - (day.month - 1) % 3 + 3 * offset, 3)
        case Unit.YEAR:
            return calendar_year(day.year + offset)
        case Unit.FISCAL_YEAR:
            return fiscal_year(day.year - (day.month < 4) + offset)
        case Unit.DECADE:
            return months(day.year - day.year % 10 + 10 * offset, 1, 120)


def month_in(year: Period, month: int, count: int = 1) -> Period:
    """A month of a year (calendar or fiscal), and the `count - 1` that follow it.

    Raises:
        NoSuchDay: the month is not in 1..12, or `year` is not twelve months.
    """
    if year.months != 12 or not 1 <= month <= 12:
        raise NoSuchDay
    return months(year.start.year, year.start.month + (month - year.start.month) % 12, count)


def day_in(year: Period, month: int, day: int) -> Period:
    """A day of a year (calendar or fiscal). Raises `NoSuchDay` as `month_in` and `on` do."""
    start = month_in(year, month).start
    return on(start.year, start.month, day)


def share_of(year: Period, count: int, number: int) -> Period:
    """The `number`-th quarter (`count` 4) or half (`count` 2) of a year, from 1.

    Raises:
        NoSuchDay: there is no such share, or `year` is not twelve months.
    """
    if year.months != 12 or not 1 <= number <= count:
        raise NoSuchDay
    size = 12 // count
    return months(year.start.year, year.start.month + size * (number - 1), size)


def weekday_in(period: Period, weekday: int) -> Period | None:
    """A weekday (Monday is 0) of a week; a single day stays itself, since its date says more than its weekday."""
    if period.days == 1:
        return period
    return days(move(period.start, weekday), 1) if period.days == 7 else None


_MONTH_CUTS: dict[int, dict[Part, tuple[int, int]]] = {
    1200: {
        Part.START: (0, 120),
        Part.EARLY: (0, 396),
        Part.FIRST_HALF: (0, 600),
        Part.MIDDLE: (396, 804),
        Part.SECOND_HALF: (600, 1200),
        Part.LATE: (804, 1200),
        Part.END: (1080, 1200),
    },
    120: {
        Part.START: (0, 12),
        Part.EARLY: (0, 48),
        Part.FIRST_HALF: (0, 60),
        Part.MIDDLE: (48, 84),
        Part.SECOND_HALF: (60, 120),
        Part.LATE: (84, 120),
        Part.END: (108, 120),
    },
    12: {
        Part.START: (0, 1),
        Part.EARLY: (0, 4),
        Part.FIRST_HALF: (0, 6),
        Part.MIDDLE: (4, 8),
        Part.SECOND_HALF: (6, 12),
        Part.LATE: (8, 12),
        Part.END: (11, 12),
    },
    3: {Part.START: (0, 1), Part.EARLY: (0, 1), Part.MIDDLE: (1, 2), Part.LATE: (2, 3), Part.END: (2, 3)},
}
_DAY_CUTS: dict[Part, tuple[int, int]] = {
    Part.START: (0, 10),
    Part.EARLY: (0, 10),
    Part.FIRST_HALF: (0, 15),
    Part.MIDDLE: (10, 20),
    Part.SECOND_HALF: (15, 31),
    Part.LATE: (20, 31),
    Part.END: (20, 31),
}
_WEEK_CUTS: dict[Part, tuple[int, int]] = {
    Part.START: (0, 1),
    Part.EARLY: (0, 2),
    Part.FIRST_HALF: (0, 3),
    Part.MIDDLE: (2, 5),
    Part.SECOND_HALF: (3, 7),
    Part.LATE: (5, 7),
    Part.END: (5, 7),
}


def part_of(period: Period, part: Part) -> Period | None:
    """A part of a century, decade, year, quarter (or season), month or week; None where there is no such part.

    Early, middle and late are thirds: 33 years of a century, four months of a year, the first ten days of a month
    (上旬). Start and end are the first and last decade of a century, year of a decade, month of a year or quarter,
    ten days of a month; a week's end is Saturday and Sunday.
    """
    if part is Part.LAST_DAY:
        return days(move(period.end, -1), 1)
    if (cut := _MONTH_CUTS.get(period.months, {}).get(part)) is not None:
        first, last = cut
        return months(period.start.year, period.start.month + first, last - first)
    cuts = _DAY_CUTS if period.months == 1 else _WEEK_CUTS if period.days == 7 else {}
    if (cut := cuts.get(part)) is None:
        return None
    first, last = cut
    return days(period.start + first * _DAY, min(last, period.days) - first)


YearWords = Callable[[Period], Period | None]
"""What words like "5 March" mean in a given year; None when they mean nothing. May raise `NoSuchDay`."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The day from which words count, and which of several like-named periods they mean.

    A period without its year is the latest that starts no later than `limit`. With `after` it is the first that
    ends after that day instead: "from October to March" is the March that follows. With `ahead` a weekday alone
    is the first from the reference day on: "until Friday".
    """

    reference: date
    limit: date
    after: date | None = None
    ahead: bool = False

    @classmethod
    def at(cls, reference: date) -> Self:
        """Words written on `reference`: the limit is six months later, so that plans are in reach.

        Raises:
            NoSuchDay: those six months leave the calendar.
        """
        return cls(reference, move_months(reference, _MONTHS_AHEAD))

    def up_to(self, limit: date) -> "Anchor":
        """The same words about what has begun by `limit`."""
        return Anchor(self.reference, limit)

    def following(self, start: date) -> "Anchor":
        """The same words as the far end of what begins on `start`."""
        return Anchor(self.reference, self.limit, start)

    def looking_ahead(self) -> "Anchor":
        """The same words about what is not over yet."""
        return Anchor(self.reference, self.limit, ahead=True)

    def unit(self, unit: Unit, offset: int = 0) -> Period:
        """The unit that holds the reference day, or one `offset` further on. Raises `NoSuchDay`."""
        return unit_at(unit, self.reference, offset)

    def nearest(self, words: YearWords, year: Callable[[int], Period] = calendar_year) -> Period | None:
        """The one that is meant when no year is given; see the class."""
        if self.after is not None:
            candidates = _in_years(words, year, range(self.after.year - 1, self.after.year + _LEAP_GAP + 1))
            return next((found for found in candidates if found.end > self.after), None)
        candidates = _in_years(words, year, range(self.limit.year, self.limit.year - _LEAP_GAP - 2, -1))
        return next((found for found in candidates if found.start <= self.limit), None)

    def last(self, words: YearWords) -> Period | None:
        """The latest that was over on the reference day."""
        years = range(self.reference.year, self.reference.year - _LEAP_GAP - 2, -1)
        return next((p for p in _in_years(words, calendar_year, years) if p.end <= self.reference), None)

    def next(self, words: YearWords) -> Period | None:
        """The first that had not begun on the reference day."""
        years = range(self.reference.year, self.reference.year + _LEAP_GAP + 1)
        return next((p for p in _in_years(words, calendar_year, years) if p.start > self.reference), None)

    def this(self, words: YearWords) -> Period | None:
        """The one of the reference's year, or the winter that is still going on."""
        before, now = (_in_years(words, calendar_year, (self.reference.year - back,)) for back in (1, 0))
        return next((p for p in before if p.holds(self.reference)), None) or next(iter(now), None)

    def weekday(self, weekday: int) -> Period:
        """The last such day (Monday is 0) up to the reference day and with it; with `after` or `ahead` the first."""
        if (earliest := self.reference if self.ahead else self.after) is not None:
            return days(move(earliest, (weekday - earliest.weekday()) % 7), 1)
        latest = min(self.reference, self.limit)
        return days(move(latest, -((latest.weekday() - weekday) % 7)), 1)

    def weekday_before(self, weekday: int) -> Period:
        """The nearest such day before the reference day."""
        return days(move(self.reference, -((self.reference.weekday() - weekday - 1) % 7) - 1), 1)

    def weekday_after(self, weekday: int) -> Period:
        """The nearest such day after the reference day."""
        return days(move(self.reference, (weekday - self.reference.weekday() - 1) % 7 + 1), 1)

    def day_of_month(self, day: int) -> Period:
        """A day of the reference's month, or the first such day from `after` on. Raises `NoSuchDay`."""
        if self.after is None:
            return on(self.reference.year, self.reference.month, day)
        month = unit_at(Unit.MONTH, self.after, int(day < self.after.day)).start
        return on(month.year, month.month, day)


def _in_years(words: YearWords, year: Callable[[int], Period], years: "range | tuple[int, ...]") -> list[Period]:
    found = []
    for number in years:
        try:
            period = words(year(number))
        except NoSuchDay:  # 29 February: a neighbouring year may have it
            continue
        if period is not None:
            found.append(period)
    return found


def _index(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_of(index: int) -> date:
    year, month = divmod(index, 12)
    if not MINYEAR <= year <= MAXYEAR:
        raise NoSuchDay
    return date(year, month + 1, 1)


def _precision_of_months(count: int) -> Precision:
    if count == 1:
        return Precision.MONTH
    if count <= 3:
        return Precision.QUARTER
    return Precision.YEAR if count <= 12 else Precision.DECADE
