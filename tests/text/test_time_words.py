"""Time words in a sentence: what stands in [brackets] is found, and nothing else."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import Span
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.text.dates import resolve
from tsuzuri.text.dates_leaning import leans
from tsuzuri.text.time_words import resolve_at, time_words

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
        "[In 2003] he left; [the following year] he came back, and died [two years later].",
        "He may come [in May], and they march [in March 2025].",
        "They owned it until, [in 2007], it closed ([1933–2016]) ([February 16]).",
        "It was built [in 1977] – and torn down; Ken led it [2019–].",
        "Ken came to the West End [in 2000] and ran [at the 2010] Winter Games.",
        "[On the 5th] we met, [by the 20th] we had done, and [on Sunday] and [in the fall] he left.",
        "Was it [May] or [June]? [May 5], said Mr May.",
        "She led it [by 2020], and Ken [for two years from 2019].",
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
        "[2003年に]辞め、[同年五月に]移り、[翌年]、海へ行った。",
        "[17世紀から18世紀にかけて]栄え、[2010-11シーズンは]勝った。",
        "[1933年に]初めて作り、約[2年前に]やめた。",
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
    "marked",
    [
        "[昨日]誰に会った",
        "[明日]誰に会う",
        "[先週]大阪へ行き、[今年]移った。",
        "[昨夜]電話があった。",
        "[昨日]会った人と[来月]東京で話す。",
        "[去年]彼が辞めた。",
        "[1931年に]結婚し、[翌年]離婚した。",
    ],
)
def test_a_word_may_follow_a_day_that_is_named_at_once(marked: str) -> None:
    assert bracketed(marked.translate(PLAIN)) == marked


@pytest.mark.parametrize(
    "sentence",
    [
        "明日香さんは二日間休んだ。",
        "青春は短く、千春は若い。",
        "四日市市に住む。",
        "毎年春に開く。",
        "水木さんは日曜大工が好きだ。",
        "今日本で働く。",
        "元禄14年3月14日と天平宝字3年11月16日",
        "毎年11月に開き、約370年の歴史がある。",
        "同年代の人と働く。",
        "今日子さんは昨年比で増やした。",
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
        "Mr May met Dr. June and Theresa May.",
        "May I ask April Jones?",
        "May the best win.",
        "The 1st Regiment and the 21st tallest tower, in the 12th district.",
        "They sat in the Sun every Sunday; prices fall.",
        "In the 18 years that followed he came for 7th place, at 2207 Elm Street.",
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


@pytest.mark.parametrize(
    ("text", "words", "first", "after", "precision"),
    [
        ("In 2003 he left. The following year he came back.", "The following year", "2004-01-01", "2005-01-01", "year"),
        ("In 2003 he left. It was that year.", "that year", "2003-01-01", "2004-01-01", "year"),
        ("2003年に辞め、翌年3月に移った。", "翌年3月に", "2004-03-01", "2004-04-01", "month"),
        (
            "On 3 May 2004 he left. Six days later he came; the next day, he left.",
            "the next day",
            "2004-05-10",
            "2004-05-11",
            "day",
        ),
    ],
)
def test_what_leans_counts_from_what_was_told_last(
    text: str, words: str, first: str, after: str, precision: str
) -> None:
    at = Span(text.index(words), text.index(words) + len(words))
    found = resolve_at(text, at, TODAY)
    assert found is not None
    assert found.interval == Interval(date.fromisoformat(first), date.fromisoformat(after), Precision(precision))


@pytest.mark.parametrize(
    "text",
    [
        "The next day he left.",
        "In 1998 he came. The next day he left.",
        "In 1998 he came. Yesterday we met. The next day he left.",
        "The next day he left. In May 1998 he came.",
    ],
)
def test_and_tells_nothing_where_nothing_as_exact_was_told(text: str) -> None:
    assert resolve_at(text, Span(text.index("The next day"), text.index("he left") - 1), TODAY) is None


def test_all_else_means_what_it_means_anywhere() -> None:
    text = "In 1998 he came. We met last week."
    assert resolve_at(text, Span(text.index("last"), len(text) - 1), TODAY) == resolve("last week", TODAY)


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
        assert resolve(span.of(sentence), TODAY) is not None or leans(span.of(sentence))
        last = span.end
