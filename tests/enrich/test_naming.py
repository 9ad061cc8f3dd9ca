"""What a category is called by its children alone."""

import pytest

from tests.enrich.samples import nodes
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.grouping import Node
from tsuzuri.enrich.naming import Language, Names, candidates, extractive_name, is_reserved, language_of, summary, tags


class TestTheLanguage:
    def test_is_that_of_most_names(self) -> None:
        assert language_of(["緑茶", "ほうじ茶", "Tea"]) is Language.JAPANESE
        assert language_of(["緑茶", "Tea"]) is Language.ENGLISH
        assert language_of([]) is Language.ENGLISH


class TestAnExtractiveName:
    def test_is_what_most_facts_lead_to(self) -> None:
        people = [Node(at, f"P{at}", EntityType.PERSON, ties=("Lumen AG", f"Town {at}")) for at in range(3)]
        assert extractive_name(people, Language.ENGLISH) == "Lumen AG"

    def test_is_else_the_child_that_most_is_said_of(self) -> None:
        assert extractive_name(nodes("Matcha", "Sencha"), Language.ENGLISH) == "Matcha"
        assert extractive_name(nodes("Salt and pepper", "Sencha"), Language.ENGLISH) == "Sencha"

    def test_is_their_type_where_no_name_will_do(self) -> None:
        assert extractive_name(nodes("Salt and pepper"), Language.ENGLISH) == "Concepts"
        assert extractive_name(nodes("Ken Ito", type=EntityType.PERSON), Language.JAPANESE, by_type=True) == "人物"


class TestCandidates:
    def test_are_what_most_facts_lead_to_how_most_names_end_and_the_type_last(self) -> None:
        made = [Node(at, f"{word} sensor", EntityType.THING, ties=("Lumen AG",)) for at, word in enumerate("ABC")]
        assert candidates(made, Language.ENGLISH, of_type=True) == ("Lumen AG", "sensor", "Things")

    def test_are_nothing_that_only_few_have_in_common(self) -> None:
        made = [Node(at, name, EntityType.PLACE, ties=("Lumen AG",)[at:]) for at, name in enumerate(("Bath", "Nagano"))]
        assert candidates(made, Language.JAPANESE, of_type=True) == ("場所",)

    def test_are_none_where_nothing_is_in_common_and_the_type_says_too_little(self) -> None:
        assert candidates(nodes("Bath", "Nagano"), Language.ENGLISH, of_type=False) == ()

    def test_are_each_there_once(self) -> None:
        made = [
            Node(at, name, EntityType.THING, ties=("Mossback",)) for at, name in enumerate(("MOSSBACK", "Old Mossback"))
        ]
        assert candidates(made, Language.ENGLISH, of_type=True) == ("Mossback", "Things")


@pytest.mark.parametrize(
    ("name", "reserved"), [("Thing", True), ("人物", True), ("PEOPLE", True), ("speaker", True), ("Tea", False)]
)
def test_names_given_by_rule_are_known(name: str, reserved: bool) -> None:
    assert is_reserved(name) is reserved


class TestWhatIsSaidOfIt:
    def test_names_those_of_which_most_is_said(self) -> None:
        few, many = nodes("Matcha", "Sencha"), nodes(*"ABCDEFG")
        assert summary(few, Language.ENGLISH) == "Matcha, Sencha"
        assert summary(many, Language.ENGLISH) == "A, B, C, D, E and 2 more"
        assert summary(many, Language.JAPANESE) == "A、B、C、D、E ほか2件"

    def test_has_five_tags_at_most(self) -> None:
        children = [Node(at, "x", EntityType.THING, ("thing", *(f"tag {n}" for n in range(at)))) for at in range(9)]
        assert tags(children) == ("thing", "tag 0", "tag 1", "tag 2", "tag 3")


def test_a_name_that_is_there_already_is_spelt_as_it_was() -> None:
    names = Names(["Green tea"])
    assert names.settle("GREEN TEA") == "Green tea"
    assert names.settle("Coffee") == "Coffee"
    assert names.all() == ("Green tea", "Coffee")
