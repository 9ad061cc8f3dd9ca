from datetime import date

import pytest

from tests.extract.given.documents import card, event, facts, found, names

REVIEW = ("SUMMARY:Harbour review", "DTSTART:20260310T130000Z")


def test_an_event_is_at_a_time_and_a_place_with_people() -> None:
    read = event(
        *REVIEW,
        "LOCATION:Otaru",
        "ORGANIZER;CN=Ken Ito:mailto:ken@halo.example",
        'ATTENDEE;CN="Mori, Aya":mailto:aya@lumen.example',
        "ATTENDEE;PARTSTAT=DECLINED;CN=Eva Roth:mailto:eva@lumen.example",
    )
    assert facts(read) == [
        "Harbour review scheduled_for 2026-03-10 13:00 UTC",
        "Harbour review located_in Otaru",
        "Ken Ito contact ken@halo.example",
        "Ken Ito organized Harbour review",
        "Aya Mori contact aya@lumen.example",
        "Aya Mori attended Harbour review",
    ]


def test_its_facts_are_dated_by_its_start() -> None:
    read = event(*REVIEW, "ATTENDEE;CN=Aya Mori:mailto:aya@lumen.example")
    scheduled, _, attended = (given.fact for given in found(read).facts)
    assert scheduled.valid.start == attended.valid.start == date(2026, 3, 10)
    assert (scheduled.valid.end, attended.valid.end) == (None, date(2026, 3, 11))
    assert scheduled.time is not None
    assert scheduled.time.of(read.text) == "2026-03-10"


@pytest.mark.parametrize("place", ["Zoom", "Room 3", "https://meet.example/x", "会議室A", "オンライン"])
def test_a_call_or_a_room_is_no_place(place: str) -> None:
    assert facts(event(*REVIEW, f"LOCATION:{place}")) == ["Harbour review scheduled_for 2026-03-10 13:00 UTC"]


def test_an_event_without_a_name_of_its_own_is_text() -> None:
    assert facts(event("SUMMARY:meeting", "DTSTART:20260310T130000Z")) == []


def test_a_card_is_a_person_at_work_and_at_home() -> None:
    read = card(
        "FN:Aya Mori",
        "ORG:Lumen AG;Sales",
        "TITLE:sales lead",
        "BDAY:19800503",
        "ADR;TYPE=HOME:;;1 Rose Lane;Otaru;;047;Japan",
        "EMAIL:aya@lumen.example",
        "TEL:+81 90 0000 0000",
        "NICKNAME:Momo",
    )
    assert sorted(facts(read)) == [
        "Aya Mori born_on 1980-05-03",
        "Aya Mori contact +81 90 0000 0000",
        "Aya Mori contact aya@lumen.example",
        "Aya Mori lives_in Otaru",
        "Aya Mori works_as sales lead",
        "Aya Mori works_at Lumen AG",
    ]
    assert names(read) == ["person Aya Mori", "person Aya Mori = Momo"]


def test_a_card_of_an_organization_has_no_employer() -> None:
    assert facts(card("FN:Lumen", "ORG:Lumen", "TEL:+81 3 0000 0000")) == ["Lumen contact +81 3 0000 0000"]


def test_a_birthday_without_a_year_is_text() -> None:
    assert facts(card("FN:Aya Mori", "BDAY:--0503")) == []
