"""Where sentences begin and end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.sentences import sentences

ANY_TEXT = st.text(st.characters(), max_size=80)
WRITTEN = st.lists(
    st.sampled_from(
        [
            "Mr. ",
            "It rained. ",
            "3.5",
            "e.g. ",
            "雨だ。",
            "「はい。",
            "」",
            "と",
            "（",
            "）",
            "\n",
            "\n\n",
            "- ",
            "?! ",
            "…",
            "\u3000",
            "\t",
        ]
    ),
    max_size=20,
).map("".join)


def _split(text: str) -> list[str]:
    return [span.of(text) for span in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. J. K. Rowan met Mr. Sato at Acme Inc. in Kyoto.",
        "It costs 3.5 million at example.com in v1.2 form.",
        "Bring fruit, e.g. apples, i.e. the red ones.",
        "See p. 5 and No. 7, due on Mar. 5 at 9 a.m. sharp.",
        "He works at U.S. Steel.",
        "Acme America, Inc. - a maker of kilns.",
        "1. Buy milk.",
        "J. Doe signed.",
        "Well... maybe.",
        "「はい。そうです。」と田中は答えた。",
        "会議（議事録は後日。）は終わった。",
        "えっ？と思った。",
        "Yahoo!ニュースを見た。",
        "率は３．５倍。",
        "That was odd (was it?) and it stayed so.",
    ],
)
def test_one_sentence(text: str) -> None:
    assert _split(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He left. She stayed.", ["He left.", "She stayed."]),
        ("今日は晴れ。明日は雨。", ["今日は晴れ。", "明日は雨。"]),
        ("田中さんが来た。Then we left. 終わり。", ["田中さんが来た。", "Then we left.", "終わり。"]),
        ("Really?! Yes! OK? Fine.", ["Really?!", "Yes!", "OK?", "Fine."]),
        ("すごい!次へ．最後", ["すごい!", "次へ．", "最後"]),
        ("He joined Acme Inc. The pay was good.", ["He joined Acme Inc.", "The pay was good."]),
        ("We met at 5 p.m. It rained.", ["We met at 5 p.m.", "It rained."]),
        ('She said "Go." He went.', ['She said "Go."', "He went."]),
        ("(He left.) Then it rained.", ["(He left.)", "Then it rained."]),
        ("「了解です。」田中は言った。", ["「了解です。」", "田中は言った。"]),
        ("終わった。（以上。）次は月曜。", ["終わった。", "（以上。）", "次は月曜。"]),
        ("ありがとう！😊 また明日。", ["ありがとう！😊", "また明日。"]),
        ("ﾊｲ｡ｿｳﾃﾞｽ｡", ["ﾊｲ｡", "ｿｳﾃﾞｽ｡"]),
        ("Wait... Then it came.", ["Wait...", "Then it came."]),
    ],
)
def test_several_sentences(text: str, expected: list[str]) -> None:
    assert _split(text) == expected


class TestLines:
    def test_a_blank_line_ends_a_sentence(self) -> None:
        assert _split("a title\n \nand more") == ["a title", "and more"]

    def test_list_items_are_sentences(self) -> None:
        text = "We need\n- milk and\n  eggs\n- tea\n2) salt\n・味噌\n① 酢"
        assert _split(text) == ["We need", "- milk and\n  eggs", "- tea", "2) salt", "・味噌", "① 酢"]

    def test_short_lines_stand_alone(self) -> None:
        assert _split("名前：田中\n役職：部長") == ["名前：田中", "役職：部長"]
        assert _split("Name: Mira\nRole: Designer") == ["Name: Mira", "Role: Designer"]

    def test_a_label_stands_on_a_line_of_its_own_however_long_the_line_before_it(self) -> None:
        text = "Address: the old mill by the river, behind the station of Orsk\nFirst contact (sales): Mira Vale"
        assert _split(text) == text.split("\n")

    def test_wrapped_lines_go_on(self) -> None:
        english = "The committee met on Tuesday in the long room of the old\nTown Hall. It rained."
        assert _split(english) == [english[:-11], "It rained."]
        japanese = "日本語の長い行はここで折り返されることがあるのでこの行は五十桁を超えてい\nます。次。"
        assert _split(japanese) == [japanese[:-2], "次。"]

    def test_a_wrapped_initial_is_no_list_item(self) -> None:
        text = "The letter was written in the spring of that year by\nJ. Doe himself."
        assert _split(text) == [text]


def test_long_brackets_are_cut() -> None:
    inside = "それは長い話だった。" * 25
    assert len(_split(f"（{inside}）")) == 25


def test_unmatched_brackets_hold_nothing_together() -> None:
    assert _split("「はい。次。") == ["「はい。", "次。"]
    assert _split("a) One. Two.") == ["a) One.", "Two."]


@given(ANY_TEXT | WRITTEN)
@settings(deadline=None, max_examples=300)
def test_spans_lose_nothing(text: str) -> None:
    end = 0
    for span in sentences(text):
        assert not text[end : span.start].strip()
        assert span.of(text) == span.of(text).strip() != ""
        assert end <= span.start
        end = span.end
    assert not text[end:].strip()
