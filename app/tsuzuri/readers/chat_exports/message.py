"""What every export holds: conversations of messages, whatever it calls their parts."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from tsuzuri.readers.moments import moment

USER: Final = "User"
"""The one who talks with an assistant: exports do not name the person they belong to."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_TIME: Final = re.compile(r"\d{9,16}(?:\.\d{1,9})?", re.ASCII)
_EARLIEST, _MILLISECONDS, _MICROSECONDS, _LATEST = 1e8, 1e11, 1e14, 1e17


@dataclass(frozen=True, slots=True)
class Message:
    """Who said what, and when; `at` is UTC, and None where the export does not tell."""

    speaker: str
    words: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in order. `title` is None in a format that gives none, and empty where the person gave none."""

    title: str | None
    messages: Iterable[Message]


def as_mapping(value: object) -> dict[str, object]:
    """A JSON object; anything else is an empty one."""
    return value if isinstance(value, dict) else {}


def as_words(value: object) -> str:
    """A string, or the strings of a list of strings and of objects with a `text`; anything else is empty."""
    if isinstance(value, str):
        return value
    parts = value if isinstance(value, list) else ()
    texts = (as_mapping(part).get("text") if isinstance(part, dict) else part for part in parts)
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def as_moment(value: object) -> datetime | None:
    """A date as `moment` reads it, or a count of seconds, milliseconds or microseconds since 1970, in UTC.

    A number that would be before 1973 is no date: it may be an offset in a recording.
    """
    if isinstance(value, str):
        found = moment(value)
        if found is not None or not _EPOCH_TIME.fullmatch(value):
            return found
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not _EARLIEST <= value < _LATEST:
        return None
    unit = 1 if value < _MILLISECONDS else 1_000 if value < _MICROSECONDS else 1_000_000
    return _EPOCH + timedelta(seconds=value / unit)
