"""A small library that was indexed, understood and embedded, to be searched."""

from tests.extract.lines import wire
from tests.fakes import FakeEmbedder, SteppingClock
from tests.stages import ONTOLOGY, SAID, store_text
from tsuzuri.core.document import Span
from tsuzuri.core.ports import Backend
from tsuzuri.extract.ground import Grounding
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.ingest.embedding import Embedding

MILL = "Mariko Hoshi bought the old mill by the harbour."
CAT = "星 真理子は東京で猫を飼い、ＡＰＩの会議に出た。"
HARBOUR = "The harbour was quiet, and nothing else is told of it."

_FACTS = {
    MILL: wire("Mariko Hoshi", "person", "owns", "old mill", "thing"),
    CAT: wire("星 真理子", "person", "lives_in", "東京", "place"),
}


def fill(backend: Backend, *, understood: bool = True) -> None:
    """Three passages in two files, and, if understood, what two of them state."""
    store_text(backend, "/notes/mill.md", [MILL, HARBOUR], title="Mill")
    store_text(backend, "/notes/猫.md", [CAT], title="猫")
    if not understood:
        return
    read = []
    for passage in backend.catalog.pending(9):
        grounding = Grounding(passage.text, [Span(0, len(passage.text))], ONTOLOGY, SAID.at.date())
        lines = [_FACTS[passage.text]] if passage.text in _FACTS else []
        read.append(ReadPassage(passage, *grounding.ground(lines)))
    BatchWriter(backend, SteppingClock(), by="fake").write(Batch(tuple(read), ()))
    Embedding(backend, FakeEmbedder()).run()
