from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.clock import from_micros, system_clock, to_micros


def test_the_epoch_is_zero() -> None:
    assert to_micros(datetime(1970, 1, 1, tzinfo=UTC)) == 0


def test_a_moment_is_the_same_in_every_zone() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert to_micros(datetime(2025, 1, 1, 9, tzinfo=tokyo)) == to_micros(datetime(2025, 1, 1, tzinfo=UTC))


def test_before_the_epoch_is_negative() -> None:
    assert to_micros(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)) == -1


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        to_micros(datetime(2025, 1, 1))


@settings(deadline=None)
@given(st.datetimes(timezones=st.just(UTC)))
def test_nothing_is_lost_on_the_way_there_and_back(moment: datetime) -> None:
    assert from_micros(to_micros(moment)) == moment


def test_the_machines_clock_is_in_utc() -> None:
    assert system_clock().utcoffset() == timedelta(0)
