from pathlib import PurePath

import pytest

from tests.readers.shapes import fields, texts
from tsuzuri.core.document import BlockKind, RecordKind
from tsuzuri.readers.calendars import read_ics, read_vcf

CARD = PurePath("a.vcf")


def calendar(*entries: str) -> bytes:
    return "\r\n".join(("BEGIN:VCALENDAR", "VERSION:2.0", *entries, "END:VCALENDAR", "")).encode()


def card(*lines: str) -> bytes:
    return "\n".join(("BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD", "")).encode()


def test_entries_are_records_of_fields() -> None:
    data = calendar(
        "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Asia/Tokyo:20260310T130000\r\nSUMMARY:設計レビュー\r\n"
        'ATTENDEE;CN="Mori, Aya":mailto:aya@example.com\r\n'
        "ATTENDEE;PARTSTAT=DECLINED;CN=Ken:mailto:ken@example.com\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\nEND:VEVENT",
        "BEGIN:VTODO\r\nUID:2\r\nSUMMARY:Pay\r\nDUE;VALUE=DATE:20260311\r\nEND:VTODO",
    )
    document = read_ics(data, PurePath("a.ics"))
    assert texts(document, BlockKind.PROPERTIES) == [
        "Event: 設計レビュー\nStarts: 2026-03-10 13:00 Asia/Tokyo\nRepeats: FREQ=WEEKLY;COUNT=3\n"
        "Attendee: Mori, Aya <aya@example.com>\nDeclined: Ken <ken@example.com>",
        "Task: Pay\nDue: 2026-03-11",
    ]
    assert [record.kind for record in document.records] == [RecordKind.EVENT, RecordKind.TASK]


def test_what_a_person_wrote_of_an_event_or_contact_is_a_paragraph() -> None:
    event = calendar("BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Launch\r\nDESCRIPTION:Bring\\, if you can\\, tea.\r\nEND:VEVENT")
    described = read_ics(event, PurePath("a.ics"))
    assert texts(described, BlockKind.PARAGRAPH) == ["Description of Launch: Bring, if you can, tea."]
    noted = read_vcf(card("FN:Aya Mori", "NOTE:Likes tea\\; black.\\nTall."), CARD)
    assert texts(noted, BlockKind.PARAGRAPH) == ["Note of Aya Mori: Likes tea; black.\nTall."]


def test_a_card_is_a_record() -> None:
    lines = ("FN:田中 太郎", "ORG:Example KK;Sales", "item1.EMAIL;TYPE=work:t@example.com", "NICKNAME:Taro,T")
    document = read_vcf(card(*lines), CARD)
    assert document.text == (
        "Name: 田中 太郎\nOrganization: Example KK\nDepartment: Sales\nEmail: t@example.com\nNickname: Taro, T"
    )
    assert document.title == "田中 太郎"
    assert fields(document)[-2:] == [("Nickname", "Taro"), ("Nickname", "T")]


def test_of_a_home_the_city_is_told() -> None:
    home = card("FN:A", "ADR;TYPE=HOME:;;1 Rose Lane;Bath;;BA1;UK")
    assert fields(read_vcf(home, CARD))[-1] == ("Home city", "Bath")
    work = card("FN:A", "ADR;TYPE=WORK:;;2 Mill Road;Bath;;BA1;UK")
    assert ("Home city", "Bath") not in fields(read_vcf(work, CARD))


@pytest.mark.parametrize(
    ("written", "shown"), [("19800503", "1980-05-03"), ("1980-05-03", "1980-05-03"), ("--0503", "--0503")]
)
def test_a_birthday_is_shown_as_a_date(written: str, shown: str) -> None:
    assert fields(read_vcf(card("FN:A", f"BDAY:{written}"), CARD))[-1] == ("Birthday", shown)


def test_the_fields_of_several_cards_are_not_mixed() -> None:
    document = read_vcf(card("FN:Aya") + card("FN:Ken"), PurePath("all.vcf"))
    assert texts(document) == ["Name: Aya", "Name: Ken"]
    assert len(document.records) == 2
    assert document.title == "all"
