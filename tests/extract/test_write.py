from datetime import date

import pytest

from tests.extract.lines import rows, scripted, wire
from tests.fakes import FAKE_SPACE, FakeChat, SteppingClock
from tests.stages import ONTOLOGY, SAID, store_text
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Fact, Kind, Passage
from tsuzuri.extract.ground import Grounding, Refused
from tsuzuri.extract.understand import Understanding
from tsuzuri.extract.wire import WireFact
from tsuzuri.extract.write import Batch, BatchWriter, ReadPassage
from tsuzuri.text.sentences import sentences

TEXT = "Mariko Hoshi works at Lumen AG since 2021. She is a designer."
WORKS = wire("Mariko Hoshi", "person", "works_at", "Lumen AG", "organization", "since 2021", confidence=0.8)
DESIGNS = wire("She", "person", "works_as", "designer", "value", sentence=1)


def passage(backend: Backend, text: str, uri: str = "/notes/a.md") -> Passage:
    (found,) = backend.catalog.passages(store_text(backend, uri, [text]))
    return found


def read(passage: Passage, *lines: WireFact) -> ReadPassage:
    grounding = Grounding(passage.text, sentences(passage.text), ONTOLOGY, date(2024, 3, 11))
    return ReadPassage(passage, *grounding.ground(lines))


def write(backend: Backend, *found: ReadPassage) -> None:
    BatchWriter(backend, SteppingClock(), by="fake-model 0 facts-1").write(Batch(found, ()))


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


def test_facts_and_entities_are_in_full_text(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS, DESIGNS))
    (fact, _) = all_facts(backend)
    hoshi = LexicalQuery((Term(("hoshi",)),))
    assert [row.id for row in backend.lexical.match(Kind.ENTITY, hoshi, 5)] == [fact.subject_id]
    assert fact.id in {row.id for row in backend.lexical.match(Kind.FACT, hoshi, 5)}


def test_their_vectors_are_left_for_later(backend: Backend) -> None:
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
    writer = BatchWriter(backend, SteppingClock(), by="fake")
    writer.write(Batch((read(one),), ((other, "too long"),)))
    counts = backend.catalog.counts()
    assert (counts.pending, counts.set_aside) == (0, 1)


def test_an_empty_batch_changes_nothing(backend: Backend) -> None:
    passage(backend, TEXT)
    before = rows(backend)
    write(backend)
    assert rows(backend) == before


def test_a_failure_leaves_nothing(backend: Backend) -> None:
    def fail() -> None:
        raise OSError("the disk went away")

    found = read(passage(backend, TEXT), WORKS, DESIGNS)
    before = rows(backend)
    writer = BatchWriter(backend, SteppingClock(), by="fake")
    with pytest.raises(OSError, match="went away"):
        writer.write(Batch((found,), ()), beside=fail)
    assert rows(backend) == before
    writer.write(Batch((found,), ()))
    assert backend.catalog.counts().facts == 2


def test_a_passage_that_was_forgotten_meanwhile_is_passed_over(backend: Backend) -> None:
    gone, kept = passage(backend, TEXT), passage(backend, TEXT, "/notes/b.md")
    refused = (Refused("1 | a line", "a generic word names nothing"),)
    found = [ReadPassage(one, read(one, WORKS).facts, refused) for one in (gone, kept)]
    other = passage(backend, "Too long.", "/notes/c.md")
    with backend.transaction():
        for uri in ("/notes/a.md", "/notes/c.md"):
            source = backend.catalog.source_by_uri(uri)
            assert source is not None
            backend.catalog.forget(source.id)
    writer = BatchWriter(backend, SteppingClock(), by="fake")
    writer.write(Batch(tuple(found), ((other, "too long"),)))
    assert [fact.evidence for fact in all_facts(backend)] == [1]
    assert [one.passage_id for one in backend.graph.quarantined()] == [kept.id]
    assert backend.catalog.counts().pending == 0
    assert backend.check() == ()


def test_a_fact_told_again_is_indexed_as_it_was_told_first(backend: Backend) -> None:
    write(backend, read(passage(backend, TEXT), WORKS))
    again = "For years now Mariko Hoshi works at Lumen AG since 2021."
    write(backend, read(passage(backend, again, "/notes/b.md"), WORKS))
    (fact,) = all_facts(backend)
    assert fact.evidence == 2
    assert backend.lexical.match(Kind.FACT, LexicalQuery((Term(("years",)),)), 5) == ()


def test_what_is_forgotten_while_the_model_reads_it_leaves_nothing(backend: Backend) -> None:
    one = passage(backend, TEXT)
    kept = passage(backend, "Ken Ito works at Lumen AG.", "/notes/b.md")

    line = "{} | person | works_at | Lumen AG | organization | -"
    told = scripted(("Mariko Hoshi", line.format("Mariko Hoshi")), ("Ken Ito", line.format("Ken Ito")))

    def answer(sentences: tuple[str, ...]) -> str:
        if (source := backend.catalog.source_by_uri("/notes/a.md")) is not None:
            with backend.transaction():
                backend.catalog.forget(source.id)
        return told(sentences)

    Understanding(backend, FakeChat(answer), ONTOLOGY, SteppingClock()).run()
    assert backend.catalog.passages([one.id, kept.id]) == (kept,)
    assert [fact.subject_name for fact in all_facts(backend)] == ["Ken Ito"]
    assert (backend.catalog.counts().pending, backend.check()) == (0, ())


def test_a_name_in_brackets_is_the_one_before_them_in_another_form(backend: Backend) -> None:
    text = "Mara Holt founded Home of Winds (風の家). 風の家 owns Otaru Hall."
    founded = wire("Mara Holt", "person", "founded", "Home of Winds", "organization")
    owns = wire("風の家", "organization", "owns", "Otaru Hall", "place", sentence=1)
    write(backend, read(passage(backend, text), founded, owns))
    first, second = all_facts(backend)
    assert first.object_id == second.subject_id
