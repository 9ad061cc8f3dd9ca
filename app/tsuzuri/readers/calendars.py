"""Calendars (RFC 5545) and contact cards (RFC 2426, RFC 6350), through icalendar."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, Final

from icalendar import Calendar, vRecur
from icalendar.parser import Contentlines

from tsuzuri.core.document import BlockKind, Document, RecordKind
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, Words, one_line
from tsuzuri.readers.media import ICS, VCF

_ENTRIES: Final = {
    "VEVENT": ("Event", RecordKind.EVENT),
    "VTODO": ("Task", RecordKind.TASK),
    "VJOURNAL": ("Entry", RecordKind.TASK),
}
_FIELDS: Final = (
    ("DTSTART", "Starts"),
    ("DTEND", "Ends"),
    ("DUE", "Due"),
    ("RRULE", "Repeats"),
    ("LOCATION", "Place"),
    ("ORGANIZER", "Organizer"),
    ("ATTENDEE", "Attendee"),
)
_CARD_FIELDS: Final = {
    "FN": "Name",
    "KIND": "Kind",
    "NICKNAME": "Nickname",
    "ORG": "Organization",
    "TITLE": "Title",
    "ROLE": "Role",
    "EMAIL": "Email",
    "TEL": "Phone",
    "ADR": "Address",
    "BDAY": "Birthday",
    "URL": "URL",
}
_CITY: Final = 3
"""Which part of an address is the city: box, extension, street, city, region, code, country."""
_PARTS = re.compile(r"(?<!\\);")
_COMMAS = re.compile(r"(?<!\\),")
_BASIC_DATE = re.compile(r"(\d{4})(\d{2})(\d{2})(?=T|$)")

_Row = tuple[str, list[str]]


def read_ics(data: bytes, path: PurePath) -> Document:
    """A calendar: a record for every event, to-do and journal entry; its description is a paragraph below it.

    Times are written as the calendar has them, with their zone. A repetition stays a rule. Who declined is told apart.
    """
    decoded = decode(data)
    draft = Draft()
    for calendar in Calendar.from_ical(decoded.text, multiple=True):
        for entry in calendar.walk():
            if entry.name in _ENTRIES:
                label, kind = _ENTRIES[entry.name]
                summary = one_line(_shown(entry.get("SUMMARY", "")))
                _add(draft, kind, [(label, [summary]), *_rows(entry)])
                _add_prose(draft, "Description", summary, str(entry.get("DESCRIPTION", "")))
    return draft.finish(ICS, title=path.stem, encoding=decoded.encoding)


def read_vcf(data: bytes, path: PurePath) -> Document:
    """Contact cards: a record for each; its note is a paragraph below it."""
    decoded = decode(data)
    names: list[str] = []
    draft = Draft()
    for rows, note in _cards(decoded.text):
        names.append(next((values[0] for label, values in rows if label == "Name"), ""))
        _add(draft, RecordKind.CARD, rows)
        _add_prose(draft, "Note", names[-1], note)
    title = names[0] if len(names) == 1 else ""
    return draft.finish(VCF, title=title or path.stem, encoding=decoded.encoding)


def _add(draft: Draft, kind: RecordKind, rows: Sequence[_Row]) -> None:
    draft.add_record(kind, [(label, [Words(value) for value in values]) for label, values in rows])


def _add_prose(draft: Draft, label: str, name: str, words: str) -> None:
    """What a person wrote, told of whom or what: it is read apart from the record."""
    if words.strip():
        draft.add(BlockKind.PARAGRAPH, f"{label} of {name}: {words}" if name else f"{label}: {words}")


def _rows(entry: Any) -> Iterator[_Row]:
    for name, label in _FIELDS:
        values = entry.get(name)
        for value in values if isinstance(values, list) else [values]:
            if value is not None:
                declined = str(getattr(value, "params", {}).get("PARTSTAT", "")).upper() == "DECLINED"
                yield "Declined" if declined else label, [_shown(value)]


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


def _cards(text: str) -> Iterator[tuple[list[_Row], str]]:
    """The rows of each card, and its note."""
    rows: list[_Row] = []
    notes: list[str] = []
    for line in Contentlines.from_ical(text):  # type: ignore[no-untyped-call]
        if not line:
            continue
        name, parameters, value = line.parts()
        field = name.upper().rpartition(".")[2]
        if field == "BEGIN":
            rows, notes = [], []
        elif field == "END" and (rows or notes):
            yield rows, "\n".join(notes)
            rows, notes = [], []
        elif field == "NOTE":
            notes.append(_unescaped(value))
        elif field in _CARD_FIELDS:
            rows += _card_rows(field, value, is_home="home" in str(parameters.get("TYPE", "")).lower())


def _card_rows(field: str, value: str, *, is_home: bool) -> Iterator[_Row]:
    """A property of a card. Of an organization the departments are told apart, of a home the city."""
    parts = [one_line(_unescaped(part)) for part in _PARTS.split(value)]
    label = _CARD_FIELDS[field]
    if field == "ORG":
        yield label, parts[:1]
        yield "Department", parts[1:]
    elif field == "NICKNAME":
        yield label, [name for part in _COMMAS.split(value) if (name := one_line(_unescaped(part)))]
    elif field == "BDAY":
        yield label, [_BASIC_DATE.sub(r"\1-\2-\3", parts[0])]
    elif field == "ADR" and is_home:
        yield "Home address", [part for part in parts if part]
        yield "Home city", parts[_CITY : _CITY + 1]
    else:
        yield label, [part for part in parts if part]


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)
