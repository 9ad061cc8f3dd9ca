from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from tsuzuri.core.values import Grown
from tsuzuri.tui.charts import by_stretch, spark

DAY = date(2025, 9, 1)


def test_the_greatest_fills_a_cell_and_nothing_is_a_blank() -> None:
    assert spark([0, 0, 1, 2, 3, 4]) == "⠀⣠⣾"
    assert spark([5]) == "⡇"
    assert spark([]) == ""


def test_the_least_has_a_dot() -> None:
    assert spark([1, 1000]) == "⣸"


def test_days_are_stretches_while_there_is_room_and_are_put_together_after() -> None:
    growth = (Grown(DAY, 3, 10), Grown(DAY + timedelta(days=2), 1, 0))
    assert by_stretch(growth, DAY + timedelta(days=3), 10) == ((3, 0, 1, 0), (10, 0, 0, 0))
    assert by_stretch(growth, DAY + timedelta(days=3), 2) == ((3, 1), (10, 0))
    assert by_stretch((), DAY, 8) == ((0,), (0,))


def test_a_day_in_the_future_belongs_to_the_last_stretch() -> None:
    assert by_stretch((Grown(DAY, 1, 0), Grown(DAY + timedelta(days=9), 1, 2)), DAY, 4) == ((2,), (2,))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 10**9), max_size=60))
def test_a_chart_takes_half_a_cell_for_each_amount(amounts: list[int]) -> None:
    assert cell_len(spark(amounts)) == len(spark(amounts)) == (len(amounts) + 1) // 2


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 9), st.integers(0, 9)), max_size=40), st.integers(1, 60))
def test_nothing_is_lost_in_the_stretches(days: list[tuple[int, int, int]], stretches: int) -> None:
    growth = [Grown(DAY + timedelta(days=at), sources, facts) for at, sources, facts in sorted(days)]
    sources, facts = by_stretch(growth, DAY + timedelta(days=2000), stretches)
    assert (sum(sources), sum(facts)) == (sum(one.sources for one in growth), sum(one.facts for one in growth))
    assert len(sources) == len(facts) <= stretches
