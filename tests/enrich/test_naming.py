"""What a category is called by its children alone."""

from tests.enrich.samples import nodes
from tsuzuri.core.values import EntityType
from tsuzuri.enrich.grouping import Node
from tsuzuri.enrich.naming import Language, Names, extractive_name, language_of, summary, tags


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
