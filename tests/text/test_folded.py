"""Folding a text for the search of names: as keys fold, and back to the text's own characters."""

import re
from unicodedata import normalize

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tsuzuri.text.folded import folded
from tsuzuri.text.normalise import key

MIXED = st.text(
    st.sampled_from("aBé ßＡｶﾞ㍿田中太郎さんロンドンー、。 \t　…‘’`-–・e\u0301カ\u3099\u200d\ufe0f😀ﬁ½한"), max_size=14
)


def stretch(text: str, words: str) -> str | None:
    """What of the text stands for the first occurrence of the words in its folding."""
    one = folded(text)
    at = one.text.index(words)
    span = one.origin(at, at + len(words))
    return None if span is None else span.of(text)


@pytest.mark.parametrize(
    ("text", "words", "original"),
    [
        ("Met Ken Ito today", "ken ito", "Ken Ito"),
        ("Met Ken\nIto today", "ken ito", "Ken\nIto"),
        ("Met Ken \t Ito today", "ken ito", "Ken \t Ito"),
        ("担当は田中 太郎です", "田中太郎", "田中 太郎"),
        ("担当は田中\u3000太郎です", "田中太郎", "田中\u3000太郎"),
        ("ＬＵＭＥＮ ＡＧの", "lumen ag", "ＬＵＭＥＮ ＡＧ"),
        ("ﾀﾅｶさん", "タナカ", "ﾀﾅｶ"),
        ("ｶﾞｽ会社", "ガス", "ｶﾞｽ"),
        ("㍿青葉", "株式会社青葉", "㍿青葉"),
        ("O’Neil’s", "o'neil", "O’Neil"),
        ("Weiß GmbH", "weiss gmbh", "Weiß GmbH"),
        ("Cafe\u0301 Bo", "café bo", "Cafe\u0301 Bo"),
        ("NTT 東日本の", "ntt東日本", "NTT 東日本"),
    ],
)
def test_a_name_leads_back_to_its_own_characters(text: str, words: str, original: str) -> None:
    assert stretch(text, words) == original


def test_a_piece_of_one_character_is_nothing() -> None:
    assert stretch("㍿青葉", "会社") is None
    assert stretch("Weiß", "weis") is None


def test_every_character_folds_to_its_key() -> None:
    codes = (*range(0x21, 0x250), *range(0x2010, 0x2030), *range(0x3001, 0x3100), *range(0x4E00, 0xA000))
    for char in map(chr, (*codes, *range(0xFF01, 0xFF61))):
        if not any(map(str.isspace, normalize("NFKC", char))):
            assert [folded(text).text for text in (char, f"a{char}a")] == [key(char), key(f"a{char}a")]


def test_no_name_stands_across_an_empty_line() -> None:
    assert folded("Ken\n\nIto").text == "ken\nito"
    assert folded("田中\n \n太郎").text == "田中\n太郎"


@settings(deadline=None, max_examples=300)
@given(MIXED)
def test_a_text_of_one_line_folds_to_its_key(text: str) -> None:
    assume(not re.search("\\s\u200d*[\u0301\u3099\uff9e]", text))  # a mark that stands on a blank
    assert folded(text).text.strip() == key(text)


@settings(deadline=None, max_examples=200)
@given(MIXED)
def test_every_range_leads_back_to_text_of_the_same_key(text: str) -> None:
    one = folded(text)
    for start in range(len(one.text)):
        for end in range(start + 1, len(one.text) + 1):
            words = one.text[start:end]
            span = one.origin(start, end)
            if span is not None and words == key(words):
                assert key(span.of(text)) == words
