"""Mail: single messages and mailboxes (RFC 5322, RFC 4155), read with the standard library."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import BlockKind, Document, RecordKind, RefusalReason, Said, SaidKind
from tsuzuri.readers.decode import Encoding, decode
from tsuzuri.readers.draft import Draft, Words, one_line
from tsuzuri.readers.html import visible_text
from tsuzuri.readers.media import EML, MBOX
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.text.normalise import display

HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")

_ENVELOPE = re.compile(rb"(?:\A|\r?\n\r?\n)From [^\r\n]*\r?\n")
_ESCAPED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
_QUOTED = re.compile(r"\s{0,3}[>＞]")
_ATTRIBUTION = re.compile(
    r"On\s.{4,160}\swrote:|Am\s.{4,160}\sschrieb.{0,80}:|Le\s.{4,160}\sa écrit\s?:"
    r"|\d{4}[年/-]\d{1,2}[月/-]\d{1,2}.{0,160}(?:[:：]|>)"
    r"|-{2,}\s*(?:Original Message|元のメッセージ|Forwarded message)\s*-{2,}"
)
_ATTRIBUTION_LINES: Final = 2


def read_eml(data: bytes, path: PurePath) -> Document:
    """One mail: a record with its headers, then its words as a message of the sender.

    Raises:
        CannotRead: GARBLED, NO_TEXT, or BROKEN when there is neither sender nor subject.
    """
    mail = _parse(data)
    if not any(name in mail for name in HEADERS):
        raise CannotRead(RefusalReason.BROKEN, "it has no mail headers")
    draft = Draft()
    encoding = _add(draft, mail)
    return draft.finish(
        EML,
        title=_header(mail, "Subject") or path.stem,
        encoding=encoding,
        said=_said(mail),
    )


def read_mbox(data: bytes, path: PurePath) -> Document:
    """A mailbox: its mails one after another, each as `read_eml` has it. Titled by the file's name.

    Raises:
        CannotRead: GARBLED or NO_TEXT.
    """
    draft = Draft()
    encodings = [_add(draft, _parse(part)) for part in _split(data)]
    return draft.finish(MBOX, title=path.stem, encoding=next(filter(None, encodings), None))


def without_quotes(text: str) -> str:
    """A mail's own words: lines that begin with `>` and the line that introduces them are dropped.

    After such an introduction everything goes when nothing there is marked as quoted. A mail that is nothing but
    quotation stays whole.
    """
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        length = _attribution(lines, at)
        if length and not any(_QUOTED.match(line) for line in lines[at + length :]):
            break
        if not length and not _QUOTED.match(lines[at]):
            kept.append(lines[at])
        at += length or 1
    own = "\n".join(kept).strip()
    return own or text.strip()


def add_message(draft: Draft, headers: list[tuple[str, str]], body: str, speaker: str, at: datetime | None) -> None:
    """Add one mail: its headers as a record, its own words as a message."""
    said = None if at is None else Said(at, SaidKind.MESSAGE)
    draft.add_record(RecordKind.MAIL, [(name, [Words(value)]) for name, value in headers], said=said)
    draft.add(BlockKind.MESSAGE, without_quotes(display(body)), speaker=speaker or None, said=said)


def _parse(data: bytes) -> EmailMessage:
    return message_from_bytes(data, policy=policy.default)


def _split(data: bytes) -> Iterator[bytes]:
    starts = list(_ENVELOPE.finditer(data))
    for found, following in zip(starts, [*starts[1:], None], strict=True):
        yield _ESCAPED_FROM.sub(rb"\1", data[found.end() : following.start() if following else len(data)])


def _add(draft: Draft, mail: EmailMessage) -> Encoding | None:
    """Add a mail and return the encoding of its body."""
    headers = [(name, value) for name in HEADERS if (value := _header(mail, name))]
    body, encoding = _body(mail)
    said = _said(mail)
    add_message(draft, headers, body, _sender(mail), said.at if said else None)
    return encoding


def _body(mail: EmailMessage) -> tuple[str, Encoding | None]:
    """The text and its encoding: the plain part, or what is visible of the HTML one."""
    part = mail.get_body(preferencelist=("plain", "html"))
    if part is None:
        return "", None
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return "", None
    decoded = decode(payload, part.get_content_charset())
    if part.get_content_subtype() == "html":
        return visible_text(decoded.text), decoded.encoding
    return decoded.text, decoded.encoding


def _header(mail: EmailMessage, name: str) -> str:
    return one_line(str(mail.get(name, "")))


def _sender(mail: EmailMessage) -> str:
    """The display name, or the address where there is none."""
    name, address = parseaddr(_header(mail, "From"))
    return name or address


def _said(mail: EmailMessage) -> Said | None:
    """The Date header as a moment; None when it is missing or no date. Without a zone it is taken as UTC."""
    try:
        at = parsedate_to_datetime(_header(mail, "Date"))
        return Said((at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC), SaidKind.MESSAGE)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _attribution(lines: list[str], at: int) -> int:
    """How many lines from `at` on introduce a quotation: 0, 1 or 2."""
    for length in range(1, _ATTRIBUTION_LINES + 1):
        joined = " ".join(line.strip() for line in lines[at : at + length])
        if len(joined) < 400 and lines[at].strip() and _ATTRIBUTION.fullmatch(joined):
            return length
    return 0
