"""Chat exports: who said what and when, one message a block."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tsuzuri.core.document import BlockKind, Document, Said, SaidKind
from tsuzuri.readers.decode import Encoding
from tsuzuri.readers.draft import Draft
from tsuzuri.readers.media import PLAIN
from tsuzuri.readers.moments import moment

_DATE = r"(?P<date>\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?)"
_TIME = r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)"
_NOT_A_LOG = r"(?!(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)"

# [2024-03-05 10:12] Name: words, with or without the brackets; "10:12 - Name: words" is WhatsApp's.
_STAMPED = re.compile(
    rf"\[?{_DATE},?[ T]+{_TIME}\]?\s+(?:-\s)?{_NOT_A_LOG}(?P<name>[^:：\t]{{1,40}}?)\s*[:：]\s*(?P<words>.*)"
)
# LINE: a line for the day, then 10:12<TAB>Name<TAB>words.
_DAY = re.compile(rf"{_DATE}\s*(?:[(（][^)）]{{1,9}}[)）])?\s*")
_TABBED = re.compile(rf"(?:午前|午後)?{_TIME}\t(?P<name>[^\t]{{1,40}})\t(?P<words>.*)")
# Slack, copied: a line with the name and the time, the words on the lines below.
_HEADED = re.compile(rf"(?P<name>[^\s:：].{{0,39}}?)(?:\s{{2,}}|\t)\[?{_TIME}(?:\s?[AP]M)?\]?\s*(?P<words>)")


@dataclass(frozen=True, slots=True)
class _Format:
    line: re.Pattern[str]
    least_messages: int
    least_share: float
    """Of the lines that are not blank; the others are words that go on."""


_LINES_LOOKED_AT: Final = 5000
_LOOKED_AT: Final = 1000

_FORMATS: Final = (_Format(_STAMPED, 2, 0.5), _Format(_TABBED, 2, 0.5), _Format(_HEADED, 3, 0.25))


@dataclass(slots=True)
class _Message:
    speaker: str
    said: Said | None
    lines: list[str]


def read_chat(text: str, name: str, encoding: Encoding) -> Document | None:
    """A clean text as a chat, or None when its first 5000 lines do not fit one of the known exports.

    Every message is a block `Name: words` with its speaker and time; times without a zone are taken as UTC, and a
    message whose day is not known has no time. Lines that fit nothing go on with the message before them.
    """
    lines = text.split("\n")
    seen = [line[:_LOOKED_AT] for line in lines[:_LINES_LOOKED_AT]]
    filled = sum(not line.isspace() and line != "" for line in seen)
    for form in _FORMATS:
        count = sum(form.line.fullmatch(line) is not None for line in seen)
        days = sum(_DAY.fullmatch(line) is not None for line in seen)
        if count >= form.least_messages and count >= form.least_share * (filled - days):
            return _document(lines, form.line, name, encoding)
    return None


def _document(lines: Sequence[str], pattern: re.Pattern[str], name: str, encoding: Encoding) -> Document:
    draft = Draft()
    heading: list[str] = []
    for item in _messages(lines, pattern, heading):
        if heading:
            draft.add(BlockKind.PARAGRAPH, "\n".join(heading))
            heading.clear()
        draft.add(
            BlockKind.MESSAGE,
            f"{item.speaker}: " + "\n".join(item.lines).strip(),
            speaker=item.speaker,
            said=item.said,
            gap="\n",
        )
    return draft.finish(PLAIN, title=name, encoding=encoding)


def _messages(lines: Sequence[str], pattern: re.Pattern[str], heading: list[str]) -> Iterator[_Message]:
    """The messages in order; lines before the first go to `heading`."""
    message: _Message | None = None
    day = ""
    for line in lines:
        if found := pattern.fullmatch(line):
            if message is not None:
                yield message
            date = found.groupdict().get("date") or day
            at = moment(f"{date} {_clock(found)}") if date else None
            message = _Message(found["name"].strip(), Said(at, SaidKind.MESSAGE) if at else None, [found["words"]])
        elif dated := _DAY.fullmatch(line):
            day = dated["date"]
        elif message is not None:
            message.lines.append(line)
        else:
            heading.append(line)
    if message is not None:
        yield message


def _clock(found: re.Match[str]) -> str:
    """The time on a 24-hour clock."""
    words = found[0]
    hour, rest = found["time"].split(":", 1)
    if words.startswith("午後") or re.search(rf"{re.escape(found['time'])}\s?PM", words):
        hour = str(int(hour) % 12 + 12)
    elif words.startswith("午前") or re.search(rf"{re.escape(found['time'])}\s?AM", words):
        hour = str(int(hour) % 12)
    return f"{hour}:{rest}"
