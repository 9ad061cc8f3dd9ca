from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.tui.outlook import Outlook

TEN_YEARS = Outlook(date(2010, 1, 1), date(2020, 1, 1))

outlooks = st.tuples(st.dates(), st.dates()).filter(lambda two: two[0] != two[1]).map(lambda two: Outlook(*sorted(two)))


def test_closer_is_half_as_long_around_the_day() -> None:
    closer = TEN_YEARS.zoomed(-1, date(2015, 1, 1))
    assert closer.days == TEN_YEARS.days // 2
    assert abs((closer.start - date(2012, 7, 1)).days) <= 2


def test_around_a_day_out_of_sight_the_middle_stays() -> None:
    closer = TEN_YEARS.zoomed(-1, date(1950, 1, 1))
    assert abs((closer.start - date(2012, 7, 1)).days) <= 2


def test_later_is_a_quarter_of_it() -> None:
    later = TEN_YEARS.panned(1)
    assert later.start == date(2012, 7, 2)
    assert later.days == TEN_YEARS.days


@settings(max_examples=200)
@given(outlooks, st.integers(-8, 8), st.dates())
def test_a_zoom_keeps_a_day_in_sight_and_within_time(outlook: Outlook, steps: int, around: date) -> None:
    zoomed = outlook.zoomed(steps, around)
    assert zoomed.days >= 14
    if outlook.start <= around < outlook.end:
        assert zoomed.start <= around <= zoomed.end


@settings(max_examples=200)
@given(outlooks, st.integers(-50, 50))
def test_a_step_keeps_the_length(outlook: Outlook, quarters: int) -> None:
    assert outlook.panned(quarters).days == outlook.days
