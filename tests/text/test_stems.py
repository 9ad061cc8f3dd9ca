import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.segment import segment
from tsuzuri.text.stems import MARK, indexed, stem, stems


@pytest.mark.parametrize("forms", [("painting", "paintings", "painted"), ("city", "cities"), ("run", "running")])
def test_the_forms_of_an_english_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize("token", ["the", "would", "会議", "1999", "x", "été", "b2b"])
def test_what_is_no_english_word_of_content_stays(token: str) -> None:
    assert stem(token) == token
    assert stems([token]) == ()


def test_a_text_is_indexed_as_written_and_then_by_its_stems() -> None:
    assert indexed("The Mills of 東京") == ("the", "mills", "of", "東京", "京", f"{MARK}mill")


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60))
def test_no_token_of_a_text_passes_for_a_stem(text: str) -> None:
    assert not any(MARK in token for token in segment(text))
