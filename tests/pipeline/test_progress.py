"""Rate and remaining time from counts and a clock."""

import heapq
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.pipeline.progress import Meter, Progress, Work


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


class TestWork:
    def test_tells_the_end_where_counts_do_not(self) -> None:
        clock = Clock()
        meter = Meter(clock)
        meter.at(0, 10, Work(0, 1000))
        clock.now += 10
        assert meter.at(9, 10, Work(100, 1000)) == Progress(9, 10, 0.9, 90.0)

    def test_that_is_done_before_the_count_ends_now(self) -> None:
        clock = Clock()
        meter = Meter(clock)
        meter.at(0, 3, Work(0, 5))
        clock.now += 1
        assert meter.at(2, 3, Work(5, 5)).eta_s == 0.0
        assert meter.at(3, 3, Work(5, 5)).eta_s == 0.0

    @pytest.mark.parametrize("mixed", [False, True])
    def test_of_a_library_of_short_and_long_tells_the_end_within_a_fifth_after_three_minutes(self, mixed: bool) -> None:
        """Passages of 20 to 1,000 tokens, the short ones first or in any order.

        Nine reports in ten are within a fifth of the truth, until a tenth of the time is left; a count of passages
        would be wrong by a factor of ten.
        """
        chance = random.Random(1)
        works = [chance.randint(20, 60) for _ in range(600)] + [chance.randint(300, 1000) for _ in range(200)]
        if mixed:
            chance.shuffle(works)
        clock, finished = Clock(), simulated(works, chance)
        end = finished[-1][0]
        meter = Meter(clock)
        meter.at(0, len(works), Work(0, sum(works)))
        done, errors = 0, []
        for count, (moment, work) in enumerate(finished, 1):
            clock.now, done = 100.0 + moment, done + work
            eta = meter.at(count, len(works), Work(done, sum(works))).eta_s
            left = end - moment
            if moment > 180 and left > end / 10:
                assert eta is not None
                errors.append(abs(eta - left) / left)
        errors.sort()
        assert errors[len(errors) * 9 // 10] < 0.2
        assert errors[-1] < 0.3


def simulated(works: list[int], chance: random.Random) -> list[tuple[float, int]]:
    """When each passage is done, in seconds from the start, with its work.

    Four are read at once, twelve in a batch; a passage's time follows its tokens, give or take a third.
    """
    now, finished = 0.0, []
    for start in range(0, len(works), 12):
        seats = [now] * 4
        batch = []
        for work in works[start : start + 12]:
            ready = heapq.heappop(seats) + work / 30 * chance.uniform(0.67, 1.33)
            heapq.heappush(seats, ready)
            batch.append((ready, work))
        finished += sorted(batch)
        now = max(seats) + 0.5
    return finished


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
