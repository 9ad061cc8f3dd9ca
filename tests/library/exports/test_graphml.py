"""The graph is well-formed XML whose edges lead from node to node, whatever the texts hold."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

from tests.library.worlds import installed_at, write_notes
from tsuzuri.core.values import EntityType
from tsuzuri.library.exports.graphml import write_graphml
from tsuzuri.pipeline.progress import Progress
from tsuzuri.store.sqlite.backend import SqliteBackend

_OF = {"g": "http://graphml.graphdrawing.org/xmlns"}
_ODD = 'A<b>&"]]>\x00\x0b\x1f\ufffe😀'


def test_it_is_read_back_with_every_node_and_edge(tmp_path: Path) -> None:
    here = installed_at(tmp_path / "home")
    with here.open() as library:
        library.add([write_notes(tmp_path / "notes")])
        united = [entity.id for entity in library.entities().items if "Hayami" in entity.name or "速水" in entity.name]
    backend = SqliteBackend(here.library_path("personal"), here.key_of("personal"))
    with backend.transaction():
        backend.identities.unite(*united)
        backend.graph.add_entity(_ODD, "odd", EntityType.THING, here.clock())
    backend.close()
    told: list[Progress] = []
    file = io.BytesIO()
    with here.open() as library:
        nodes, edges = write_graphml(library, file, on_progress=lambda _, progress: told.append(progress))
        assert edges == library.counts().facts
    graph = ET.fromstring(file.getvalue())
    found = {node.get("id"): node for node in graph.iterfind(".//g:node", _OF)}
    ends = [(edge.get("source"), edge.get("target")) for edge in graph.iterfind(".//g:edge", _OF)]
    assert len(ends) == edges > 0
    assert all(end in found for pair in ends for end in pair)
    names = {data.text for node in found.values() for data in node.iterfind("g:data[@key='name']", _OF)}
    assert 'A<b>&"]]>😀' in names
    assert sum(name is not None and "Hayami" in name for name in names) <= 1
    assert nodes <= len(found)
    assert told[-1].done == told[-1].total
    assert all(one.done <= one.total for one in told)
