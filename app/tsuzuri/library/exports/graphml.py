"""A dataset's entities and facts for graph programs: GraphML (http://graphml.graphdrawing.org/specification.html)."""

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING
from xml.sax.saxutils import XMLGenerator
from xml.sax.xmlreader import AttributesImpl

from tsuzuri.core.temporal import period
from tsuzuri.library.step import OnProgress, Step

if TYPE_CHECKING:
    from tsuzuri.core.values import Entity
    from tsuzuri.library.reading import Browser
    from tsuzuri.library.views import FactView

_PAGE = 500
_KEYS = (
    ("name", "node"),
    ("type", "node"),
    ("aliases", "node"),
    ("relation", "edge"),
    ("held", "edge"),
    ("held_from", "edge"),
    ("held_to", "edge"),
    ("said", "edge"),
    ("sentence", "edge"),
    ("source", "edge"),
    ("confidence", "edge"),
)


def write_graphml(library: "Browser", file: IO[bytes], *, on_progress: OnProgress | None = None) -> tuple[int, int]:
    """Write every entity as a node and every fact as an edge; how many of each.

    A fact whose object is a value (a date, an amount, a role) leads to a node of its own, of the type `value`. Days are
    ISO 8601, an interval ends on the first day after it. The file is written as it is read: memory does not grow.
    """
    counts = library.counts()
    total = counts.entities + counts.facts
    step = Step("exporting the graph", total, on_progress)
    xml = XMLGenerator(file, "utf-8", short_empty_elements=True)
    xml.startDocument()
    _start(xml, "graphml", {"xmlns": "http://graphml.graphdrawing.org/xmlns"})
    for name, of in _KEYS:
        _empty(xml, "key", {"id": name, "for": of, "attr.name": name, "attr.type": "string"})
    _start(xml, "graph", {"edgedefault": "directed"})
    nodes = edges = 0
    for entity in _entities(library):
        _node(xml, f"e{entity.id}", {"name": entity.name, "type": entity.type, "aliases": "; ".join(entity.aliases)})
        nodes += 1
        step.reach(min(nodes, total))
    for view in _facts(library):
        _edge(xml, view)
        edges += 1
        step.reach(min(nodes + edges, total))
    step.reach(total)
    xml.endElement("graph")
    xml.endElement("graphml")
    xml.endDocument()
    return nodes, edges


def _entities(library: "Browser") -> Iterator["Entity"]:
    after: str | None = None
    while True:
        page = library.entities(after=after, limit=_PAGE)
        yield from page.items
        if (after := page.after) is None:
            return


def _facts(library: "Browser") -> Iterator["FactView"]:
    after: str | None = None
    while True:
        page = library.all_facts(after=after, limit=_PAGE)
        yield from library.fact_views(page.items)
        if (after := page.after) is None:
            return


def _edge(xml: XMLGenerator, view: "FactView") -> None:
    fact = view.fact
    target = f"e{fact.object_id}"
    if fact.object_id is None:
        target = f"v{fact.id}"
        _node(xml, target, {"name": fact.object_name, "type": "value", "aliases": view.meaning})
    _start(xml, "edge", {"id": f"f{fact.id}", "source": f"e{fact.subject_id}", "target": target})
    _data(
        xml,
        {
            "relation": fact.relation,
            "held": period(fact.held),
            "held_from": fact.held.start.isoformat() if fact.held.start else "",
            "held_to": fact.held.end.isoformat() if fact.held.end else "",
            "said": fact.said.at.date().isoformat() if fact.said else "",
            "sentence": view.sentence,
            "source": view.passage.source_uri,
            "confidence": f"{fact.confidence:.2f}",
        },
    )
    xml.endElement("edge")


def _node(xml: XMLGenerator, id_: str, data: dict[str, str]) -> None:
    _start(xml, "node", {"id": id_})
    _data(xml, data)
    xml.endElement("node")


def _data(xml: XMLGenerator, data: dict[str, str]) -> None:
    for key, value in data.items():
        if value:
            _start(xml, "data", {"key": key})
            xml.characters("".join(char for char in value if _is_xml(char)))
            xml.endElement("data")


def _empty(xml: XMLGenerator, name: str, attributes: dict[str, str]) -> None:
    _start(xml, name, attributes)
    xml.endElement(name)


def _start(xml: XMLGenerator, name: str, attributes: dict[str, str]) -> None:
    xml.startElement(name, AttributesImpl(attributes))


def _is_xml(char: str) -> bool:
    """Whether XML 1.0 can hold the character at all (https://www.w3.org/TR/xml/#charsets)."""
    return char in "\t\n\r" or "\x20" <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char >= "\U00010000"
