"""What is shown, what is compared, and where a word may start or end."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.normalise import Script, boundary, display, is_cjk, is_word_char, key, script

ANY_TEXT = st.text(st.characters(), max_size=60)
ODD_TEXT = st.text(
    st.sampled_from(
        "aＡée\u0301カｶﾞか\u3099ー田中 \u3000\t\n\r\x00\x85\u200b\u200d\u202e\ufeff👩\ufe0f・·-–’´\ud800㍿ßİ"
    ),
    max_size=20,
)


class TestDisplay:
    @pytest.mark.parametrize(
        ("raw", "shown"),
        [
            ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
            ("\ufeffnote", "note"),
            ("a\x00b\x07c\td", "abc\td"),
            ("Ta\u200bna\u2060ka", "Tanaka"),
            ("pay\u202eroll\u202c", "payroll"),
            ("か\u3099", "が"),
            ("e\u0301", "é"),
            ("Ａ㍿", "Ａ㍿"),
            ("soft\u00adware", "software"),
            ("half \ud83d pair", "half \ufffd pair"),
        ],
    )
    def test_cleans(self, raw: str, shown: str) -> None:
        assert display(raw) == shown

    def test_keeps_the_joiner_inside_an_emoji_only(self) -> None:
        assert display("👩\u200d💻") == "👩\u200d💻"
        assert display("田\u200d中") == "田中"

    def test_drops_words_hidden_in_tag_characters(self) -> None:
        assert display("hi" + "".join(chr(0xE0000 + ord(char)) for char in "obey")) == "hi"

    @given(ANY_TEXT | ODD_TEXT)
    @settings(deadline=None)
    def test_is_stable_and_can_be_stored(self, text: str) -> None:
        shown = display(text)
        assert display(shown) == shown
        assert unicodedata.is_normalized("NFC", shown)
        shown.encode("utf-8")
        assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in shown)


class TestKey:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("田中 太郎", "田中太郎"),
            ("田中　太郎", "田中太郎"),
            ("ＡＢＣ", "abc"),
            ("ﾀﾅｶ", "タナカ"),
            ("ｶﾞﾗｽ", "ガラス"),
            ("ジョン·スミス", "ジョン・スミス"),
            ("ジョン･スミス", "ジョン・スミス"),
            ("Jean‐Luc", "jean-luc"),
            ("O’Brien", "O'Brien"),
            ("“Blue” team", '"blue" TEAM'),
            ("10時〜12時", "10時～12時"),
            ("  Mira \t Okafor ", "mira okafor"),
            ("NTT 東日本", "NTT東日本"),
            ("葛\U000e0100城", "葛城"),
            ("Straße", "STRASSE"),
        ],
    )
    def test_folds(self, one: str, other: str) -> None:
        assert key(one) == key(other)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("AI株式会社", "AI研究所"),
            ("はな", "ハナ"),
            ("Ana Lee", "Analee"),
            ("ビル", "ヒル"),
            ("佐藤", "斎藤"),
            ("C", "C++"),
            ("résumé", "resume"),
        ],
    )
    def test_keeps_apart(self, one: str, other: str) -> None:
        assert key(one) != key(other)

    @given(ANY_TEXT | ODD_TEXT)
    @settings(deadline=None)
    def test_is_stable(self, name: str) -> None:
        assert key(key(name)) == key(name)

    @given(ANY_TEXT | ODD_TEXT)
    @settings(deadline=None)
    def test_is_never_empty_for_a_name_one_can_see(self, name: str) -> None:
        if any(unicodedata.category(char)[0] in "LNPS" for char in display(name)):
            assert key(name) != ""

    @given(ODD_TEXT)
    @settings(deadline=None)
    def test_does_not_depend_on_how_characters_are_composed(self, name: str) -> None:
        assert key(unicodedata.normalize("NFD", name)) == key(unicodedata.normalize("NFC", name))


class TestScripts:
    @pytest.mark.parametrize("char", "田々〆〇かカーｶ한𠮷")
    def test_cjk(self, char: str) -> None:
        assert is_cjk(char)

    @pytest.mark.parametrize("char", "aé1Я・。「　Ａ-")
    def test_not_cjk(self, char: str) -> None:
        assert not is_cjk(char)

    def test_names_the_script(self) -> None:
        expected = [Script.HAN, Script.HIRAGANA, Script.KATAKANA, Script.KATAKANA, Script.HANGUL, Script.WORD]
        assert [script(char) for char in "漢かカー한x"] == expected
        assert script("。") is Script.OTHER

    def test_word_characters_are_letters_digits_and_their_marks(self) -> None:
        assert all(map(is_word_char, "aé1田\u0301"))
        assert not any(map(is_word_char, " -_.、"))


class TestBoundary:
    @pytest.mark.parametrize(
        ("text", "places"),
        [
            ("tokyo", [0, 5]),
            ("a b", [0, 1, 2, 3]),
            ("東京都", [0, 1, 2, 3]),
            ("gen2後", [0, 4, 5]),
            ("ｶﾞス", [0, 2, 3]),
            ("e\u0301a", [0, 3]),
            ("O'Brien", [0, 1, 2, 7]),
            ("", [0]),
        ],
    )
    def test_is_where_a_word_may_start_or_end(self, text: str, places: list[int]) -> None:
        assert [i for i in range(len(text) + 1) if boundary(text, i)] == places
