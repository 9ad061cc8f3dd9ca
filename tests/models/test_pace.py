"""Thread counts are tried again when steps grow slow, not too often, and never against a person's word."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.models.pace import Pace


@dataclass
class Clock:
    """Shows the time that it is set to."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def work(pace: Pace, seconds: dict[int, float], steps: int) -> list[int]:
    """The counts that so many steps ran on, each taking the seconds of its count."""
    ran = []
    for _ in range(steps):
        ran.append(pace.threads)
        pace.step(seconds[pace.threads])
    return ran


def test_steps_as_fast_as_measured_change_nothing() -> None:
    clock = Clock()
    pace = Pace(2, (1, 2), 0.1, clock)
    clock.now = 800.0
    assert set(work(pace, {2: 0.12}, 500)) == {2}


def test_after_a_quarter_of_an_hour_counts_are_tried_even_so() -> None:
    clock = Clock()
    pace = Pace(1, (1, 2), 0.1, clock)
    clock.now = 1000.0
    work(pace, {1: 0.1, 2: 0.05}, 100)
    assert (pace.retuned, pace.threads) == (1, 2)


def test_slow_steps_have_every_count_tried_and_the_fastest_kept() -> None:
    clock = Clock()
    pace = Pace(2, (1, 2, 4), 0.1, clock)
    clock.now = 1000.0
    ran = work(pace, {1: 0.2, 2: 0.6, 4: 0.9}, 100)
    assert list(dict.fromkeys(ran)) == [2, 1, 4]
    assert pace.threads == 1
    assert pace.retuned == 1


def test_a_load_that_stays_is_not_met_with_trial_after_trial() -> None:
    clock = Clock()
    pace = Pace(2, (1, 2), 0.1, clock)
    clock.now = 500.0
    work(pace, {1: 0.3, 2: 0.6}, 200)
    clock.now = 1200.0
    work(pace, {1: 0.3, 2: 0.6}, 200)
    assert pace.retuned == 1


def test_it_is_not_tried_again_within_minutes() -> None:
    clock = Clock()
    pace = Pace(2, (1, 2), 0.1, clock)
    clock.now = 60.0
    assert set(work(pace, {2: 0.9}, 200)) == {2}
    clock.now = 1000.0
    work(pace, {1: 0.2, 2: 0.9}, 200)
    work(pace, {1: 2.0, 2: 2.0}, 200)
    assert pace.retuned == 1
    clock.now = 1500.0
    work(pace, {1: 2.0, 2: 1.0}, 200)
    assert (pace.retuned, pace.threads) == (2, 2)


def test_without_a_measurement_the_first_window_tells_what_is_usual() -> None:
    clock = Clock()
    pace = Pace(2, (1, 2), 0.0, clock)
    work(pace, {2: 0.1}, 40)
    clock.now = 1000.0
    work(pace, {1: 0.2, 2: 0.5}, 100)
    assert pace.threads == 1


@settings(max_examples=30)
@given(st.lists(st.floats(0.0, 10.0), max_size=200))
def test_a_count_that_a_person_has_set_stays(steps: list[float]) -> None:
    clock = Clock()
    pace = Pace(3, (3,), 1e-9, clock)
    clock.now = 1e6
    assert {pace.step(seconds) for seconds in steps} <= {3}
