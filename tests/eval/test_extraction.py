"""From texts to what is stored of each, by the product's own way."""

from pathlib import Path

import pytest

from tests.eval.documents import GoldDocument, GoldEntity
from tests.eval.extraction import Text, extract, store_texts
from tests.eval.identity import clusters
from tests.fakes import FakeChat, FakeEmbedder, SteppingClock
from tests.stages import NOW, ONTOLOGY, STORES, open_backend
from tsuzuri.core.document import Span

MIRA = "Mira Holt works at Bellform. Holt likes the work at Bellform."
JON = "Jon Reed lives in Vall."
LINES = {
    "Mira Holt works": "1 | Mira Holt | person | works_at | Bellform | organization | -\n"
    "1 | Bellform | organization | works_at | Mira Holt | person | -",
    "Jon Reed lives": "1 | Jon Reed | person | lives_in | Vall | place | -\n"
    "1 | Jon Reed | person | lives_in | Nowhere | place | -",
}


def answer(sentences: tuple[str, ...]) -> str:
    return next(lines for start, lines in LINES.items() if sentences[0].startswith(start))


@pytest.mark.parametrize("store", STORES)
def test_each_text_is_read_and_its_facts_are_found_again_with_their_places(store: str, tmp_path: Path) -> None:
    backend = open_backend(store, tmp_path)
    heard: list[tuple[int, int]] = []
    mira, jon = extract(
        backend,
        [Text("a", f"\n\n{MIRA}"), Text("b", JON)],
        FakeChat(answer),
        ONTOLOGY,
        FakeEmbedder().count_tokens,
        SteppingClock(),
        lambda done, total: heard.append((done, total)),
    )
    backend.close()
    assert heard == [(0, 2), (1, 2), (2, 2)]
    fact = mira.facts[0]
    assert (fact.subject.name, fact.relation, fact.object.name) == ("Mira Holt", "works_at", "Bellform")
    assert [span.of(mira.text.text) for span in fact.object.spans] == ["Bellform", "Bellform"]
    assert fact.statement.of(mira.text.text) == "Mira Holt works at Bellform."
    assert {entity.name for entity in mira.entities} == {"Mira Holt", "Bellform"}
    assert [fact.object.name for fact in jon.facts] == ["Vall"]
    assert [(line.split(" | ")[3], reason) for line, reason in jon.refused] == [("Nowhere", "not in the passage")]


def test_the_resolver_takes_a_family_name_for_the_full_name_of_its_document(tmp_path: Path) -> None:
    backend = open_backend("memory", tmp_path)
    holt, firm = Span(0, 9), Span(MIRA.index("Bellform"), MIRA.index("Bellform") + 8)
    short = Span(MIRA.index("Holt likes"), MIRA.index(" likes"))
    gold = GoldDocument(
        "a", MIRA, (GoldEntity("PER", (holt, short)), GoldEntity("ORG", (firm,)), GoldEntity("TIME", ())), frozenset()
    )
    contents = store_texts(backend, [Text("a", MIRA)], FakeEmbedder().count_tokens, NOW)
    assert set(clusters(backend, gold, contents["a"], NOW)) == {(holt, short), (firm,)}
