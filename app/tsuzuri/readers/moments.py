"""Dates as files state them of themselves: numbers in the order year, month, day."""

import re
from datetime import UTC, datetime, timedelta, timezone

_MOMENT = re.compile(
    r"(?P<year>\d{4})[-/.年](?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})日?"
    r"(?:[T\s]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?)?"
    r"\s*(?P<zone>Z|UTC|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_PARTS = ("year", "month", "day", "hour", "minute", "second")


def moment(words: str) -> datetime | None:
    """The aware UTC moment that the words state, or None when they are no date or one that does not exist.

    ISO 8601 and its everyday variants: `2024-03-05`, `2024/3/5 10:12`, `2024年3月5日`. A bare date is its midnight;
    a time without a zone is taken as UTC.
    """
    found = _MOMENT.fullmatch(words.strip())
    if found is None:
        return None
    try:
        year, month, day, hour, minute, second = (int(found[part] or 0) for part in _PARTS)
        return datetime(year, month, day, hour, minute, second, tzinfo=_zone(found["zone"])).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _zone(words: str | None) -> timezone:
    if words is None or words in ("Z", "UTC"):
        return UTC
    digits = words[1:].replace(":", "")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if words.startswith("-") else offset)
