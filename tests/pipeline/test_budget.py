"""A day's tokens, and where the day begins."""

from datetime import UTC, date, datetime, timedelta, timezone

from tsuzuri.pipeline.budget import UNBOUNDED, Budget

TOKYO = timezone(timedelta(hours=9))
EVENING = datetime(2025, 6, 1, 20, 0, tzinfo=UTC)


def test_the_day_is_the_local_one() -> None:
    assert Budget(10, UTC).day(EVENING) == date(2025, 6, 1)
    assert Budget(10, TOKYO).day(EVENING) == date(2025, 6, 2)


def test_it_is_used_up_when_nothing_is_left() -> None:
    assert not Budget(10).is_used_up(9)
    assert Budget(10).is_used_up(10)
    assert not UNBOUNDED.is_used_up(10**12)


def test_it_goes_on_with_the_next_local_day() -> None:
    assert Budget(10, UTC).goes_on_at(EVENING) == datetime(2025, 6, 2, tzinfo=UTC)
    assert Budget(10, TOKYO).goes_on_at(EVENING) == datetime(2025, 6, 3, tzinfo=TOKYO)


def test_without_a_zone_the_machine_tells_where_the_day_begins() -> None:
    on = Budget(10).goes_on_at(EVENING)
    assert (on.hour, on.minute) == (0, 0)
    assert on.utcoffset() == on.replace(tzinfo=None).astimezone().utcoffset()
    assert timedelta() < on - EVENING <= timedelta(hours=25)


def test_it_is_told_in_words() -> None:
    spent = "the model's 50,000 tokens a day are used up; it goes on at 2025-06-02 00:00"
    assert Budget(50_000, UTC).why_not(50_000, EVENING) == spent
    assert Budget(50_000, UTC).why_not(49_999, EVENING) == ""
