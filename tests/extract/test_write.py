from datetime import date

import pytest

from tests.extract.lines import rows, wire
from tests.fakes import FAKE_SPACE, FakeEmbedder, MissingEmbedder, SteppingClock
from tests.stages import ONTOLOGY, SAID, store_text
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend, Embedder
from tsuzuri.core.values import EmbeddingSpace, Fact, Kind, Passage
from tsuzuri.extract.ground import Grounding, Refused
from tsuzuri.extract.wire import WireFact
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.text.sentences import sentences

TEXT = "Mariko Hoshi works at Lumen AG since 2021. She is a designer."
WORKS = wire("Mariko Hoshi", "person", "works_at", "Lumen AG", "organization", "since 2021", confidence=0.8)
DESIGNS = wire("She", "person", "works_as", "designer", "value", sentence=1)


class SpacelessEmbedder(FakeEmbedder):
    """Embeds, but fails when its space is asked for: in the middle of the transaction."""

    @property
    def space(self) -> EmbeddingSpace:
        raise OSError("the disk went away")


def passage(backend: Backend, text: str, uri: str = "/notes/a.md") -> Passage:
    (found,) = backend.catalog.passages(store_text(backend, uri, [text]))
    return found


def read(passage: Passage, *lines: WireFact) -> ReadPassage:
    grounding = Grounding(passage.text, sentences(passage.text), ONTOLOGY, date(2024, 3, 11))
    return ReadPassage(passage, *grounding.ground(lines))


def write(backend: Backend, *found: ReadPassage, embedder: Embedder | None = None) -> None:
    BatchWriter(backend, embedder, SteppingClock(), by="fake-model 0 facts-1").write(Batch(found, ()))


def all_facts(backend: Backend) -> tuple[Fact, ...]:
    return backend.graph.all_facts().items


def test_a_fact_is_written_with_its_clocks_and_confidence(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS))
    (fact,) = all_facts(backend)
    assert (fact.subject_name, fact.relation, fact.object_name) == ("Mariko Hoshi", "works_at", "Lumen")
    assert (fact.valid.start, fact.valid.end, fact.said, fact.confidence) == (date(2021, 1, 1), None, SAID, 0.8)
    assert fact.learnt_at == SteppingClock()()


def test_its_evidence_says_where_and_by_whom(backend: Backend) -> None:
    written = passage(backend, TEXT)
    write(backend, read(written, WORKS))
    (fact,) = all_facts(backend)
    (proof,) = backend.graph.evidence_of([fact.id])[fact.id]
    assert (proof.passage_id, proof.by) == (written.id, "fake-model 0 facts-1")
    assert proof.statement.of(TEXT) == "Mariko Hoshi works at Lumen AG since 2021."
    assert (proof.subject.of(TEXT), proof.object.of(TEXT)) == ("Mariko Hoshi", "Lumen AG")
    assert proof.time is not None
    assert proof.time.of(TEXT) == "since 2021"


def test_a_value_is_no_entity(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS, DESIGNS))
    (fact,) = (fact for fact in all_facts(backend) if fact.relation == "works_as")
    assert (fact.object_id, fact.object_name) == (None, "designer")
    assert backend.catalog.counts().entities == 2


def test_every_place_of_a_name_is_a_mention(backend: Backend) -> None:
    text = "Ken Ito lives in Otaru. In Otaru, Ken Ito sails."
    write(backend, read(passage(backend, text), wire("Ken Ito", "person", "lives_in", "Otaru", "place")))
    assert backend.catalog.counts().mentions == 4


def test_facts_and_entities_get_full_text_and_vectors(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS, DESIGNS), embedder=FakeEmbedder())
    (fact, _) = all_facts(backend)
    hoshi = LexicalQuery((Term(("hoshi",)),))
    assert [row.id for row in backend.lexical.match(Kind.ENTITY, hoshi, 5)] == [fact.subject_id]
    assert fact.id in {row.id for row in backend.lexical.match(Kind.FACT, hoshi, 5)}
    space = backend.vectors.find_space(FAKE_SPACE)
    assert space is not None
    assert [backend.vectors.missing(space, kind, 10) for kind in Kind] == [(), (), ()]
    query = FakeEmbedder().query("Mariko Hoshi works at Lumen AG. " + TEXT[:42])
    assert backend.vectors.nearest(space, Kind.FACT, query, 1)[0].id == fact.id


def test_without_an_embedder_the_vectors_are_left_for_later(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS))
    space = backend.vectors.find_space(FAKE_SPACE)
    assert space is not None
    assert len(backend.vectors.missing(space, Kind.FACT, 10)) == 1
    assert len(backend.vectors.missing(space, Kind.ENTITY, 10)) == 2


def test_a_fact_told_in_two_passages_is_one_with_two_proofs(backend: Backend) -> None:
    one, other = passage(backend, TEXT), passage(backend, TEXT, "/notes/b.md")
    write(backend, read(one, WORKS))
    write(backend, read(other, WORKS))
    (fact,) = all_facts(backend)
    assert fact.evidence == 2


def test_two_names_of_one_entity_make_no_fact(backend: Backend) -> None:
    text = "Mariko Hoshi, also Hoshi, came."
    written = passage(backend, text)
    write(backend, read(written, wire("Mariko Hoshi", "person", "known_as", "Hoshi", "person")))
    counts = backend.catalog.counts()
    assert (counts.facts, counts.entities, counts.pending) == (0, 1, 0)
    assert [one.reason for one in backend.graph.quarantined()] == ["both ends are one entity"]


def test_what_fell_is_kept_with_its_reason(backend: Backend) -> None:
    written = passage(backend, TEXT)
    write(backend, ReadPassage(written, (), (Refused("1 | a line", "a generic word names nothing"),)))
    (kept,) = backend.graph.quarantined()
    assert (kept.passage_id, kept.line, kept.reason) == (written.id, "1 | a line", "a generic word names nothing")
    assert kept.by == "fake-model 0 facts-1"


def test_a_passage_is_read_or_set_aside(backend: Backend) -> None:
    one, other = passage(backend, TEXT), passage(backend, "Too long.", "/notes/b.md")
    writer = BatchWriter(backend, None, SteppingClock(), by="fake")
    writer.write(Batch((read(one),), ((other, "too long"),)))
    counts = backend.catalog.counts()
    assert (counts.pending, counts.set_aside) == (0, 1)


def test_an_empty_batch_changes_nothing(backend: Backend) -> None:
    passage(backend, TEXT)
    before = rows(backend)
    write(backend, embedder=FakeEmbedder())
    assert rows(backend) == before


@pytest.mark.parametrize(
    ("embedder", "failure"), [(MissingEmbedder(), ModelUnavailable), (SpacelessEmbedder(), OSError)]
)
def test_a_failure_leaves_nothing(backend: Backend, embedder: Embedder, failure: type[Exception]) -> None:
    found = read(passage(backend, TEXT), WORKS, DESIGNS)
    before = rows(backend)
    with pytest.raises(failure):
        write(backend, found, embedder=embedder)
    assert rows(backend) == before
    write(backend, found, embedder=FakeEmbedder())
    assert backend.catalog.counts().facts == 2
