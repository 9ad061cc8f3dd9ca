from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.given.documents import SHIPPED
from tests.fakes import FakeEmbedder, InProcessReader, SteppingClock
from tests.stages import record
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType, Fact, Kind, SourceState
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.ingest.indexing import Indexed, Indexing
from tsuzuri.store.memory.backend import MemoryBackend
from tsuzuri.text.normalise import key

MARIKO = """---
title: Mariko Hoshi
type: person
company: "[[Lumen AG]]"
city: Otaru
aliases: [星 真理子]
---
She builds [[Project Halo|Halo]]. #sailing
"""


def index(backend: Backend, folder: Path, **files: str) -> tuple[Indexed, ...]:
    """Index the texts as notes with those names, in order."""
    clock = SteppingClock()
    given = GivenFacts(backend, SHIPPED, clock)
    indexing = Indexing(backend, InProcessReader(), FakeEmbedder().count_tokens, clock, given)
    done: list[Indexed] = []
    for name, text in files.items():
        path = folder / f"{name}.md"
        path.write_text(text, encoding="utf-8")
        done.append(indexing.index(record(backend, path), path))
    return tuple(done)


def entity(backend: Backend, name: str) -> Entity:
    (found,) = backend.graph.entities_by_key([key(name)])[key(name)]
    return found


def facts(backend: Backend) -> tuple[Fact, ...]:
    return backend.graph.all_facts(limit=1000).items


def assert_verbatim(backend: Backend) -> None:
    for fact in facts(backend):
        for proof in backend.graph.evidence_of([fact.id])[fact.id]:
            (passage,) = backend.catalog.passages([proof.passage_id])
            subject = backend.graph.entity(fact.subject_id)
            assert subject is not None
            assert key(proof.subject.of(passage.text)) in {key(name) for name in (subject.name, *subject.aliases)}
            if fact.object_id is None:
                assert proof.object.of(passage.text) == fact.object_name
            else:
                target = backend.graph.entity(fact.object_id)
                assert target is not None
                assert key(proof.object.of(passage.text)) in {key(name) for name in (target.name, *target.aliases)}
            for span in (proof.subject, proof.object, *([proof.time] if proof.time else [])):
                assert proof.statement.contains(span)
            assert proof.statement.end <= len(passage.text)
            assert proof.by.startswith("rule ")


def test_a_note_is_in_the_graph_before_the_model_reads_it(backend: Backend, tmp_path: Path) -> None:
    (done,) = index(backend, tmp_path, mariko=MARIKO)
    assert [fact.statement for fact in facts(backend)] == [
        "Mariko Hoshi works at Lumen",
        "Mariko Hoshi lives in Otaru",
    ]
    assert entity(backend, "星 真理子").name == "Mariko Hoshi"
    assert entity(backend, "Halo").name == "Project Halo"
    assert entity(backend, "sailing").type is EntityType.CONCEPT
    assert done.state is SourceState.SEARCHABLE
    assert_verbatim(backend)


def test_its_record_does_not_wait_for_the_model(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, mariko=MARIKO)
    assert [passage.text for passage in backend.catalog.pending(9)] == ["She builds Halo. #sailing"]


def test_a_note_that_is_nothing_but_a_record_is_understood(backend: Backend, tmp_path: Path) -> None:
    (done,) = index(backend, tmp_path, ken="---\ntitle: Ken Ito\ntype: person\n---\n")
    source = backend.catalog.source_by_uri(str(tmp_path / "ken.md"))
    assert source is not None
    assert (done.state, source.state) == (SourceState.UNDERSTOOD, SourceState.UNDERSTOOD)


def test_names_and_facts_are_in_full_text(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, mariko=MARIKO)
    for kind in (Kind.ENTITY, Kind.FACT, Kind.PASSAGE):
        assert backend.lexical.match(kind, LexicalQuery((Term(("hoshi",)),)), 5)


def test_a_linked_concept_becomes_what_a_note_says_it_is(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, a="With [[Ken Ito]].")
    assert entity(backend, "Ken Ito").type is EntityType.CONCEPT
    index(backend, tmp_path, b="---\ntitle: Ken Ito\ntype: person\ncity: Otaru\n---\n")
    assert entity(backend, "Ken Ito").type is EntityType.PERSON
    assert entity(backend, "Ken Ito").mentions == 2


def test_what_a_note_gave_goes_with_it(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, mariko=MARIKO)
    index(backend, tmp_path, mariko="Nothing is known of her.")
    assert (facts(backend), backend.graph.entities().items) == ((), ())


class TestEditedNote:
    def test_keeps_what_its_record_gave_where_that_has_stayed(self, backend: Backend, tmp_path: Path) -> None:
        index(backend, tmp_path, mariko=MARIKO)
        before = facts(backend)
        (done,) = index(backend, tmp_path, mariko=MARIKO.replace("She builds", "She once built"))
        assert done.passages == 1
        assert facts(backend) == before
        assert entity(backend, "Halo").name == "Project Halo"
        assert_verbatim(backend)

    def test_keeps_what_its_text_gave_where_that_has_stayed(self, backend: Backend, tmp_path: Path) -> None:
        note = MARIKO.replace("She builds", "# Work\n\nShe builds")
        index(backend, tmp_path, mariko=note)
        halo = entity(backend, "Halo")
        index(backend, tmp_path, mariko=note.replace("Otaru", "Kobe"))
        assert entity(backend, "Halo").id == halo.id
        assert [fact.statement for fact in facts(backend)] == [
            "Mariko Hoshi works at Lumen",
            "Mariko Hoshi lives in Kobe",
        ]
        assert backend.graph.entities_by_key(["otaru"]) == {}
        assert_verbatim(backend)

    def test_says_no_longer_what_was_taken_out(self, backend: Backend, tmp_path: Path) -> None:
        index(backend, tmp_path, mariko=MARIKO)
        index(backend, tmp_path, mariko=MARIKO.replace('company: "[[Lumen AG]]"\n', ""))
        assert [fact.relation for fact in facts(backend)] == ["lives_in"]
        assert backend.graph.entities_by_key(["lumen"]) == {}
        assert backend.check() == ()


def test_two_notes_that_say_the_same_are_two_proofs(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, a=MARIKO, b=MARIKO + "\nMore.")
    assert {fact.evidence for fact in facts(backend)} == {2}


def test_two_names_that_the_library_has_for_one_entity_make_no_fact(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, a=MARIKO, b="---\ntitle: Mariko Hoshi\ntype: person\nspouse: 星 真理子\n---\n")
    assert "married_to" not in {fact.relation for fact in facts(backend)}


def test_a_document_that_gives_nothing_writes_nothing(backend: Backend, tmp_path: Path) -> None:
    index(backend, tmp_path, plain="The mill is shut.")
    counts = backend.catalog.counts()
    assert (counts.entities, counts.mentions, counts.facts) == (0, 0, 0)


@pytest.mark.parametrize("many", [60, 2000])
def test_a_long_record_loses_what_stands_far_from_its_title(backend: Backend, tmp_path: Path, many: int) -> None:
    filler = "\n".join(f"remark{number}: the tide was out again" for number in range(many))
    index(backend, tmp_path, a=f"---\ntitle: Ken Ito\ntype: person\ncity: Otaru\n{filler}\nborn: 1980-05-03\n---\n")
    assert [fact.relation for fact in facts(backend)] == ["lives_in"]
    assert_verbatim(backend)


NAMES = st.sampled_from(
    "title type company employer role city born founded aliases tags spouse e-mail 役職 勤務先 誕生日 price due".split()
)
VALUES = st.sampled_from(
    ["person", "会社", "Mariko Hoshi", "[[Lumen AG|Lumen]]", "[[Ken Ito]]", "Otaru", "1980-05-03", "星 真理子", "her"]
) | st.text(st.sampled_from("aZ 9漢か\u3099:-#[]|'\"\n\u200b,."), max_size=90)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(NAMES, VALUES | st.lists(VALUES, max_size=3)), VALUES)
def test_whatever_the_front_matter_every_fact_is_verbatim(
    tmp_path_factory: pytest.TempPathFactory, properties: dict[str, object], body: str
) -> None:
    backend = MemoryBackend()
    text = f"---\n{yaml.safe_dump(properties, allow_unicode=True, sort_keys=False)}---\n{body}"
    index(backend, tmp_path_factory.mktemp("notes"), any=text, again=text + "\n\nMore.")
    assert_verbatim(backend)
    assert backend.check() == ()
