"""From the bytes of a chat export to a document; what is none goes to another reader."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import BlockKind, Document, Said, SaidKind
from tsuzuri.readers.chat_exports.assistants import chatgpt, claude, is_chatgpt, is_claude
from tsuzuri.readers.chat_exports.lines import is_message, lines
from tsuzuri.readers.chat_exports.message import Conversation, Message
from tsuzuri.readers.chat_exports.slack import is_slack, slack
from tsuzuri.readers.chat_exports.values import DAMAGED, values
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, one_line
from tsuzuri.text.normalise import display

ReadBytes = Callable[[bytes, PurePath], Document]


@dataclass(frozen=True, slots=True)
class _Format:
    """How one export is known by its values, and what conversations they are. `least` is how many must fit."""

    fits: Callable[[object], bool]
    conversations: Callable[[Iterable[object]], Iterator[Conversation]]
    least: int


_FORMATS: Final = (
    _Format(is_chatgpt, chatgpt, 1),
    _Format(is_claude, claude, 1),
    _Format(is_slack, slack, 1),
    _Format(is_message, lines, 2),
)
_LOOKED_AT: Final = 100
_MOST_MESSAGES: Final = 200_000
_OPENING: Final = re.compile(rb"[\xef\xbb\xbf\xfe\xff\s]*(?:\[\s*)?\{")
"""A list of objects, or an object, after any byte-order mark."""

_OPENING_BYTES: Final = 1024
_LONGEST_TITLE: Final = 200


def chat_or(read_other: ReadBytes, media_type: str, *, most_messages: int = _MOST_MESSAGES) -> ReadBytes:
    """A reader for files of that type: a chat export is read as one, and any other file by `read_other`.

    An export is known by its content: at least half of its first values are conversations of ChatGPT or Claude,
    entries of a Slack channel, or messages of one JSON object each. Every message is a block `Name: words` with its
    speaker and time, under its conversation's title where the format has titles. What is no message is passed over.
    """

    def read_chat_or(data: bytes, path: PurePath) -> Document:
        found = None
        if _OPENING.match(data[:_OPENING_BYTES].replace(b"\0", b"")):
            found = _read_export(data, path, media_type, most_messages)
        return found or read_other(data, path)

    return read_chat_or


def _read_export(data: bytes, path: PurePath, media_type: str, most_messages: int) -> Document | None:
    decoded = decode(data)
    text = decoded.text.replace("\0", "")
    form = _format(text)
    if form is None:
        return None
    draft = Draft()
    remarks: dict[str, None] = {}
    conversations = form.conversations(_undamaged(values(text), remarks))
    if not _fill(draft, conversations, path.stem, most_messages, remarks):
        return None
    document = draft.finish(media_type, title=path.stem, encoding=decoded.encoding)
    return replace(document, remarks=tuple(remarks))


def _format(text: str) -> _Format | None:
    """The first format that half of the first values fit. They are decoded again later: one may be a long talk."""
    counts = [0] * len(_FORMATS)
    looked_at = 0
    for item in islice(values(text), _LOOKED_AT):
        looked_at += 1
        for number, form in enumerate(_FORMATS):
            counts[number] += form.fits(item)
    fitting = (form for form, count in zip(_FORMATS, counts, strict=True) if count >= max(form.least, looked_at / 2))
    return next(fitting, None)


def _undamaged(items: Iterable[object], remarks: dict[str, None]) -> Iterator[object]:
    for item in items:
        if item is DAMAGED:
            remarks["a part of it is damaged and was left out"] = None
        else:
            yield item


def _fill(
    draft: Draft, conversations: Iterable[Conversation], name: str, most_messages: int, remarks: dict[str, None]
) -> int:
    """Add the messages, each conversation under its title, or the file's name. Returns how many there are."""
    count = 0
    for conversation in conversations:
        heading = None if conversation.title is None else one_line(conversation.title)[:_LONGEST_TITLE] or name
        for message in conversation.messages:
            speaker, words = one_line(message.speaker), display(message.words).strip()
            if not speaker or not words:
                continue
            if count == most_messages:
                remarks[f"only its first {most_messages:,} messages were read"] = None
                return count
            if heading:
                draft.add(BlockKind.HEADING, heading, level=1)
                heading = None
            _add(draft, speaker, words, message)
            count += 1
    return count


def _add(draft: Draft, speaker: str, words: str, message: Message) -> None:
    said = Said(message.at, SaidKind.MESSAGE) if message.at else None
    draft.add(BlockKind.MESSAGE, f"{speaker}: {words}", speaker=speaker, said=said, gap="\n")
