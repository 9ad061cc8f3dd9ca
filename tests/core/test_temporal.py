from datetime import date

import pytest

from tsuzuri.core.temporal import UNDATED, Interval, Precision

MARCH = Interval(date(2024, 3, 1), date(2024, 4, 1), Precision.MONTH)


@pytest.mark.parametrize(
    ("day", "holds"),
    [
        (date(2024, 2, 29), False),
        (date(2024, 3, 1), True),
        (date(2024, 3, 31), True),
        (date(2024, 4, 1), False),
    ],
)
def test_holds_from_its_start_up_to_its_end(day: date, holds: bool) -> None:
    assert MARCH.holds_on(day) is holds


def test_an_open_end_excludes_nothing() -> None:
    assert Interval(start=date(2024, 3, 1)).holds_on(date(9999, 12, 31))
    assert not Interval(start=date(2024, 3, 1)).holds_on(date(2024, 2, 29))
    assert Interval(end=date(2024, 3, 1)).holds_on(date.min)
    assert UNDATED.holds_on(date.min)


def test_it_may_be_empty_but_not_reversed() -> None:
    day = date(2024, 3, 1)
    assert not Interval(day, day).holds_on(day)
    with pytest.raises(ValueError, match="cannot end"):
        Interval(day, date(2024, 2, 1))


def test_nothing_known_is_no_precision() -> None:
    assert UNDATED.precision is Precision.UNKNOWN


APRIL = Interval(date(2024, 4, 1), date(2024, 5, 1))


@pytest.mark.parametrize(
    ("other", "overlap"),
    [
        (MARCH, True),
        (APRIL, False),
        (UNDATED, True),
        (Interval(date(2024, 3, 31)), True),
        (Interval(date(2024, 4, 1)), False),
        (Interval(None, date(2024, 3, 1)), False),
        (Interval(None, date(2024, 3, 2)), True),
        (Interval(date(2024, 3, 10), date(2024, 3, 10)), False),
    ],
)
def test_two_overlap_where_a_day_may_lie_in_both(other: Interval, overlap: bool) -> None:
    assert MARCH.overlaps(other) is other.overlaps(MARCH) is overlap
