"""Which names of one document are one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.identity.within import could_stand_for, one_each
from tsuzuri.text.normalise import key

PERSON, ORGANIZATION, PLACE, THING = (
    EntityType.PERSON,
    EntityType.ORGANIZATION,
    EntityType.PLACE,
    EntityType.THING,
)


def stands_for(*names: tuple[str, EntityType], explained: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    return {alias: full.text for alias, full in one_each(names, explained).items()}


@pytest.mark.parametrize(
    ("alias", "full", "type"),
    [
        ("Hoshi", "Mariko Hoshi", PERSON),
        ("Ms Hoshi", "Mariko Hoshi", PERSON),
        ("JRH", "John Robert Hale", PERSON),
        ("佐藤さん", "佐藤美咲", PERSON),
        ("さとうみさき", "佐藤美咲", PERSON),
        ("Tanaka Tarō", "田中太郎", PERSON),
        ("VHO", "Vall Harbour Office", ORGANIZATION),
        ("東大", "東京大学", ORGANIZATION),
        ("Oster FC", "Oster", ORGANIZATION),
        ("オスター・スター", "オスタースタ", ORGANIZATION),
        ("米", "アメリカ合衆国", PLACE),
        ("US", "United States", PLACE),
        ("Qur'an", "Qurʾān", THING),
        ("EM: HE", "Ever More: Home Edition", THING),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_name_stands_for_the_fullest_one(alias: str, full: str, type: EntityType, turned: bool) -> None:
    names = [(alias, type), (full, type)]
    found = stands_for(*(names[::-1] if turned else names))
    plain = bare(alias, type)
    assert found in ({key(plain): full}, {key(full): plain})


@pytest.mark.parametrize(
    "names",
    [
        [("AI株式会社", ORGANIZATION), ("AI研究所", ORGANIZATION)],
        [("Model 3", THING), ("Model 4", THING)],
        [("第1回大会", THING), ("第2回大会", THING)],
        [("東京都", PLACE), ("東京大学", ORGANIZATION)],
        [("French", PLACE), ("France", PLACE)],
        [("2019", THING), ("2020", THING)],
        [("Hoshi Foods", ORGANIZATION), ("Hoshi", PERSON)],
        [("Mariko Hoshi", PERSON), ("Ken Hoshi", PERSON), ("Hoshi", PERSON)],
        [("佐藤美咲", PERSON), ("佐藤健", PERSON), ("佐藤", PERSON)],
        [("Vall Harbour Office", ORGANIZATION), ("Vall Home Order", ORGANIZATION), ("VHO", ORGANIZATION)],
        [("田中", PERSON), ("Taneka", PERSON)],
    ],
)
def test_two_names_or_one_that_two_could_have_stand_for_nobody(names: list[tuple[str, EntityType]]) -> None:
    assert stands_for(*names) == {}


def test_a_short_form_of_a_name_that_itself_is_short_stands_for_the_fullest() -> None:
    names = [("Hale", PERSON), ("John Hale", PERSON), ("John Robert Hale", PERSON)]
    assert stands_for(*names) == dict.fromkeys(["hale", "john hale"], "John Robert Hale")


def test_what_brackets_explain_stands_for_what_is_before_them() -> None:
    names = [("Home of Winds", THING), ("風の家", THING)]
    assert stands_for(*names) == {}
    assert stands_for(*names, explained=(("home of winds", "風の家"),)) == {"home of winds": "風の家"}
    assert stands_for(*names, explained=(("unknown", "風の家"),)) == {}


def test_a_name_has_the_type_that_most_mentions_give_it() -> None:
    doubted = [("Mariko Hoshi", PERSON), ("Hoshi", PLACE), ("Hoshi", PERSON)]
    assert stands_for(*doubted) == {}
    assert stands_for(*doubted, ("Hoshi", PERSON)) == {"hoshi": "Mariko Hoshi"}


@pytest.mark.parametrize(
    ("alias", "full", "type", "whether"),
    [
        ("Hoshi", "Mariko Hoshi", PERSON, True),
        ("さとう", "佐藤", PERSON, True),
        ("VHO", "Vall Harbour Office", ORGANIZATION, True),
        ("Lumen AG", "Lumen", ORGANIZATION, False),
        ("Lumen", "Lumen AG", ORGANIZATION, False),
        ("Kite", "Harbour Office", ORGANIZATION, False),
    ],
)
def test_such_a_name_may_be_anothers_elsewhere(alias: str, full: str, type: EntityType, whether: bool) -> None:
    assert could_stand_for(alias, full, type) is whether


NAMES = st.lists(
    st.tuples(
        st.sampled_from("Mara Hale|Hale|M. Hale|John Hale|佐藤美咲|佐藤|さとう|MH|米|US|Hale City".split("|")),
        st.sampled_from([PERSON, PLACE, ORGANIZATION]),
    ),
    max_size=8,
)


@settings(deadline=None, max_examples=100)
@given(NAMES)
def test_nobody_stands_for_one_that_stands_for_another(names: list[tuple[str, EntityType]]) -> None:
    found = one_each(names)
    keys = {key(bare(*name)) for name in names}
    assert found.keys() <= keys
    assert {full.key for full in found.values()} <= keys - found.keys()
