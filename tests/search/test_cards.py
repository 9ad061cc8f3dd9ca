"""Cards: a number, a name and a few words on a line, the question last, and an answer held to what is open."""

from datetime import UTC, datetime

from tsuzuri.core.categories import Category
from tsuzuri.core.decoding import Numbers
from tsuzuri.core.ids import CategoryId, EntityId
from tsuzuri.core.values import Entity, EntityType
from tsuzuri.search.cards import Card, Page, category_card, entity_card, prompt

CARDS = (Card(7, "Dishes", ("pasta", "soup")), Card(9, "Places"), Card(11, "Arts"))


def test_the_cards_come_first_and_the_question_last() -> None:
    asked = prompt(Page(1, CARDS, (0, 2), shared=True), "What  is\nold?", 6)
    assert [turn.text for turn in asked.prefix][1] == "1. Dishes: pasta, soup\n2. Places\n3. Arts"
    assert [turn.own for turn in asked.prefix] == [True, False]
    (question,) = asked.ask.turns
    assert question.text == "Question: What is old?\nWhich numbers help to answer it?"
    assert asked.ask.form == Numbers((1, 3), 6)


def test_of_a_page_that_is_for_one_question_only_the_rules_are_kept() -> None:
    asked = prompt(Page(1, CARDS, (0,), shared=False), "What?", 6)
    assert [turn.own for turn in asked.prefix] == [True]
    assert len(asked.ask.turns) == 2


def test_the_rules_are_in_the_language_of_the_cards() -> None:
    page = Page(1, (Card(1, "料理"), Card(2, "場所"), Card(3, "Arts")), (0, 1, 2), shared=True)
    assert "番号" in prompt(page, "What is old?", 6).prefix[0].text


def test_a_card_is_one_short_line() -> None:
    assert Card(1, "a\nb  c", ("x" * 99,)).text == f"a b c: {'x' * 80}"


def test_what_is_on_a_card() -> None:
    category = Category(CategoryId(1), 1, "Dishes", "pasta, soup", ("food", "warm", "thing"), 2, 2)
    assert category_card(category) == Card(1, "Dishes", ("food", "warm", "pasta, soup"))
    at = datetime(2025, 1, 1, tzinfo=UTC)
    entity = Entity(EntityId(2), "Mariko Hoshi", EntityType.PERSON, ("Mari", "M. Hoshi", "Hoshi"), 0, 1, at)
    assert entity_card(entity) == Card(2, "Mariko Hoshi", ("person", "Mari", "M. Hoshi"))


def test_the_tokens_are_rather_too_many() -> None:
    asked = prompt(Page(1, CARDS, (0,), shared=True), "What?", 6)
    assert asked.tokens >= sum(len(turn.text) for turn in (*asked.prefix, *asked.ask.turns)) // 4
