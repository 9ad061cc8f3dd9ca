"""Facts under an ontology: how one of theirs becomes one of ours, and when a fact is right."""

from typing import Any

import pytest

from tests.eval.extraction import End, StoredFact
from tests.eval.figures import Counts
from tests.eval.text2kgbench import Sentence, closed_ontology, parse, relation_name, score
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId
from tsuzuri.core.ontology import VALUE
from tsuzuri.core.values import EntityType

RAW: dict[str, Any] = {
    "concepts": [{"qid": "Q5", "label": "human"}, {"qid": "Q6", "label": "country "}, {"qid": "Q7", "label": "kite"}],
    "relations": [
        {"pid": "P1", "label": "designed by", "domain": "Q7", "range": "Q5"},
        {"pid": "P2", "label": "country of origin ", "domain": "Q7", "range": "Q6"},
        {"pid": "P3", "label": "flown, held or sold", "domain": "Q5", "range": ""},
        {"pid": "P4", "label": "designed by", "domain": "Q5", "range": "Q7"},
    ],
}
SENTENCE = Sentence(
    "1",
    "kites",
    "The Red Kite, designed by Ann Lee, first flew on 8 May 1923.",
    (("Red Kite", "designed_by", "Ann Lee"), ("Red Kite", "first_flight", "08 May 1923")),
)


def fact(subject: str, relation: str, object_: str, *aliases: str) -> StoredFact:
    ends = (
        End(EntityId(1), subject, "thing", (Span(0, 1),), aliases),
        End(None, object_, VALUE, (Span(0, 1),)),
    )
    return StoredFact(ends[0], relation, ends[1], Span(0, 1), 1)


def test_a_label_becomes_the_name_of_a_relation() -> None:
    assert relation_name("flown, held or sold") == "flown_held_or_sold"
    assert parse({"id": "1", "onto": "k", "sent": "…", "triples": [["a", "country of origin ", "b"]]}).triples == (
        ("a", "country_of_origin", "b"),
    )


def test_people_and_countries_are_types_of_ours_and_other_concepts_may_be_any() -> None:
    ontology = closed_ontology(RAW)
    assert [relation.name for relation in ontology.relations] == [
        "designed_by",
        "country_of_origin",
        "flown_held_or_sold",
    ]
    anything = frozenset[str](EntityType)
    assert ontology.ends_of("country_of_origin") == (anything, frozenset[str]({EntityType.PLACE}))
    assert ontology.ends_of("flown_held_or_sold") == (frozenset[str]({EntityType.PERSON}), anything | {VALUE})


def test_a_label_that_stands_twice_is_one_relation_with_the_ends_of_both() -> None:
    domain, range_ = closed_ontology(RAW).ends_of("designed_by")
    assert domain == frozenset(EntityType)
    assert range_ == {*EntityType, VALUE}


@pytest.mark.parametrize(
    "right",
    [
        fact("Red Kite", "designed_by", "Ann Lee"),
        fact("the red kite", "designed_by", "ANN LEE"),
        fact("Kite", "designed_by", "Ann Lee", "Red Kite"),
        fact("Red Kite", "first_flight", "May 8, 1923"),
    ],
)
def test_a_fact_is_right_by_any_name_and_a_date_in_any_form(right: StoredFact) -> None:
    assert score(SENTENCE, [right]).exact == Counts(1, 1, 2, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        fact("Ann Lee", "designed_by", "Red Kite"),
        fact("Red Kite", "flown_by", "Ann Lee"),
        fact("Red Kite", "first_flight", "9 May 1923"),
    ],
)
def test_another_direction_relation_or_day_is_wrong(wrong: StoredFact) -> None:
    assert score(SENTENCE, [wrong]).exact == Counts(1, 0, 2, 0)


def test_a_name_within_the_other_is_counted_apart() -> None:
    result = score(SENTENCE, [fact("Kite", "designed_by", "Ann Lee")])
    assert (result.exact, result.within) == (Counts(1, 0, 2, 0), Counts(1, 1, 2, 1))


def test_the_same_fact_for_two_times_counts_once() -> None:
    assert score(SENTENCE, [fact("Red Kite", "designed_by", "Ann Lee")] * 2).exact == Counts(1, 1, 2, 1)
