"""Calendars (RFC 5545) and contact cards (RFC 2426, RFC 6350), through icalendar."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import PurePath
from typing import Any, Final

from icalendar import Calendar, vRecur
from icalendar.parser import Contentlines

from tsuzuri.core.document import BlockKind, Document, Property
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, one_line
from tsuzuri.readers.media import ICS, VCF

_ENTRIES: Final = ("VEVENT", "VTODO", "VJOURNAL")
_FIELDS: Final = (
    ("SUMMARY", "Event"),
    ("DTSTART", "Starts"),
    ("DTEND", "Ends"),
    ("DUE", "Due"),
    ("RRULE", "Repeats"),
    ("LOCATION", "Place"),
    ("ORGANIZER", "Organizer"),
    ("ATTENDEE", "Attendee"),
    ("DESCRIPTION", "Description"),
)
_CARD_FIELDS: Final = {
    "FN": "Name",
    "NICKNAME": "Nickname",
    "ORG": "Organization",
    "TITLE": "Title",
    "ROLE": "Role",
    "EMAIL": "Email",
    "TEL": "Phone",
    "ADR": "Address",
    "BDAY": "Birthday",
    "URL": "URL",
    "NOTE": "Note",
}


def read_ics(data: bytes, path: PurePath) -> Document:
    """A calendar: a paragraph of lines `Field: value` for every event, to-do and journal entry.

    Times are written as the calendar has them, with their zone. A repetition stays a rule.
    """
    decoded = decode(data)
    draft = Draft()
    for calendar in Calendar.from_ical(decoded.text, multiple=True):
        for entry in calendar.walk():
            if entry.name in _ENTRIES:
                draft.add(BlockKind.PARAGRAPH, "\n".join(_lines(entry)))
    return draft.finish(ICS, title=path.stem, encoding=decoded.encoding)


def read_vcf(data: bytes, path: PurePath) -> Document:
    """Contact cards: a paragraph of lines `Field: value` for each. The fields of a lone card are properties too."""
    decoded = decode(data)
    cards = list(_cards(decoded.text))
    draft = Draft()
    for card in cards:
        draft.add(BlockKind.PARAGRAPH, "\n".join(f"{field.name}: {field.value}" for field in card))
    alone = cards[0] if len(cards) == 1 else ()
    name = next((field.value for field in alone if field.name == _CARD_FIELDS["FN"]), path.stem)
    return draft.finish(VCF, title=name, encoding=decoded.encoding, properties=alone)


def _lines(entry: Any) -> Iterator[str]:
    for name, label in _FIELDS:
        values = entry.get(name)
        for value in values if isinstance(values, list) else [values]:
            if value is not None and (words := one_line(_shown(value))):
                yield f"{label}: {words}"


def _shown(value: Any) -> str:
    """A property's value for a person: a name with its address, a date with its zone."""
    moment = getattr(value, "dt", None)
    if isinstance(moment, datetime):
        zone = f" {moment.tzinfo}" if moment.tzinfo else ""
        return f"{moment:%Y-%m-%d %H:%M}{zone}"
    if moment is not None:
        return str(moment)
    parameters = getattr(value, "params", {})
    if "CN" in parameters:
        return f"{parameters['CN']} <{str(value).removeprefix('mailto:')}>"
    if isinstance(value, vRecur):
        rule: bytes = value.to_ical()  # type: ignore[no-untyped-call]
        return rule.decode("utf-8", "replace")
    return str(value)


def _cards(text: str) -> Iterator[list[Property]]:
    card: list[Property] = []
    for line in Contentlines.from_ical(text):  # type: ignore[no-untyped-call]
        if not line:
            continue
        name, _, value = line.parts()
        field = name.upper().rpartition(".")[2]
        if field == "BEGIN":
            card = []
        elif field == "END" and card:
            yield card
            card = []
        elif field in _CARD_FIELDS and (shown := _card_value(value)):
            card.append(Property(_CARD_FIELDS[field], shown))


def _card_value(value: str) -> str:
    """A card's value without its escapes; the parts of a structured one are parted by commas."""
    parts = (one_line(part) for part in value.replace("\\n", " ").replace("\\,", ",").replace("\\;", ",").split(";"))
    return ", ".join(filter(None, parts))
