import mailbox
import sys
from datetime import UTC, datetime
from pathlib import Path, PurePath

import pytest

from tests.readers.shapes import assert_well_formed, fields, read_as_document, texts
from tsuzuri.core.document import BlockKind, Document, RecordKind, RefusalReason, Said, SaidKind
from tsuzuri.readers.mail import read_eml, read_mbox, without_quotes
from tsuzuri.readers.refusal import CannotRead
from tsuzuri.readers.worker import read_file

PATH = PurePath("a.eml")
HEADERS = "From: Aya Mori <aya@example.com>\nTo: ken@example.com\nSubject: Plan\nDate: Tue, 5 Mar 2024 10:12:00 +0900\n"


def read(text: str, encoding: str = "utf-8") -> Document:
    document = read_eml(text.encode(encoding), PATH)
    assert_well_formed(document)
    return document


def test_a_mail_is_its_headers_and_a_message() -> None:
    document = read(HEADERS + "\nWe move in April.\n\nAya\n")
    said = Said(datetime(2024, 3, 5, 1, 12, tzinfo=UTC), SaidKind.MESSAGE)
    header, message = document.blocks
    assert header.span.of(document.text).split("\n")[0] == "From: Aya Mori <aya@example.com>"
    assert message.span.of(document.text) == "We move in April.\n\nAya"
    assert (message.kind, message.speaker, message.said) == (BlockKind.MESSAGE, "Aya Mori", said)
    assert (document.title, document.said) == ("Plan", said)
    assert ("To", "ken@example.com") in fields(document)
    assert (header.kind, document.records[0].kind) == (BlockKind.PROPERTIES, RecordKind.MAIL)


def test_japanese_in_headers_and_body() -> None:
    head = "From: =?iso-2022-jp?B?GyRCRURDZhsoQg==?= <t@example.com>\nContent-Type: text/plain; charset=iso-2022-jp\n"
    document = read(head + "\n部長になりました。\n", "iso2022_jp")
    assert document.blocks[1].speaker == "田中"
    assert texts(document, BlockKind.MESSAGE) == ["部長になりました。"]
    assert document.encoding == "iso2022_jp"


def test_plain_text_is_preferred_to_html() -> None:
    parts = "--x\nContent-Type: text/html\n\n<p>rich</p>\n--x\nContent-Type: text/plain\n\nplain\n--x--\n"
    document = read(HEADERS + "Content-Type: multipart/alternative; boundary=x\n\n" + parts)
    assert texts(document, BlockKind.MESSAGE) == ["plain"]


def test_html_alone_is_read_as_seen() -> None:
    document = read(HEADERS + "Content-Type: text/html; charset=utf-8\n\n<p>rich<script>x</script> text</p>")
    assert texts(document, BlockKind.MESSAGE) == ["rich text"]


@pytest.mark.parametrize("date", ["", "Date: soon\n", "Date: Tue, 99 Mar 2024 10:12:00\n"])
def test_a_mail_without_a_date_was_said_at_no_known_time(date: str) -> None:
    assert read(f"From: a@example.com\n{date}\nwords").said is None


def test_what_has_no_headers_is_no_mail() -> None:
    with pytest.raises(CannotRead) as refused:
        read_eml(b"just words", PATH)
    assert refused.value.reason is RefusalReason.BROKEN


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Yes.\n\nOn Mon, Mar 4, 2024 at 9:00, Ken <k@example.com> wrote:\n> Shall we?\n", "Yes."),
        ("Yes.\n\nOn Mon, Mar 4, 2024, Ken\n<k@example.com> wrote:\n\nShall we?\n", "Yes."),
        ("> Shall we?\nYes.\n> When?\nMay.", "Yes.\nMay."),
        ("On Mon, Mar 4, 2024, Ken wrote:\n> Shall we?\nYes.", "Yes."),
        ("はい。\n\n2024年3月4日(月) 9:00 Ken <k@example.com>:\n> どう?\n", "はい。"),
        ("> all quoted", "> all quoted"),
        ("On time we wrote: nothing", "On time we wrote: nothing"),
    ],
)
def test_quotations_are_dropped_unless_there_is_nothing_else(text: str, own: str) -> None:
    assert without_quotes(text) == own


def test_a_mailbox_is_mails_one_after_another() -> None:
    mail = (
        "From a@example.com Tue Mar  5 10:12:00 2024\nFrom: {0}@example.com\nSubject: {0}\n\nI am {0}.\n>From here.\n\n"
    )
    document = read_mbox((mail.format("aya") + mail.format("ken")).encode(), PurePath("box.mbox"))
    assert_well_formed(document)
    assert texts(document, BlockKind.MESSAGE) == ["I am aya.\nFrom here.", "I am ken.\nFrom here."]
    assert [block.speaker for block in document.blocks] == [None, "aya@example.com", None, "ken@example.com"]
    assert document.title == "box"


@pytest.mark.skipif(sys.platform == "win32", reason="a name cannot hold a colon there")
def test_a_maildir_is_read_mail_by_mail(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "Mail")
    seen = mailbox.MaildirMessage((HEADERS + "\n四月に移ります。\n").encode())
    seen.set_subdir("cur")
    seen.add_flag("S")
    for mail in (seen, mailbox.MaildirMessage("Subject: Re: Plan\nFrom: ken@example.com\n\nFine.\n")):
        box.add(mail)
    read_mails = [read_as_document(read_file(path)) for path in sorted((tmp_path / "Mail").glob("[cn]*/*"))]
    assert [document.title for document in read_mails] == ["Plan", "Re: Plan"]
    assert [texts(document, BlockKind.MESSAGE) for document in read_mails] == [["四月に移ります。"], ["Fine."]]
