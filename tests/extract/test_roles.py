import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.roles import is_role


@pytest.mark.parametrize(
    "words",
    [
        "engineer",
        "senior firmware engineer",
        "Director",
        "dentist",
        "librarian",
        "consultant",
        "superintendent",
        "president",
        "vice president",
        "chairwoman",
        "secretary",
        "the chef",
        "engineers",
        "CEO",
        "VP",
        "head of sales",
        "Head of Purchasing",
        "purchasing manager at Optiq",
        "editor and translator",
        "部長",
        "代表取締役社長",
        "営業担当",
        "会社員",
        "研究者",
        "看護師",
        "弁護士",
        "画家",
        "歌手",
        "取締役",
        "准教授",
        "主任",
        "デザイナー",
        "営業マネージャー",
        "CTO",
        "執行役員CFO",
    ],
)
def test_a_role_is_known_by_its_last_noun(words: str) -> None:
    assert is_role(words)


@pytest.mark.parametrize(
    "words",
    [
        "sales",
        "purchasing",
        "art of the engineer",
        "power",
        "water",
        "paper",
        "accident",
        "agreement",
        "document",
        "event",
        "Otaru",
        "IBM",
        "Lumen AG",
        "3 May 2024",
        "設計",
        "営業",
        "部長の仕事",
        "役員会",
        "青葉電機",
        "工場",
        "新製品カモメ",
        "ゲートウェイ",
        "",
        " ",
        "—",
    ],
)
def test_what_a_role_deals_with_is_none(words: str) -> None:
    assert not is_role(words)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=20))
def test_any_words_can_be_judged(words: str) -> None:
    assert is_role(words) in (True, False)


@settings(deadline=None, max_examples=60)
@given(st.text("abcdefgh ", max_size=12), st.sampled_from(["of", "for", "at", "in", "and"]), st.sampled_from("abc"))
def test_only_what_stands_before_of_counts(before: str, of: str, after: str) -> None:
    assert is_role(f"x{before} {of} {after} engineer") == is_role(f"x{before}")
