from pathlib import PurePath

from tests.readers.shapes import texts
from tsuzuri.core.document import Property
from tsuzuri.readers.calendars import read_ics, read_vcf


def test_events_are_paragraphs_of_fields() -> None:
    data = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Asia/Tokyo:20260310T130000\r\n"
        'SUMMARY:設計レビュー\r\nATTENDEE;CN="Mori, Aya":mailto:aya@example.com\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n'
        "END:VEVENT\r\nBEGIN:VTODO\r\nUID:2\r\nSUMMARY:Pay\r\nDUE;VALUE=DATE:20260311\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    )
    assert texts(read_ics(data.encode(), PurePath("a.ics"))) == [
        "Event: 設計レビュー\nStarts: 2026-03-10 13:00 Asia/Tokyo\nRepeats: FREQ=WEEKLY;COUNT=3\n"
        "Attendee: Mori, Aya <aya@example.com>",
        "Event: Pay\nDue: 2026-03-11",
    ]


def test_a_card_is_fields_and_properties() -> None:
    data = (
        "BEGIN:VCARD\nVERSION:3.0\nFN:田中 太郎\nORG:Example KK;Sales\nitem1.EMAIL;TYPE=work:t@example.com\nEND:VCARD\n"
    )
    document = read_vcf(data.encode(), PurePath("a.vcf"))
    assert document.text == "Name: 田中 太郎\nOrganization: Example KK, Sales\nEmail: t@example.com"
    assert document.title == "田中 太郎"
    assert Property("Organization", "Example KK, Sales") in document.properties


def test_the_fields_of_several_cards_are_not_mixed() -> None:
    card = "BEGIN:VCARD\nVERSION:3.0\nFN:{0}\nEND:VCARD\n"
    document = read_vcf((card.format("Aya") + card.format("Ken")).encode(), PurePath("all.vcf"))
    assert texts(document) == ["Name: Aya", "Name: Ken"]
    assert document.properties == ()
    assert document.title == "all"
