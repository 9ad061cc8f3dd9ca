"""How names are read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.identity.readings import could_read, hiragana, latin, latin_name, plain_latin, reading


class TestByItsForm:
    @pytest.mark.parametrize(
        ("kana", "name"),
        [
            ("さとうみさき", "佐藤美咲"),
            ("さとう みさき", "佐藤 美咲"),
            ("オーロラじょう", "オーロラ城"),
            ("あおばエヌピーしょう", "青葉NP賞"),
            ("みどりのしま", "緑の島"),
        ],
    )
    def test_kana_can_be_a_reading(self, kana: str, name: str) -> None:
        assert could_read(kana, name)

    @pytest.mark.parametrize(
        ("kana", "name"),
        [
            ("とうきょうとみなとくあおばちょう", "東京"),
            ("オーロラじょう", "カエデ城"),
            ("みどりがしま", "緑の島"),
            ("さ", "佐藤"),
            ("ホシ", "星"),
            ("みさき", "ミサキ"),
        ],
    )
    def test_kana_cannot(self, kana: str, name: str) -> None:
        assert not could_read(kana, name)

    def test_a_long_name_is_compared_at_once(self) -> None:
        assert not could_read("の" * 200, "山の" * 60 + "が")


class TestByTheDictionary:
    @pytest.mark.parametrize(
        ("name", "kana"), [("佐藤美咲", "さとうみさき"), ("田中太郎", "たなかたろう"), ("タナカ", "たなか")]
    )
    def test_kanji_are_read_in_hiragana(self, name: str, kana: str) -> None:
        assert reading(name) == kana


class TestLatin:
    @pytest.mark.parametrize(
        ("kana", "letters"),
        [
            ("たなかたろう", "tanakataro"),
            ("シュウイチ", "shuichi"),
            ("きょうこ", "kyoko"),
            ("はっとり", "hattori"),
            ("じゅんこ", "junko"),
            ("ファン", "fan"),
            ("おおの", "ono"),
        ],
    )
    def test_follows_hepburn_without_long_vowels(self, kana: str, letters: str) -> None:
        assert latin(kana) == letters

    @pytest.mark.parametrize("word", ["Tarō", "Taroh", "Tarou", "TARO"])
    def test_long_vowels_are_written_in_many_ways(self, word: str) -> None:
        assert plain_latin(word) == "taro"

    @pytest.mark.parametrize("words", ["Taro Tanaka", "Tanaka Tarō", "TANAKA Taro"])
    def test_of_a_name_stand_in_either_order(self, words: str) -> None:
        assert latin(reading("田中太郎")) in latin_name(words)

    @pytest.mark.parametrize("words", ["Jiro Tanaka", "Tanaka", "", "Taro"])
    def test_of_another_name_are_others(self, words: str) -> None:
        assert latin(reading("田中太郎")) not in latin_name(words)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=20))
def test_any_text_can_be_asked_for(text: str) -> None:
    assert hiragana(hiragana(text)) == hiragana(text)
    assert latin(text).isascii()
    assert not could_read(text, "")
