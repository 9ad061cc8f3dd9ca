"""A name as it is compared inside one document."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.extract.identity.spelling import acronyms, is_acronym, letters_of, loose, without_club


class TestLoose:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Qurʾān", "Quran"),
            ("Qur'an", "Quran"),
            ("U.S.", "US"),
            ("the Lumen Foundation", "Lumen Foundation"),
            ("Mara Holt’s", "Mara Holt"),
            ("Müller–Roth", "Muller-Roth"),
            ("マリコ・ホシ", "マリコホシ"),
            ("ヴァレリー湖", "バレリー湖"),
            ("オーロラー", "オロラ"),
            ("「青葉」", "青葉"),
        ],
    )
    def test_two_spellings_have_one_form(self, one: str, other: str) -> None:
        assert loose(one) == loose(other)

    @pytest.mark.parametrize(("one", "other"), [("ビル", "ビール"), ("Model 3", "Model 4"), ("は", "ば"), ("The", "")])
    def test_two_names_have_two(self, one: str, other: str) -> None:
        assert loose(one) != loose(other)

    @settings(deadline=None, max_examples=100)
    @given(st.text(max_size=20))
    def test_of_any_text_is_a_text(self, name: str) -> None:
        assert isinstance(loose(name), str)


class TestAcronym:
    @pytest.mark.parametrize("name", ["ABC", "U.S.", "EM: HE", "GNPx", "RIAJ"])
    def test_is_written_in_capitals(self, name: str) -> None:
        assert is_acronym(name)

    @pytest.mark.parametrize("name", ["Abc", "A", "Mara Holt", "青葉", "ABCDEFGHI", "TX 15", ""])
    def test_is_no_other_name(self, name: str) -> None:
        assert not is_acronym(name)

    def test_is_spelt_by_the_first_letters_with_or_without_small_words(self) -> None:
        assert acronyms("Office of the Northern Lights") == {"ootnl", "onl"}
        assert acronyms("Lumen") == frozenset()

    def test_is_compared_by_its_letters(self) -> None:
        assert letters_of("EM: HE") == "emhe"


def test_a_club_is_named_without_its_letters() -> None:
    assert without_club("oster fc") == without_club("if oster") == "oster"
    assert without_club("fc") == "fc"
