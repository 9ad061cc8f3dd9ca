"""The naive way's answers are read with every benefit of the doubt, and its faults are counted."""

import json

import pytest

from tests.bench.naive import NOWHERE, SCHEMA, NaiveAnswer, Triple, meaning, messages, places, read, triples
from tests.eval.extraction import Text
from tsuzuri.core.document import Span
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped

ONTOLOGY = load_ontology(shipped("assets/ontology.toml"))
TEXT = "Rina Hayami founded Alder Foundry in 2011. Rina Hayami lives in Kobe."


def answer(*relations: tuple[str, str, str]) -> str:
    entities = [{"name": "Rina Hayami", "type": "person"}, {"name": "Alder Foundry", "type": "organization"}]
    facts = [{"subject": one, "predicate": is_, "object": other, "fact": ""} for one, is_, other in relations]
    return json.dumps({"entities": entities, "relations": facts})


def triple(predicate: str, object_: str, subject_type: str = "person", object_type: str = "") -> Triple:
    return Triple("Rina Hayami", subject_type, predicate, object_, object_type)


class TestPrompt:
    def test_ends_with_the_passage_after_an_example_in_each_language(self) -> None:
        roles = [message["role"] for message in messages(ONTOLOGY, TEXT)]
        assert roles == ["system", "user", "assistant", "user", "assistant", "user"]
        assert messages(ONTOLOGY, TEXT)[-1]["content"] == TEXT

    def test_its_examples_keep_to_the_schema_and_to_their_passages(self) -> None:
        shown = messages(ONTOLOGY, TEXT)
        for question, example in zip(shown[1:-1:2], shown[2:-1:2], strict=True):
            given = json.loads(example["content"])
            assert list(given) == SCHEMA["required"]
            for relation in given["relations"]:
                assert places(relation["subject"], question["content"])
                assert places(relation["object"], question["content"])

    def test_names_every_relation(self) -> None:
        system = messages(ONTOLOGY, TEXT)[0]["content"]
        assert all(f"\n{relation.name} (" in system for relation in ONTOLOGY.relations)


class TestAnswer:
    def test_gives_its_relations_with_the_types_of_its_entities(self) -> None:
        assert triples(NaiveAnswer(answer(("Rina Hayami", "founded", "Alder Foundry")), cut=False)) == (
            Triple("Rina Hayami", "person", "founded", "Alder Foundry", "organization"),
        )

    def test_that_was_cut_counts_as_far_as_it_is_whole(self) -> None:
        whole = answer(("Rina Hayami", "founded", "Alder Foundry"), ("Rina Hayami", "lives_in", "Kobe"))
        cut = NaiveAnswer(whole[: whole.index("lives_in")], cut=True)
        found = triples(cut)
        assert found is not None
        assert [one.predicate for one in found] == ["founded"]

    @pytest.mark.parametrize("text", ["", "Sure! Here are the facts", "[1]", '{"entities": ['])
    def test_that_is_no_json_is_none(self, text: str) -> None:
        assert triples(NaiveAnswer(text, cut=text.startswith("{"))) is None


class TestMeaning:
    @pytest.mark.parametrize(
        ("found", "meant"),
        [
            (triple("lives_in", "Kobe", object_type="place"), ("lives_in", False)),
            (triple("Was born in", "Kobe", object_type="place"), ("born_in", False)),
            (triple("born", "3 June 1980"), ("born_on", False)),
            (triple("date_of_birth", "3 June 1980"), ("born_on", False)),
            (triple("founded_by", "Eva Roth", "organization", "person"), ("founded", True)),
            (triple("founded_in", "2011", "organization"), ("founded_on", False)),
            (triple("ceo_of", "Alder Foundry", object_type="organization"), ("ceo_of", False)),
            (triple("ceo", "Eva Roth", "organization", "person"), ("ceo_of", True)),
            (triple("child", "Emi Ito", object_type="person"), ("child_of", True)),
            (triple("lives_in", "Kobe", "thing", "person"), ("lives_in", False)),
            (triple("founded_by", "Eva Roth", "place", "place"), ("founded", True)),
            (triple("likes", "tea"), ("likes", False)),
        ],
    )
    def test_is_the_products_relation_and_its_direction(self, found: Triple, meant: tuple[str, bool]) -> None:
        assert meaning(found, ONTOLOGY) == meant


class TestReading:
    def test_ends_stand_wherever_their_words_do(self) -> None:
        reading = read(Text("1", TEXT), [triple("lives_in", "kobe", object_type="place")], ONTOLOGY)
        (fact,) = reading.facts
        assert [span.of(TEXT) for span in fact.subject.spans] == ["Rina Hayami", "Rina Hayami"]
        assert [span.of(TEXT) for span in fact.object.spans] == ["Kobe"]

    def test_what_is_read_from_the_object_changes_its_ends(self) -> None:
        found = Triple("Alder Foundry", "organization", "founded_by", "Rina Hayami", "person")
        (fact,) = read(Text("1", TEXT), [found], ONTOLOGY).facts
        assert (fact.subject.name, fact.relation, fact.object.name) == ("Rina Hayami", "founded", "Alder Foundry")

    def test_invented_words_stand_nowhere(self) -> None:
        (fact,) = read(Text("1", TEXT), [triple("lives_in", "Osaka", object_type="place")], ONTOLOGY).facts
        assert fact.object.spans == (NOWHERE,)
        assert not NOWHERE.overlaps(Span(0, len(TEXT)))

    def test_the_same_twice_counts_once(self) -> None:
        twice = [triple("lives_in", "Kobe", object_type="place")] * 2
        assert len(read(Text("1", TEXT), twice, ONTOLOGY).facts) == 1
