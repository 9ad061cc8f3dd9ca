"""Time comes in as an argument, so that a test can say what day it is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]
"""Returns the present moment as an aware UTC datetime."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def system_clock() -> datetime:
    """The machine's clock, in UTC."""
    return datetime.now(UTC)


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970-01-01 UTC, exactly.

    Raises:
        ValueError: the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone cannot be stored")
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """The inverse of `to_micros`."""
    return _EPOCH + timedelta(microseconds=micros)
