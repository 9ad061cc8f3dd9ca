"""Rate and remaining time from counts and a clock."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.pipeline.progress import Meter, Progress


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_can_be_said_at_the_first_count() -> None:
    assert Meter(Clock()).at(0, 100) == Progress(0, 100, 0.0, None)


def test_rate_and_end_follow_from_two_counts() -> None:
    clock = Clock()
    meter = Meter(clock)
    meter.at(0, 100)
    clock.now += 4
    assert meter.at(20, 100) == Progress(20, 100, 5.0, 16.0)


def test_what_was_done_before_is_not_speed() -> None:
    clock = Clock()
    meter = Meter(clock)
    meter.at(90, 100)
    clock.now += 1
    assert meter.at(91, 100).rate == pytest.approx(1.0)


def test_the_rate_follows_a_change_of_pace() -> None:
    clock = Clock()
    meter = Meter(clock)
    for second in range(21):
        progress = meter.at(second * 10 if second <= 10 else 100 + second - 10, 1000)
        clock.now += 1
    assert progress.rate == pytest.approx(1.0)


def test_slow_work_that_comes_in_bursts_does_not_make_the_rate_jump() -> None:
    clock = Clock()
    meter = Meter(clock)
    rates = []
    for burst in range(6):
        for one in range(4):
            rates.append(meter.at(burst * 4 + one, 1000).rate)
            clock.now += 0.1
        clock.now += 39.6
    assert rates[-8:] == pytest.approx([0.1] * 8, rel=0.5)


def test_a_new_start_measures_anew() -> None:
    clock = Clock()
    meter = Meter(clock)
    meter.at(50, 100)
    clock.now += 1
    assert meter.at(0, 100) == Progress(0, 100, 0.0, None)


def test_an_unknown_total_has_no_end() -> None:
    clock = Clock()
    meter = Meter(clock)
    meter.at(0, 0)
    clock.now += 2
    assert meter.at(10, 0) == Progress(10, 0, 5.0, None)


def test_work_that_is_done_ends_now() -> None:
    assert Meter(Clock()).at(100, 100).eta_s == 0.0


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 100))))
def test_rates_and_ends_are_never_negative(steps: list[tuple[float, int]]) -> None:
    clock = Clock()
    meter = Meter(clock)
    for seconds, done in steps:
        clock.now += seconds
        progress = meter.at(done, 100)
        assert progress.rate >= 0
        assert progress.eta_s is None or progress.eta_s >= 0
