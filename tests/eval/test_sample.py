"""What the scorer of the sample calls found, and what it calls right."""

import tomllib
from datetime import date

import pytest

from tests.eval.sample import Key, KeyEntity, KeyFact, Row, parse_key, score

ANNA = KeyEntity("Anna Pell", "person", ("Anna", "アンナさん"))
BEN = KeyEntity("Ben Ruk", "person", ("Ben",))
MILL = KeyEntity("Blue Mill", "organization", ("青い水車",))
WORKS = KeyFact("Anna Pell", ("works_at",), ("Blue Mill",), inverse=("employs",), start="2024-04", hard=True)
ROLE = KeyFact("Anna Pell", ("works_as", "role"), ("head miller", "miller"))
STUDY = KeyFact("Ben Ruk", ("responsible_for",), ("Blue Mill",), end="2024-06")
KEY = Key(
    entities=(ANNA, BEN, MILL),
    facts=(WORKS, ROLE, STUDY),
    also_right=(KeyFact("Ben Ruk", ("owns",), ("dog",)),),
)


@pytest.mark.parametrize(
    "row",
    [
        Row("Anna Pell", "works_at", "Blue Mill"),
        Row("Anna", "works_at", "the Blue Mill"),
        Row("アンナさん", "works_at", "青い水車"),
        Row("ANNA  PELL", "works_at", "blue mill"),
        Row("her", "works_at", "Blue Mill", subject_aliases=("Anna",)),
        Row("Blue Mill", "employs", "Anna"),
    ],
)
def test_a_fact_is_found_by_any_name_and_either_direction_of_the_relation(row: Row) -> None:
    result = score([row], KEY)
    assert (result.found, result.right, result.wrongs) == (1, 1, ())
    assert result.misses == (ROLE, STUDY)


@pytest.mark.parametrize(
    "row",
    [
        Row("Blue Mill", "works_at", "Anna Pell"),
        Row("Anna Pell", "employs", "Blue Mill"),
        Row("Ben Ruk", "works_at", "Blue Mill"),
        Row("Anna Pell", "owns", "Blue Mill"),
        Row("Anna Pell", "works_at", "Red Mill"),
        Row("She", "works_at", "Blue Mill"),
    ],
)
def test_a_swapped_direction_a_wrong_end_or_a_wrong_relation_is_wrong(row: Row) -> None:
    result = score([row], KEY)
    assert (result.found, result.right, result.wrongs) == (0, 0, (row,))


def test_an_end_that_merges_two_entities_matches_nothing() -> None:
    merged = Row("Anna Pell", "works_at", "Blue Mill", subject_aliases=("Ben",))
    assert score([merged], KEY).wrongs == (merged,)


def test_a_value_is_compared_with_every_accepted_form() -> None:
    assert score([Row("Anna", "role", "a miller")], KEY).found == 1
    assert score([Row("Anna", "role", "miller's wife")], KEY).found == 0


def test_a_value_of_an_entity_s_alias_is_not_enough() -> None:
    """`dog` is a word, and an entity called Blue Mill is no dog even if one of its aliases says so."""
    row = Row("Ben", "owns", "dog", object_aliases=("Blue Mill",))
    assert score([row], KEY).wrongs == (row,)


def test_what_is_true_besides_is_right_but_not_found() -> None:
    result = score([Row("Ben", "owns", "a dog")], KEY)
    assert (result.found, result.right, result.wrongs) == (0, 1, ())


def test_the_same_fact_twice_is_found_once_and_right_twice() -> None:
    row = Row("Anna", "works_at", "Blue Mill")
    result = score([row, row], KEY)
    assert (result.found, result.rows, result.right) == (1, 2, 2)


def test_times_are_counted_apart_for_the_found_facts_that_have_one() -> None:
    in_april = Row("Anna", "works_at", "Blue Mill", start=date(2024, 4, 1))
    in_may = Row("Anna", "works_at", "Blue Mill", start=date(2024, 5, 1))
    never = Row("Anna", "works_at", "Blue Mill")
    assert [(s.dated, s.dated_right) for s in (score([row], KEY) for row in (in_april, in_may, never))] == [
        (1, 1),
        (1, 0),
        (1, 0),
    ]


def test_the_end_of_a_row_is_the_day_after_the_last_one() -> None:
    until_june = Row("Ben", "responsible_for", "Blue Mill", end=date(2024, 7, 1))
    until_may = Row("Ben", "responsible_for", "Blue Mill", end=date(2024, 6, 1))
    assert (score([until_june], KEY).dated_right, score([until_may], KEY).dated_right) == (1, 0)


def test_shares_and_hard_facts() -> None:
    result = score([Row("Anna", "works_at", "Blue Mill"), Row("Ben", "works_at", "Blue Mill")], KEY)
    assert (result.hard, result.hard_found) == (1, 1)
    assert result.found_share == 1 / 3
    assert (result.right_share, result.dated_share) == (0.5, 0.0)


def test_nothing_stored_scores_nothing() -> None:
    result = score([], KEY)
    assert (result.found_share, result.right_share, result.misses) == (0.0, 0.0, KEY.facts)


def test_a_key_is_read_from_toml() -> None:
    text = """
        entities = [{ name = "Anna Pell", type = "person", aliases = ["Anna"] }]
        also_right = [{ subject = "Anna", relations = ["owns"], object = ["dog"] }]
        [[statements]]
        document = "a.md"
        sentence = "Anna came in May 2024."
        facts = [{ subject = "Anna Pell", relations = ["joined"], object = "it", start = "2024-05", hard = true }]
    """
    key = parse_key(text)
    assert key.entities == (KeyEntity("Anna Pell", "person", ("Anna",)),)
    assert key.also_right == (KeyFact("Anna", ("owns",), ("dog",)),)
    (fact,) = key.facts
    assert (fact.start, fact.hard, fact.document, fact.sentence) == ("2024-05", True, "a.md", "Anna came in May 2024.")


def test_an_unknown_field_of_a_fact_is_an_error() -> None:
    text = """
        entities = []
        statements = []
        also_right = [{ subject = "Anna", relations = ["owns"], object = "dog", colour = "red" }]
    """
    with pytest.raises(TypeError, match="colour"):
        parse_key(text)


def test_a_key_that_is_not_toml_is_an_error() -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        parse_key("entities = [")
