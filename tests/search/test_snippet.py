import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.search.snippet import matches, snippet
from tsuzuri.search.words import Words

LONG = "The harbour was quiet. " * 20 + "Then Mariko Hoshi sold the mill to Lumen. " + "Rain fell all week. " * 20


def marked(text: str, words: str, *, typing: bool = False) -> list[str]:
    shown = snippet(text, Words(text=words, typing=typing).shown)
    return [mark.of(shown.text) for mark in shown.marks]


@pytest.mark.parametrize(
    ("text", "words", "marks"),
    [
        ("Mariko sold the mill.", "mill mariko", ["Mariko", "mill"]),
        ("東京都の会議は東京で開く。", "東京", ["東京", "東京"]),
        ("田中太郎が来た。", "田中太郎", ["田中太郎"]),
        ("猫が三匹、黒猫が一匹。", "猫", ["猫", "猫"]),
        ("猫", "猫", ["猫"]),
        ("㍿ミナト", "株", ["㍿"]),
        ("新しいＡＰＩとapiの話", "ＡＰＩ", ["ＡＰＩ", "api"]),
        ("Café in the café", "cafe", ["Café", "café"]),
        ("The milling of mills", "mill", []),
        ("nothing of it", "東京", []),
    ],
)
def test_marks_are_the_words_that_match(text: str, words: str, marks: list[str]) -> None:
    assert marked(text, words) == marks


def test_while_typing_the_last_word_may_go_on() -> None:
    assert marked("The milling of mills", "mill", typing=True) == ["milling", "mills"]


def test_words_that_touch_are_marked_as_one() -> None:
    assert marked("京都大学", "京都 大学") == ["京都大学"]


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("The mill is shut.", ["mill"]).text == "The mill is shut."


def test_of_a_long_one_the_part_that_matches_best_is_shown() -> None:
    shown = snippet(LONG, ["hoshi", "mill", "rain"])
    assert [mark.of(shown.text) for mark in shown.marks][:2] == ["Hoshi", "mill"]
    assert len(shown.text) <= 160


def test_words_at_its_ends_are_whole() -> None:
    text = snippet(LONG, ["hoshi"]).text
    assert f" {text} " in f" {LONG} "


def test_without_a_match_it_is_the_beginning() -> None:
    shown = snippet(LONG, ["nowhere"])
    assert LONG.startswith(shown.text)
    assert shown.marks == ()


def test_a_match_longer_than_the_snippet_is_shown_from_its_beginning() -> None:
    run = "東京" * 150
    shown = snippet("あ。" * 100 + run, ["東京", "京東"])
    (mark,) = shown.marks
    assert set(mark.of(shown.text)) == {"東", "京"}
    assert len(mark) > 100


def test_an_empty_text_shows_nothing() -> None:
    assert snippet("", ["mill"]).text == ""


@settings(deadline=None, max_examples=80)
@given(st.text(alphabet="猫犬がは東京 abcあ\n.ＡﾊﾞéE\u0301", max_size=300), st.text(alphabet="猫東京 abé", max_size=6))
def test_a_snippet_is_a_piece_of_the_text_and_its_marks_lie_in_order_inside(text: str, words: str) -> None:
    shown = snippet(text, Words(words).shown, width=60)
    assert shown.text in text
    assert len(shown.text) <= 60
    end = 0
    for mark in shown.marks:
        assert end <= mark.start < mark.end <= len(shown.text)
        end = mark.end


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="猫犬が東京 ab", min_size=1, max_size=40), st.sampled_from("猫犬東"))
def test_one_character_is_marked_wherever_it_stands(text: str, char: str) -> None:
    covered = {at for span in matches(text, Words(char).shown) for at in range(span.start, span.end)}
    assert covered == {at for at, found in enumerate(text) if found == char}
