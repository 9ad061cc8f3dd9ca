"""Days to cells, and the years or months below them."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.library.axis import Axis


class TestAnAxis:
    def test_of_some_months_is_labelled_by_months(self) -> None:
        axis = Axis.over(date(2024, 3, 20), date(2024, 6, 3), 40)
        assert (axis.start, axis.end) == (date(2024, 3, 1), date(2024, 7, 1))
        assert axis.ruler() == (
            "+---------+---------+---------+---------",
            "2024-03   2024-04   2024-05   2024-06",
        )

    def test_of_years_is_labelled_by_years(self) -> None:
        axis = Axis.over(date(2019, 5, 1), date(2022, 2, 1), 40)
        assert (axis.start, axis.end) == (date(2019, 1, 1), date(2023, 1, 1))
        assert axis.ruler() == (
            "+--------+----------+---------+---------",
            "2019     2020       2021      2022",
        )

    def test_of_lifetimes_is_labelled_by_round_years(self) -> None:
        axis = Axis.over(date(1903, 5, 1), date(2022, 2, 1), 60)
        assert [label for _, label in axis.ticks()] == ["1910", "1920", "1930", "1940", "1950", "1960", "1970", "1980",
                                                        "1990", "2000", "2010", "2020"]  # fmt: skip

    def test_that_was_asked_for_begins_on_its_day(self) -> None:
        axis = Axis(date(2024, 3, 20), date(2024, 5, 20), 30)
        assert axis.ticks() == ((5, "2024-04"), (20, "2024-05"))
        assert Axis(date(2024, 3, 20), date(2024, 3, 30), 30).ticks() == ((0, "2024-03-20"),)

    def test_keeps_what_lies_outside_at_its_ends(self) -> None:
        axis = Axis.over(date(2024, 1, 1), date(2024, 12, 31), 12)
        assert [axis.cell(day) for day in (date.min, date(2024, 1, 1), date(2024, 7, 2), date.max)] == [0, 0, 6, 12]


@settings(max_examples=200)
@given(st.dates(), st.dates(), st.integers(20, 190))
def test_any_days_have_a_place_in_order(one: date, other: date, width: int) -> None:
    first, last = min(one, other), max(one, other)
    axis = Axis.over(first, last, width)
    marks, labels = axis.ruler()
    assert axis.start <= first <= last < axis.end or last >= date.max - timedelta(days=366)
    assert 0 <= axis.cell(first) <= axis.cell(last) <= width
    assert len(marks) == width >= len(labels)
    places = [at for at, _ in axis.ticks()]
    assert places == sorted(set(places))
    for at, label in axis.ticks():
        assert marks[at] == "+"
        assert labels[at : at + len(label)] in (label, "")


@pytest.mark.parametrize("day", [date.min, date.max, date(2024, 2, 29)])
def test_a_single_day_has_an_axis(day: date) -> None:
    assert Axis.over(day, day, 50).ticks()
