"""Messages that are one JSON object each, under any of the usual names for speaker, words and time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tsuzuri.readers.chat_exports.message import Conversation, Message, as_mapping, as_moment, as_words

_SPEAKER: Final = ("speaker", "author", "from", "role", "sender", "user")
_WORDS: Final = ("text", "content", "body", "message")
_TIME: Final = ("time", "timestamp", "date", "ts", "created_at")
_TITLE: Final = ("title", "subject", "headline")
"""What has one of these is an article or a mail, and more than its words would be lost."""

_LONGEST_NAME: Final = 80


def is_message(item: object) -> bool:
    """Whether a value says who said something and what."""
    return _message(as_mapping(item)) is not None


def lines(items: Iterable[object]) -> Iterator[Conversation]:
    """All messages as one conversation without a title."""
    yield Conversation(None, (found for item in items if (found := _message(as_mapping(item)))))


def _message(item: Mapping[str, object]) -> Message | None:
    speaker, words = _first(item, _SPEAKER).strip(), _first(item, _WORDS)
    if not speaker or not words or len(speaker) > _LONGEST_NAME or any(name in item for name in _TITLE):
        return None
    moments = (as_moment(item.get(name)) for name in _TIME)
    return Message(speaker, words, next(filter(None, moments), None))


def _first(item: Mapping[str, object], names: Sequence[str]) -> str:
    return next(filter(None, (as_words(item.get(name)) for name in names)), "")
