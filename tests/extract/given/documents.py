"""Documents as the readers make them, and what is found in them."""

from collections.abc import Iterable
from pathlib import Path, PurePath

from tsuzuri.core.document import Document
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.extract.given.find import find
from tsuzuri.extract.given.stated import Findings, Known
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.readers.registry import read
from tsuzuri.text.normalise import key

SHIPPED: Ontology = load_ontology(Path(__file__).parents[3] / "assets" / "ontology.toml")


def document(text: str, name: str = "note.md") -> Document:
    made = read(text.encode(), PurePath(name))
    assert isinstance(made, Document), made
    return made


def note(*lines: str, body: str = "Body.") -> Document:
    return document("\n".join(("---", *lines, "---", body)))


def mail(*headers: str) -> Document:
    return document("\n".join((*headers, "", "Words.")), "a.eml")


def event(*lines: str) -> Document:
    entry = ("BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", *lines, "END:VEVENT", "END:VCALENDAR", "")
    return document("\r\n".join(entry), "a.ics")


def card(*lines: str) -> Document:
    return document("\n".join(("BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD", "")), "a.vcf")


def known(*entities: tuple[str, EntityType]) -> Known:
    of_key = {
        key(name): (Entity(EntityId(number), name, kind, (), 0, 0, None),)
        for number, (name, kind) in enumerate(entities, 1)
    }
    return Known(of_key)


def found(document: Document, library: Known | None = None) -> Findings:
    """What is found; every span stands where it says."""
    findings = find(document, SHIPPED, library or known())
    for given in findings.names:
        assert given.name.span.of(document.text) == (given.alias or given.name.text)
    for each in findings.facts:
        spans = [each.fact.subject.span, each.fact.object.span, *([each.fact.time] if each.fact.time else [])]
        assert all(each.fact.statement.contains(span) for span in spans)
    return findings


def facts(document: Document, library: Known | None = None) -> list[str]:
    findings = found(document, library)
    return [f"{each.fact.subject.text} {each.fact.relation} {each.fact.object.text}" for each in findings.facts]


def names(document: Document, library: Known | None = None) -> list[str]:
    return _shown(found(document, library))


def _shown(findings: Findings) -> list[str]:
    def words(parts: Iterable[str]) -> str:
        return " ".join(filter(None, parts))

    return [words((given.name.type, given.name.text, given.alias and f"= {given.alias}")) for given in findings.names]
