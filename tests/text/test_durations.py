"""Lengths of time in two languages, as ISO 8601 durations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.durations import duration, is_length


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("3 years", "P3Y"),
        ("three years", "P3Y"),
        ("3年間", "P3Y"),
        ("3-year", "P3Y"),
        ("for three years", "P3Y"),
        ("18 months", "P18M"),
        ("1年6か月", "P1Y6M"),
        ("２ヶ月", "P2M"),
        ("半年", "P0.5Y"),
        ("2年半", "P2.5Y"),
        ("two and a half hours", "PT2.5H"),
        ("half an hour", "PT0.5H"),
        ("an hour", "PT1H"),
        ("2時間", "PT2H"),
        ("1時間30分", "PT1H30M"),
        ("1 hour and 30 minutes", "PT1H30M"),
        ("90 min", "PT90M"),
        ("10分間", "PT10M"),
        ("約2週間", "~P2W"),
        ("about two weeks", "~P2W"),
        ("at least 5 days", ">=P5D"),
        ("3日以上", ">=P3D"),
        ("2-3 years", "P2Y..P3Y"),
        ("2～3年", "P2Y..P3Y"),
        ("2 weeks to 3 months", "P2W..P3M"),
        ("5 days long", "P5D"),
    ],
)
def test_a_length_has_one_form(words: str, norm: str) -> None:
    assert duration(words) == norm


@pytest.mark.parametrize("words", ["", "years", "十分", "3 people", "30分1時間", "1 hour 2 hours", "3 years old", "年"])
def test_what_is_no_length_is_none(words: str) -> None:
    assert duration(words) is None


@given(st.text(alphabet="0123456789.半年月週日時間分約～-か forhuranda", max_size=90) | st.text(max_size=90))
@settings(max_examples=300)
def test_any_text_is_read_without_an_error(words: str) -> None:
    assert duration(words) != ""


def test_a_unit_of_time_is_known() -> None:
    assert is_length("Years")
    assert not is_length("people")
