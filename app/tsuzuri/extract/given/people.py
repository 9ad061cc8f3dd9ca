"""Who is named in an address or as the speaker of a message, and the address itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import getaddresses

from tsuzuri.core.document import BlockKind, Document, Property, Span
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType
from tsuzuri.extract.given.naming import given_first, is_full_name, is_role_mailbox, who
from tsuzuri.extract.given.stated import Findings, Given
from tsuzuri.extract.given.stating import Stating
from tsuzuri.extract.ground import Name

E_MAIL = "e_mail"
_LONGEST = 4000
_HEADERS = frozenset({"From", "To", "Cc"})
_WITH_ADDRESS = re.compile(r"(?P<name>.+?)\s*<(?P<address>[^<>\s]+)>")


@dataclass(frozen=True, slots=True)
class Addressed:
    """A person or an organization in an address field, and its address where there is one."""

    given: Given
    address: Name | None


def of_mail(record: tuple[Property, ...], stating: Stating) -> Findings:
    """Whom a mail is from and to, and their addresses."""
    findings = Findings()
    for each in record:
        if each.name in _HEADERS:
            for addressed in _in_header(each):
                findings += with_address(addressed, stating)
    return findings


def with_address(addressed: Addressed, stating: Stating) -> Findings:
    """One who is named in an address field, with the fact of the address."""
    address = addressed.address
    fact = stating.fact(addressed.given.name, E_MAIL, address) if address else None
    return Findings((addressed.given,), (fact,) if fact else ())


def in_field(field: Property) -> Addressed | None:
    """Who is named in a field `Name <address>`; None where it names nobody for sure."""
    found = _WITH_ADDRESS.fullmatch(field.value[:_LONGEST])
    if found is None:
        return _addressed(field.value, field.span, None)
    at = field.span.start
    address = Name(found["address"], VALUE, Span(*found.span("address")).shift(at))
    return _addressed(found["name"], Span(*found.span("name")).shift(at), address)


def speakers(document: Document) -> Findings:
    """The speakers of a chat or transcript, where their names stand before their words."""
    names = []
    for block in document.blocks:
        speaker = block.speaker if block.kind is BlockKind.MESSAGE else None
        if speaker and document.text.startswith(speaker, block.span.start) and is_full_name(speaker):
            span = Span(block.span.start, block.span.start + len(speaker))
            names.append(Given(Name(speaker, EntityType.PERSON, span)))
    return Findings(tuple(names))


def _in_header(header: Property) -> Iterator[Addressed]:
    """Those whose names and addresses stand in a header, in order."""
    words = header.value[:_LONGEST]
    done = 0
    for name, address in getaddresses([words]):
        at, where = words.find(name, done), words.find(address, done)
        if not name or not address or at < 0 or where < 0:
            continue
        done = max(at + len(name), where + len(address))
        start = header.span.start
        span, place = Span(at, at + len(name)).shift(start), Span(where, where + len(address)).shift(start)
        if found := _addressed(name, span, Name(address, VALUE, place)):
            yield found


def _addressed(words: str, span: Span, address: Name | None) -> Addressed | None:
    kind = who(words)
    if not kind or (address is not None and is_role_mailbox(address.text)):
        return None
    name = given_first(words)
    return Addressed(Given(Name(name, kind, span), "" if name == words else words), address)
