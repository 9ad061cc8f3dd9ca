"""What a run of durations is reported as."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.figures import Figure, percentile, spread

durations = st.lists(st.floats(0, 1e6), min_size=1, max_size=50)


@given(durations, st.floats(0.01, 1))
def test_a_percentile_is_a_duration_that_its_share_does_not_exceed(found: list[float], share: float) -> None:
    value = percentile(found, share)
    assert value in found
    assert sum(one <= value for one in found) >= share * len(found)


def test_of_a_hundred_durations_the_95th_is_the_p95() -> None:
    assert spread("x", list(range(100, 0, -1))).values == {"p50": 50, "p95": 95, "max": 100}


def test_nothing_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="no durations"):
        percentile([], 0.5)


def test_a_figure_over_its_target_says_so() -> None:
    assert "OVER p95 < 1" in spread("x", [2.0], p95_below=1).line()
    assert "within p95 < 3" in spread("x", [2.0], p95_below=3).line()
    assert not Figure("x", {"rate": 9.0}).missed
