"""What counts as one gold fact of KnowledgeNet, and when a prediction is right."""

import tomllib
from pathlib import Path

import pytest

from tests.eval.extraction import End, StoredFact
from tests.eval.figures import Counts
from tests.eval.knowledgenet import TABLE, Gold, Mentioned, Prediction, groups, parse, predictions, score
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId

ONTOLOGY = Path(__file__).parents[2] / "assets" / "ontology.toml"
RELATIONS = (
    "CEO CHILD_OF DATE_FOUNDED DATE_OF_BIRTH DATE_OF_DEATH EDUCATED_AT EMPLOYEE_OR_MEMBER_OF FOUNDED_BY HEADQUARTERS "
    "NATIONALITY PLACE_OF_BIRTH PLACE_OF_RESIDENCE POLITICAL_AFFILIATION SPOUSE SUBSIDIARY_OF"
).split()
TEXT = "Mira Holt runs Bellform. Holt was born in Oster, and she lives in Vall with Jon."


def at(words: str, text: str = TEXT) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def fact(relation: str, subject: str, object_: str, subject_id: str = "", object_id: str = "") -> Mentioned:
    return Mentioned(relation, at(subject), at(object_), subject_id, object_id)


def gold(*facts: Mentioned, annotated: str = "CEO PLACE_OF_BIRTH PLACE_OF_RESIDENCE SPOUSE") -> Gold:
    return Gold("1", TEXT, frozenset(annotated.split()), facts)


def said(relation: str, subject: str, object_: str) -> tuple[Prediction, ...]:
    ends = (
        End(EntityId(number), words, kind, (at(words),))
        for number, words, kind in ((1, subject, "person"), (2, object_, "organization"))
    )
    return predictions([StoredFact(next(ends), relation, next(ends), at(TEXT), 0.9)])


def test_the_table_knows_our_relations_and_only_theirs() -> None:
    ours = {each["name"] for each in tomllib.loads(ONTOLOGY.read_text(encoding="utf-8"))["relations"]}
    assert {name for meant in TABLE.values() for name, _ in meant} == set(RELATIONS)
    assert len(ours & TABLE.keys()) >= 15


def test_a_line_of_the_file_is_a_passage() -> None:
    row = {
        "doc": "7",
        "start": 3,
        "text": "Ann: 1961",
        "annotated": ["DATE_OF_BIRTH"],
        "facts": [["DATE_OF_BIRTH", [0, 3], [5, 9], "Q1", None]],
    }
    assert parse(row) == Gold(
        "7-3",
        "Ann: 1961",
        frozenset({"DATE_OF_BIRTH"}),
        (Mentioned("DATE_OF_BIRTH", Span(0, 3), Span(5, 9), "Q1"),),
    )


def test_mentions_with_one_id_are_one_fact() -> None:
    short = Mentioned("PLACE_OF_BIRTH", Span(at("Holt was").start, at(" was").start), at("Oster"), "Q1")
    marked = gold(fact("PLACE_OF_BIRTH", "Mira Holt", "Oster", "Q1"), short)
    (group,) = groups(marked)
    assert group.named
    assert score(marked, said("born_in", "Mira Holt", "Oster")).groups == Counts(1, 1, 1, 1)


def test_a_pronoun_with_an_id_belongs_to_the_name_with_that_id_though_it_stands_in_another_fact() -> None:
    marked = gold(fact("CEO", "Bellform", "Mira Holt", "", "Q1"), fact("PLACE_OF_RESIDENCE", "she", "Vall", "Q1"))
    result = score(marked, said("lives_in", "Mira Holt", "Vall"))
    assert (result.groups, result.mentions) == (Counts(1, 1, 2, 1), Counts(1, 0, 2, 0))
    assert result.named.gold == 2


def test_a_pronoun_without_an_id_stands_for_the_one_name_with_the_same_relation_to_the_same_end() -> None:
    marked = gold(fact("PLACE_OF_RESIDENCE", "she", "Vall"), fact("PLACE_OF_RESIDENCE", "Mira Holt", "Vall"))
    assert len(groups(marked)) == 1


def test_a_pronoun_that_may_stand_for_two_names_is_left_by_itself() -> None:
    marked = gold(
        fact("PLACE_OF_RESIDENCE", "she", "Vall"),
        fact("PLACE_OF_RESIDENCE", "Mira Holt", "Vall"),
        fact("PLACE_OF_RESIDENCE", "Jon", "Vall"),
    )
    assert [group.named for group in groups(marked)] == [False, True, True]
    assert score(marked, ()).named == Counts(0, 0, 2, 0)


def test_two_ids_are_two_whatever_their_text() -> None:
    marked = gold(fact("SPOUSE", "Mira Holt", "Jon", "Q1", "Q2"), fact("SPOUSE", "Jon", "Mira Holt", "Q2", "Q1"))
    assert len(groups(marked)) == 2


def test_a_marriage_is_marked_both_ways_and_found_by_either() -> None:
    marked = gold(fact("SPOUSE", "Mira Holt", "Jon"), fact("SPOUSE", "Jon", "Mira Holt"))
    assert score(marked, said("married_to", "Jon", "Mira Holt")).groups == Counts(1, 1, 2, 2)


def test_the_table_exchanges_ends_where_the_set_reads_them_the_other_way_round() -> None:
    marked = gold(fact("CEO", "Bellform", "Mira Holt"))
    assert score(marked, said("ceo_of", "Mira Holt", "Bellform")).groups == Counts(1, 1, 1, 1)
    assert score(marked, said("ceo_of", "Bellform", "Mira Holt")).groups == Counts(1, 0, 1, 0)


def test_relations_that_a_passage_is_not_marked_for_do_not_count() -> None:
    marked = gold(fact("PLACE_OF_BIRTH", "Mira Holt", "Oster"), annotated="CEO")
    assert score(marked, said("born_in", "Mira Holt", "Oster")).groups == Counts()


def test_a_wider_relation_of_ours_is_right_when_one_of_theirs_holds_and_counts_once() -> None:
    marked = gold(
        fact("POLITICAL_AFFILIATION", "Mira Holt", "Bellform"), annotated="EMPLOYEE_OR_MEMBER_OF POLITICAL_AFFILIATION"
    )
    result = score(marked, said("member_of", "Mira Holt", "Bellform"))
    assert result.groups == Counts(1, 1, 1, 1)
    assert dict(result.by_relation) == {"POLITICAL_AFFILIATION": Counts(1, 1, 1, 1)}


def test_where_something_lies_is_a_headquarters_for_an_organization_only() -> None:
    place, firm = (End(EntityId(1), "Vall", kind, (at("Vall"),)) for kind in ("place", "organization"))
    target = End(EntityId(2), "Oster", "place", (at("Oster"),))
    assert not predictions([StoredFact(place, "located_in", target, at(TEXT), 1)])
    assert predictions([StoredFact(firm, "located_in", target, at(TEXT), 1)])


def test_what_is_stored_for_two_times_counts_once() -> None:
    (one,) = said("lives_in", "Mira Holt", "Vall")
    assert predictions([]) == ()
    subject, target = (End(EntityId(n), w, "person", (at(w),)) for n, w in ((1, "Mira Holt"), (2, "Vall")))
    twice = [StoredFact(subject, "lives_in", target, at(TEXT), sure) for sure in (0.5, 0.9)]
    assert predictions(twice) == (one,)


@pytest.mark.parametrize("object_", ["Oster", "Jon"])
def test_both_ends_must_overlap(object_: str) -> None:
    marked = gold(fact("PLACE_OF_RESIDENCE", "she", "Vall"))
    assert score(marked, said("lives_in", "she", object_)).groups == Counts(1, 0, 1, 0)


def test_scores_add_up_relation_by_relation() -> None:
    marked = gold(fact("PLACE_OF_RESIDENCE", "she", "Vall"))
    total = score(marked, said("lives_in", "she", "Vall")) + score(marked, ())
    assert total.metrics() == {
        "P": 1.0,
        "R": 0.5,
        "F1": pytest.approx(2 / 3),
        "mention.P": 1.0,
        "mention.R": 0.5,
        "mention.F1": pytest.approx(2 / 3),
        "named.R": 0.0,
        "pronoun_only": 1.0,
        "PLACE_OF_RESIDENCE.P": 1.0,
        "PLACE_OF_RESIDENCE.R": 0.5,
        "PLACE_OF_RESIDENCE.F1": pytest.approx(2 / 3),
    }
