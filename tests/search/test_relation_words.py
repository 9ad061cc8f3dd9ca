"""The words for relations."""

import pytest

from tsuzuri.core.document import Span
from tsuzuri.core.ontology import Ontology
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.paths import shipped
from tsuzuri.search.relation_cues import CUES
from tsuzuri.search.relation_words import relations_in


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    return load_ontology(shipped("assets/ontology.toml"))


def test_every_cue_is_of_shipped_relations(ontology: Ontology) -> None:
    assert {name for cue in CUES for name in cue.relations} <= {relation.name for relation in ontology.relations}


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Where does she work at?", "works_at"),
        ("who joined in spring", "joined"),
        ("Why did he quit?", "left"),
        ("What is her job?", "works_as"),
        ("Where do they live?", "lives_in"),
        ("Who is his boss?", "reports_to"),
        ("What is the phone number?", "contact"),
        ("Who founded it?", "founded"),
        ("Who are the customers?", "supplies"),
        ("Who was its predecessor?", "succeeded"),
        ("What does it cost?", "price"),
        ("What is she allergic to?", "allergic_to"),
        ("どこに住んでいますか", "lives_in"),
        ("いつ入社しましたか", "joined"),
        ("退職したのは誰", "left"),
        ("上司は誰", "reports_to"),
        ("本社はどこ", "headquartered_in"),
        ("子会社の一覧", "subsidiary_of"),
        ("値段はいくら", "price"),
        ("誕生日はいつ", "born_on"),
        ("誰が出席しましたか", "attended"),
    ],
)
def test_a_question_speaks_of_a_relation(ontology: Ontology, question: str, relation: str) -> None:
    assert relation in {name for spoken in relations_in(question, ontology) for name in spoken.relations}


def test_a_relation_is_known_by_its_own_names_too(ontology: Ontology) -> None:
    (spoken,) = relations_in("who is supervised by whom", ontology)
    assert spoken.relations == ("reports_to",)


def test_words_in_a_name_are_none(ontology: Ontology) -> None:
    assert relations_in("The Home Office", ontology, [Span(4, 15)]) == ()


@pytest.mark.parametrize("question", ["", "what is new?", "今日は", "\ud800", "(" * 500])
def test_others_speak_of_none(ontology: Ontology, question: str) -> None:
    assert relations_in(question, ontology) == ()
