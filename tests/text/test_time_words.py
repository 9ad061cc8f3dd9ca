"""Time words in a sentence: what stands in [brackets] is found, and nothing else."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.dates import resolve
from tsuzuri.text.time_words import time_words

TODAY = date(2024, 3, 11)
PLAIN = str.maketrans("", "", "[]")


def bracketed(sentence: str) -> str:
    """The sentence with brackets around its time words."""
    marked, last = "", 0
    for span in time_words(sentence, TODAY):
        marked += f"{sentence[last : span.start]}[{span.of(sentence)}]"
        last = span.end
    return marked + sentence[last:]


@pytest.mark.parametrize(
    "marked",
    [
        "Ken Ito has worked at Lumen AG [since May 2021].",
        "It opened [on 3 June 1980], and closed [in 2011] (or [2012]).",
        "She left [last week] and comes back [next Friday].",
        "[Two years ago] he moved; [now] he lives in Ulm.",
        "[From April to June 2023] they met on Mondays.",
        "[For the past three years] she has led it.",
        "[Q3 2023] was good, and so was [FY2023].",
        "[The day before yesterday] we met.",
        "He is [now] the head of it, and [today] an office opens.",
        "He may come [in May], and they march [in March 2025].",
    ],
)
def test_english_is_read_with_its_prepositions(marked: str) -> None:
    assert bracketed(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    [
        "川端さんは[2021年に]退職し、[今月から]務めている。",
        "移転は[来年4月に]、発売は[10月1日に]決まった。",
        "[令和六年四月一日付で]就任した。",
        "[2020年から2023年まで]働いた。",
        "[昨年末から今年初めにかけて]休む。",
        "[三年前に]辞め、[3か月前に]移った。",
        "[去年の夏]、海へ行った。",
        "[12月31日（日）に]閉店する。",
        "[再来週の]会議は[金曜日に]なった。",
        "[火曜]と[木曜に]会う。",
        "[2024/3/5に]会った。",
        "[本日]、[今年上半期の]結果と[第3四半期の]予想を出した。",
    ],
)
def test_japanese_is_read_with_its_particles(marked: str) -> None:
    assert bracketed(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "marked",
    [
        "[8月31日]発売の本",
        "[2021年]創業の店",
        "[2021年3月]設立",
        "[二〇二一年三月五日]号",
        "[西暦二〇二一年に]建てた。",
    ],
)
def test_a_word_may_follow_a_full_date_at_once(marked: str) -> None:
    assert bracketed(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "sentence",
    [
        "明日香さんは二日間休んだ。",
        "青春は短く、千春は若い。",
        "四日市市に住む。",
        "毎年春に開く。",
        "同年五月に移った。",
        "水木さんは日曜大工が好きだ。",
        "3,200円で買う。",
    ],
)
def test_a_piece_of_a_longer_word_is_no_time(sentence: str) -> None:
    assert bracketed(sentence) == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "They may march on.",
        "Version 2.5 costs 40 euros.",
        "Ann Summers met him.",
        "To be fixed later, for a while.",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(sentence: str) -> None:
    assert bracketed(sentence) == sentence


def test_a_length_of_time_does_not_leave_a_date_in_it() -> None:
    assert bracketed("5月10日間休む。") == "[5月]10日間休む。"


def test_english_times_in_a_sentence_with_japanese_in_it_are_read_where_it_has_none_of_its_own() -> None:
    assert bracketed("The 綴り was sold in May 2021.") == "The 綴り was sold [in May 2021]."


PIECES = (
    "2021年", "5月", "10", "日", "に", "から", "今", "昨年", "春", "、", "。", "星さんは", "金曜", "in ", "May ",
    "2021", " ", "last ", "week", ", ", "since ", "(", ")", "Ken ", "\n", "-", "FY",
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text(max_size=30)))
def test_stretches_are_in_order_apart_and_readable(sentence: str) -> None:
    last = 0
    for span in time_words(sentence, TODAY):
        assert last <= span.start < span.end <= len(sentence)
        assert resolve(span.of(sentence), TODAY) is not None
        last = span.end
