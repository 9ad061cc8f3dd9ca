from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.readers.moments import moment


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("2024-03-05", datetime(2024, 3, 5, tzinfo=UTC)),
        ("2024/3/5 9:08", datetime(2024, 3, 5, 9, 8, tzinfo=UTC)),
        ("2024年3月5日", datetime(2024, 3, 5, tzinfo=UTC)),
        ("2024-03-05T10:12:33.123456789Z", datetime(2024, 3, 5, 10, 12, 33, tzinfo=UTC)),
        ("2024-03-05T01:00:00+09:00", datetime(2024, 3, 4, 16, tzinfo=UTC)),
    ],
)
def test_a_stated_date_is_a_utc_moment(words: str, expected: datetime) -> None:
    assert moment(words) == expected


@pytest.mark.parametrize(
    "words", ["", "soon", "2026-02-30", "2024-03-05 25:00", "0001-01-01T00:00+09:00", "2024-1-1+99:99"]
)
def test_what_is_no_date_has_no_moment(words: str) -> None:
    assert moment(words) is None


@settings(max_examples=50, deadline=None)
@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1900, 1, 1)))
def test_iso_8601_is_understood(at: datetime) -> None:
    assert moment(at.isoformat()) == at.replace(microsecond=0)
