"""What two sentences may differ in and still say the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.gist import gist, needs_context, passage_print, sentence_print

PLAIN = "Mariko Hoshi works at Lumen AG"


@pytest.mark.parametrize(
    "other",
    [
        "Mariko Hoshi works at Lumen AG.",
        "  Mariko  Hoshi works\nat Lumen AG. ",
        "> Mariko Hoshi works at Lumen AG.",
        "- Mariko Hoshi works at **Lumen AG**",
        "1. “Mariko Hoshi” works at Lumen AG",
        "Ｍａｒｉｋｏ　Ｈｏｓｈｉ works at Lumen AG",
        "Mariko Hoshi works at the Lumen AG",
    ],
)
def test_layout_width_marks_and_articles_say_nothing(other: str) -> None:
    assert sentence_print(other) == sentence_print(PLAIN)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The meeting is on 3 May.", "The meeting is on 4 May."),
        ("It is open.", "It is not open."),
        ("It wasn't open.", "It was open."),
        ("Ann met Bob.", "Bob met Ann."),
        ("Ann Lee came.", "Ann, Lee came."),
        ("It costs $5.", "It costs €5."),
        ("It grew by 5%.", "It grew by 5."),
        ("It costs 3.5 euros.", "It costs 35 euros."),
        ("It is -5 degrees.", "It is 5 degrees."),
        ("The polish team won.", "The Polish team won."),
        ("彼は来る。", "彼女は来る。"),
        ("価格は3,200円です。", "価格は3,300円です。"),
        ("伊藤さんは参加した。", "伊藤さんは参加しなかった。"),
    ],
)
def test_a_number_a_name_a_not_an_order_a_unit_or_a_case_does(one: str, other: str) -> None:
    assert sentence_print(one) != sentence_print(other)


def test_who_says_it_counts() -> None:
    assert sentence_print(PLAIN, "Ken") != sentence_print(PLAIN, "Emi")
    assert sentence_print(PLAIN, "ＫＥＮ") == sentence_print(PLAIN, "Ken")


def test_the_title_counts_only_where_the_first_sentence_needs_it() -> None:
    assert passage_print([PLAIN], title="a") == passage_print([PLAIN], title="b")
    assert passage_print(["He moved.", PLAIN], title="a") != passage_print(["He moved.", PLAIN], title="b")


def test_the_order_of_sentences_counts() -> None:
    assert passage_print(["Ann came.", "Ben came."]) != passage_print(["Ben came.", "Ann came."])


@pytest.mark.parametrize(
    "sentence", ["She left.", "The company grew.", "彼は去った。", "小樽に住んでいる。", "It rains."]
)
def test_a_pronoun_or_a_dropped_subject_needs_context(sentence: str) -> None:
    assert needs_context(sentence)


@pytest.mark.parametrize("sentence", ["Ann left.", "Lumen AG grew.", "伊藤さんは去った。"])
def test_a_name_does_not(sentence: str) -> None:
    assert not needs_context(sentence)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_gist_that_is_its_own(text: str) -> None:
    assert -(2**63) <= sentence_print(text) < 2**63
    assert "  " not in gist(text)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from("Ann Ben 3 4 not met in May 小樽 は".split()), min_size=1, max_size=8))
def test_words_that_say_something_are_never_dropped(words: list[str]) -> None:
    assert gist(" ".join(words)).split() == words
