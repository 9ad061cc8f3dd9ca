"""Stretches of the calendar, and which of several like-named ones is meant."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.text.periods import (
    Anchor,
    NoSuchDay,
    Part,
    Period,
    Unit,
    calendar_year,
    century,
    day_in,
    days,
    fiscal_year,
    month_in,
    months,
    move,
    move_months,
    on,
    part_of,
    share_of,
    unit_at,
    weekday_in,
)

DAYS = st.dates(date(1000, 1, 1), date(3000, 1, 1))


def ends(period: Period | None) -> tuple[date, date] | None:
    return None if period is None else (period.start, period.end)


def test_a_period_is_an_interval_with_its_precision() -> None:
    assert months(2024, 11, 3).interval == Interval(date(2024, 11, 1), date(2025, 2, 1), Precision.QUARTER)


@pytest.mark.parametrize(
    ("period", "precision"),
    [
        (days(date(2024, 3, 5), 1), Precision.DAY),
        (days(date(2024, 3, 4), 7), Precision.WEEK),
        (days(date(2024, 3, 4), 10), Precision.MONTH),
        (months(2024, 3, 1), Precision.MONTH),
        (months(2024, 1, 4), Precision.YEAR),
        (calendar_year(2024), Precision.YEAR),
        (months(1990, 1, 48), Precision.DECADE),
        (century(19), Precision.DECADE),
    ],
)
def test_precision_is_the_shortest_unit_that_is_not_shorter(period: Period, precision: Precision) -> None:
    assert period.precision == precision


def test_days_that_the_calendar_does_not_have() -> None:
    for year, month, day in [(2023, 2, 29), (2024, 4, 31), (2024, 13, 1), (0, 1, 1)]:
        with pytest.raises(NoSuchDay):
            on(year, month, day)
    with pytest.raises(NoSuchDay):
        move(date.max, 1)
    with pytest.raises(NoSuchDay):
        calendar_year(9999)


def test_a_month_later_is_at_most_its_last_day() -> None:
    assert move_months(date(2024, 1, 31), 1) == date(2024, 2, 29)
    assert move_months(date(2024, 1, 31), -2) == date(2023, 11, 30)


def test_january_belongs_to_the_second_half_of_a_fiscal_year() -> None:
    year = fiscal_year(2023)
    assert ends(month_in(year, 1)) == (date(2024, 1, 1), date(2024, 2, 1))
    assert ends(day_in(year, 3, 31)) == (date(2024, 3, 31), date(2024, 4, 1))
    assert share_of(year, 2, 2).holds(date(2024, 1, 1))
    assert unit_at(Unit.FISCAL_YEAR, date(2024, 3, 31)) == year


def test_only_a_year_has_months_and_shares() -> None:
    with pytest.raises(NoSuchDay):
        month_in(months(2024, 1, 3), 1)
    with pytest.raises(NoSuchDay):
        share_of(months(1990, 1, 120), 4, 1)
    with pytest.raises(NoSuchDay):
        share_of(calendar_year(2024), 4, 5)


def test_a_century_has_thirds_of_whole_years_and_a_day_has_no_parts() -> None:
    assert ends(part_of(century(19), Part.EARLY)) == (date(1801, 1, 1), date(1834, 1, 1))
    assert ends(part_of(century(19), Part.LATE)) == (date(1868, 1, 1), date(1901, 1, 1))
    assert part_of(on(2024, 3, 5), Part.EARLY) is None


def test_a_weekday_lies_in_a_week_and_leaves_a_day_alone() -> None:
    week, day = unit_at(Unit.WEEK, date(2024, 3, 5)), on(2024, 3, 5)
    assert ends(weekday_in(week, 4)) == (date(2024, 3, 8), date(2024, 3, 9))
    assert weekday_in(day, 4) == day
    assert weekday_in(months(2024, 3, 1), 4) is None


@settings(max_examples=100, deadline=None)
@given(DAYS, st.sampled_from(Unit), st.integers(-20, 20), st.sampled_from(Part))
def test_units_follow_each_other_and_hold_their_parts(day: date, unit: Unit, offset: int, part: Part) -> None:
    period = unit_at(unit, day, offset)
    assert unit_at(unit, day).holds(day)
    assert unit_at(unit, day, offset + 1).start == period.end
    piece = part_of(period, part)
    assert piece is None or period.start <= piece.start < piece.end <= period.end


@settings(max_examples=100, deadline=None)
@given(DAYS, st.integers(1, 12), st.integers(0, 6))
def test_the_nearest_of_a_name(reference: date, month: int, weekday: int) -> None:
    anchor = Anchor.at(reference)

    def named(year: Period) -> Period:
        return month_in(year, month)

    near, past, coming = anchor.nearest(named), anchor.last(named), anchor.next(named)
    assert near is not None
    assert past is not None
    assert coming is not None
    assert near.start <= move_months(reference, 6) < move_months(near.start, 12)
    assert past.end <= reference < coming.start
    assert anchor.weekday_before(weekday).start < reference < anchor.weekday_after(weekday).start
    assert anchor.weekday(weekday).start <= reference <= anchor.looking_ahead().weekday(weekday).start
    following = anchor.following(reference).nearest(named)
    assert following is not None
    assert following.start <= move_months(reference, 12)
    assert following.end > reference
