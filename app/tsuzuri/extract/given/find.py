"""All that a document gives without the model."""

from collections.abc import Iterator
from itertools import islice

from tsuzuri.core.document import Document, Record, RecordKind
from tsuzuri.core.ontology import Ontology
from tsuzuri.extract.given import marks
from tsuzuri.extract.given.entries import of_card, of_event
from tsuzuri.extract.given.naming import link_name
from tsuzuri.extract.given.notes import Note
from tsuzuri.extract.given.people import of_mail, speakers
from tsuzuri.extract.given.stated import Findings, Known
from tsuzuri.extract.given.stating import Stating

_RULES = {
    RecordKind.NOTE: "rule front_matter-1",
    RecordKind.MAIL: "rule mail-1",
    RecordKind.EVENT: "rule calendar-1",
    RecordKind.CARD: "rule card-1",
}
_NOTHING = Findings()
_MOST_NAMES = 2000
_MOST_FACTS = 2000


def find(document: Document, ontology: Ontology, known: Known) -> Findings:
    """The names and facts that a document states in a form of its own; bounded, and pure."""
    found = [_of_record(record, document, ontology, known) for record in document.records]
    found += [marks.links(document, known), marks.tags(document), speakers(document)]
    names = (name for each in found for name in each.names)
    facts = (fact for each in found for fact in each.facts)
    return Findings(tuple(islice(names, _MOST_NAMES)), tuple(islice(facts, _MOST_FACTS)))


def candidates(document: Document) -> Iterator[str]:
    """The words that may turn out to be names of entities, of which it helps to know what the library has."""
    for link in document.links:
        shown = link.span.of(document.text)
        yield from (shown, link_name(link.target, shown))
    for record in document.records:
        if record.kind in (RecordKind.NOTE, RecordKind.CARD):
            yield from (each.value for each in record.properties)


def _of_record(record: Record, document: Document, ontology: Ontology, known: Known) -> Findings:
    if record.kind not in _RULES:
        return _NOTHING
    stating = Stating(document.text, ontology, _RULES[record.kind])
    match record.kind:
        case RecordKind.NOTE:
            links = {link.span: link for link in document.links}
            return Note(record.properties, links, stating, known).findings()
        case RecordKind.MAIL:
            return of_mail(record.properties, stating)
        case RecordKind.EVENT:
            return of_event(record.properties, stating)
        case _:
            return of_card(record.properties, stating, known)
