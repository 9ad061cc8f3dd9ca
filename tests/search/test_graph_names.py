import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.search.graph_names import grams, named_by, names, narrower, tells


class TestNames:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("It was bought by Mariko Hoshi.", ("Mariko Hoshi",)),
            ("In 1962 she met Anna van der Veld at Ostra Yard.", ("Anna van der Veld", "Ostra Yard")),
            ("It was filmed by J. R. Hale. He thanked Dr. Lund.", ("J. R. Hale", "Dr. Lund")),
            ("Hale's boat lies in Lisbon.", ("Hale", "Lisbon")),
            ("On 5 March 2021 and in April nothing happened.", ()),
            ("星真理子はヨーロッパと「北の灯台」を見た。", ("ヨーロッパ", "北の灯台")),
            ("", ()),
        ],
    )
    def test_are_capitalised_words_runs_of_a_script_and_what_is_quoted(
        self, text: str, expected: tuple[str, ...]
    ) -> None:
        assert sorted(names(text)) == sorted(expected)

    def test_are_not_endless(self) -> None:
        assert len(names(" ".join(f"x Ab{chr(97 + i)}a Xy" for i in range(26)))) <= 24

    @settings(max_examples=100)
    @given(st.text(max_size=200))
    def test_any_text_has_some_or_none(self, text: str) -> None:
        for name in names(text):
            assert 2 < len(name) <= 80 or not name.isascii()
            assert name not in narrower(name)


class TestNarrower:
    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("Frank Tull for Harbour Pictures", ("Frank Tull", "Harbour Pictures")),
            ("Released in 1976 Falita", ("Released", "Falita")),
            ("S. R. Kanagal", ("R. Kanagal", "S. R.")),
            ("Ken Ito", ()),
            ("東京", ()),
        ],
    )
    def test_gives_the_parts_of_a_longer_one(self, name: str, expected: tuple[str, ...]) -> None:
        assert narrower(name) == expected


def test_two_words_tell_something_as_does_a_word_of_kana_or_kanji() -> None:
    assert (tells("Ken Ito"), tells("東京湾"), tells("British")) == (True, True, False)


@pytest.mark.parametrize(("title", "name"), [("Kestrel (drone)", "Kestrel"), ("灯台（曖昧）", "灯台"), ("(x)", "(x)")])
def test_a_title_is_a_name_without_its_brackets(title: str, name: str) -> None:
    assert named_by(title) == name


class TestGrams:
    def test_are_the_pieces_of_a_question_longest_first_in_any_case(self) -> None:
        found = grams("who owns the old mill?")
        assert found[0] == "who owns the old mill"
        assert {"the old mill", "old mill", "mill"} <= set(found)
        assert not {"who", "the"} & set(found)

    def test_lose_the_possessive(self) -> None:
        assert "Ken Ito" in grams("Where is Ken Ito's boat?")

    def test_of_japanese_begin_and_end_where_words_may(self) -> None:
        found = grams("星真理子の猫はどこ")
        assert {"星真理子", "星真理子の猫"} <= set(found)

    @settings(max_examples=50)
    @given(st.text(max_size=300))
    def test_of_any_text_are_bounded(self, question: str) -> None:
        assert len(grams(question)) < 6000
