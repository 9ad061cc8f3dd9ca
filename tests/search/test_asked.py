"""What a person types is taken apart; what makes no sense stays a word, and is told."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.values import EntityType, Kind
from tsuzuri.search.asked import Asked, asked

TODAY = date(2026, 11, 30)


def ask(text: str) -> Asked:
    return asked(text, TODAY)


def test_words_are_words() -> None:
    for words in ("mill by the harbour", "AT&T re:invent 10:30", "a - b", "C++ --", "x(y) AND NOT z*", '"', ""):
        assert ask(words) == Asked(" ".join(words.split()))


@pytest.mark.parametrize(
    ("words", "kinds", "types"),
    [
        ("mill type:fact", {Kind.FACT}, set()),
        ("type:passages mill", {Kind.PASSAGE}, set()),
        ("mill TYPE:Person", {Kind.ENTITY}, {EntityType.PERSON}),
        ("mill type：place", {Kind.ENTITY}, {EntityType.PLACE}),
    ],
)
def test_a_type_is_a_kind_of_thing_or_of_entity(words: str, kinds: set[Kind], types: set[EntityType]) -> None:
    found = ask(words)
    assert (found.text, set(found.kinds), set(found.types)) == ("mill", kinds, types)


def test_places_and_names_may_be_quoted() -> None:
    found = ask('tea in:notes in:"My Folder" with:「田中 太郎」')
    assert (found.text, found.places, found.names) == ("tea", ("notes", "My Folder"), ("田中 太郎",))


def test_who_asks_for_names_only_looks_for_them() -> None:
    assert ask('with:"Ken Ito"').text == '"Ken Ito"'


@pytest.mark.parametrize(
    ("words", "after", "before"),
    [
        ("tea before:2020", None, date(2020, 1, 1)),
        ("tea after:2020", date(2021, 1, 1), None),
        ("tea before:2020-03-02 after:2019-12-31", date(2020, 1, 1), date(2020, 3, 2)),
        ("tea before:2020 before:2018", None, date(2018, 1, 1)),
        ('tea after:"last week"', date(2026, 11, 30), None),
        ("tea after：先週", date(2026, 11, 30), None),
    ],
)
def test_dates_bound_when_it_was(words: str, after: date | None, before: date | None) -> None:
    found = ask(words)
    assert (found.text, found.after, found.before) == ("tea", after, before)
    assert found.told


@pytest.mark.parametrize("words", ["tea type:nonsense", "tea before:xyz", "tea -type:fact"])
def test_an_operator_without_sense_is_words_and_is_told(words: str) -> None:
    found = ask(words)
    assert found.text == words
    assert words.removeprefix("tea ") in found.told[0]
    assert not found.narrows


def test_an_operator_without_a_value_is_words() -> None:
    assert ask("tea in: with:") == Asked("tea in: with:")


@pytest.mark.parametrize("words", ['"old mill" tea', "“old mill” tea", "「old mill」 tea"])
def test_what_is_quoted_is_a_phrase_and_stays_in_the_words(words: str) -> None:
    found = ask(words)
    assert (found.text, found.phrases) == (words, ("old mill",))


def test_a_question_only_speaks_of_what_it_quotes() -> None:
    assert ask('When was "old mill" sold?').phrases == ()
    assert ask("「東京物語」の監督は誰？").phrases == ()


def test_a_minus_before_words_leaves_them_out() -> None:
    found = ask('tea -mill -"old harbour" self-made')
    assert (found.text, found.without) == ("tea self-made", ("mill", "old harbour"))


pieces = st.sampled_from(
    ['"', "「", "」", "type:", "in:", "with:", "before:", "-", " ", "mill", "2020", "会議", "：", "\n"]
)


@settings(deadline=None, max_examples=150)
@given(st.lists(pieces, max_size=12).map("".join) | st.text(max_size=30))
def test_nothing_is_an_error(text: str) -> None:
    ask(text)
