from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.temporal import UNDATED, Interval, Precision, period

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


@pytest.mark.parametrize(
    ("valid", "words"),
    [
        (None, ""),
        (UNDATED, ""),
        (Interval(date(2021, 4, 1), None, Precision.MONTH), "since 2021-04"),
        (Interval(date(2021, 1, 1), None, Precision.YEAR), "since 2021"),
        (Interval(date(2021, 4, 3), None, Precision.DAY), "since 2021-04-03"),
        (Interval(None, date(2024, 4, 1), Precision.DAY), "until 2024-03-31"),
        (Interval(None, date(2024, 1, 1), Precision.YEAR), "until 2023"),
        (Interval(date(2021, 1, 1), date(2024, 1, 1), Precision.YEAR), "2021 to 2023"),
        (Interval(date(2024, 3, 1), date(2024, 4, 1), Precision.MONTH), "2024-03"),
        (Interval(date(2024, 4, 1), date(2024, 7, 1), Precision.QUARTER), "2024-04 to 2024-06"),
        (Interval(date(2024, 5, 3), date(2024, 5, 4), Precision.DAY), "2024-05-03"),
        (Interval(date(1990, 1, 1), date(2000, 1, 1), Precision.DECADE), "1990 to 1999"),
    ],
)
def test_a_period_in_words(valid: Interval | None, words: str) -> None:
    assert period(valid) == words


@settings(deadline=None, max_examples=50)
@given(st.dates(min_value=date(2, 1, 1)), st.integers(1, 10_000), st.sampled_from(list(Precision)))
def test_any_period_can_be_told(start: date, days: int, precision: Precision) -> None:
    end = date.fromordinal(min(date.max.toordinal(), start.toordinal() + days))
    assert period(Interval(start, end, precision)).startswith(start.isoformat()[:4])
