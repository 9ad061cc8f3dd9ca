"""What a literal object means: its type, and the form in which two spellings of it are one value."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.extract.heads import without_determiner
from tsuzuri.extract.mend import fits_a_date
from tsuzuri.extract.roles import is_role
from tsuzuri.text.amounts import amount
from tsuzuri.text.contacts import email, phone, url
from tsuzuri.text.dates import resolve
from tsuzuri.text.durations import duration
from tsuzuri.text.normalise import key

_ROLES = frozenset({"works_as", "left"})
"""Relations whose object may be a role. Elsewhere "computer" and "paper" are none."""
_FIGURES = frozenset({"price", "amount"})
"""Relations whose bare number is no year."""
_BARE_NUMBER = re.compile(r"[0-9０-９]{4}")
_RECENT = range(1900, 2100)
_ANY_DAYS = (date(1987, 2, 11), date(2041, 9, 27))
"""Two days far apart: what means the same on both depends on neither."""
_WIDTHS = {Precision.YEAR: 4, Precision.DECADE: 4, Precision.MONTH: 7, Precision.QUARTER: 7}
_WHOLE_DAY = 10


def typed_value(words: str, relation: str, reference: date | None) -> ValueForm:
    """The type and normal form of a literal object, as `core.literals.ValueType` says.

    `relation` is the one it is the object of: it tells whether 1868 is a year. Words that hang on the day they were
    said ("next Friday") are a date only with that day, `reference`. Total: what is nothing else is text.
    """
    for kind, norm in _readings(words, relation, reference):
        if norm:
            return ValueForm(kind, norm)
    return ValueForm(ValueType.TEXT, key(words) or words)


def _readings(words: str, relation: str, reference: date | None) -> Iterator[tuple[ValueType, str | None]]:
    """What the words may be, likeliest first."""
    yield ValueType.EMAIL, email(words)
    yield ValueType.URL, url(words)
    if relation in _FIGURES:
        yield ValueType.AMOUNT, amount(words)
    if not _BARE_NUMBER.fullmatch(words) or int(words) in _RECENT or fits_a_date(relation):
        yield ValueType.DATE, _date(words, reference)
    yield ValueType.DURATION, duration(words)
    yield ValueType.PHONE, phone(words)
    yield ValueType.AMOUNT, amount(words)
    if relation in _ROLES and is_role(words):
        yield ValueType.ROLE, key(without_determiner(words))


def _date(words: str, reference: date | None) -> str | None:
    """The interval that the words name, as `iso` writes it."""
    if reference is not None:
        meant = resolve(words, reference)
    else:
        meant, other = (resolve(words, day) for day in _ANY_DAYS)
        if meant != other:
            return None
    return iso(meant.interval) if meant else None


def iso(interval: Interval) -> str:
    """An interval in ISO 8601, both ends with it and each as short as its precision allows; ".." for an open end."""
    first, last = "..", ".."
    if interval.start is not None:
        first = _cut(interval.start, interval.start, interval.precision)
    if interval.end is not None:
        last = _cut(interval.end - timedelta(days=1), interval.end, interval.precision)
    return first if first == last else f"{first}/{last}"


def _cut(day: date, edge: date, precision: Precision) -> str:
    """The day without what its precision leaves out, unless its unit does not begin or end there."""
    width = _WIDTHS.get(precision, _WHOLE_DAY)
    if edge.day != 1:
        width = _WHOLE_DAY
    elif width == _WIDTHS[Precision.YEAR] and edge.month != 1:
        width = _WIDTHS[Precision.MONTH]
    return day.isoformat()[:width]
