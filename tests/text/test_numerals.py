"""Written numbers are read exactly, or not at all."""

import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.numerals import NUMBER, number, plain, scale_of


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("1,200", "1200"),
        ("2.5", "2.5"),
        ("3.5 million", "3500000"),
        ("3-million", "3000000"),
        ("40k", "40000"),
        ("2bn", "2000000000"),
        ("seventeen", "17"),
        ("twenty-five", "25"),
        ("two hundred and five", "205"),
        ("five hundred thousand", "500000"),
        ("two and a half million", "2500000"),
        ("half a million", "500000"),
        ("a dozen", "12"),
        ("三千", "3000"),
        ("千五百", "1500"),
        ("二千二十四", "2024"),
        ("二〇二四", "2024"),
        ("1万2千", "12000"),
        ("1,200万", "12000000"),
        ("1.15億", "115000000"),
        ("12億3000万", "1230000000"),
        ("〇", "0"),
    ],
)
def test_a_number_is_read_exactly(words: str, value: str) -> None:
    found = number(words)
    assert found is not None
    assert plain(found) == value
    assert re.fullmatch(NUMBER, words) or words == "2bn"


@pytest.mark.parametrize(
    "words", ["", "and", "hundred", "1,20", "1.2.3", "1..2", "万", "十二千", "二十十", "nonsense", "٣", "12 x"]
)
def test_what_is_no_number_is_none(words: str) -> None:
    assert number(words) is None


@pytest.mark.parametrize(("words", "scale"), [("4 million", "million"), ("12万", "万"), ("40k", "k"), ("40", "")])
def test_the_scale_at_its_end_is_told(words: str, scale: str) -> None:
    assert scale_of(words) == scale


@given(st.integers(0, 10**16 - 1))
@settings(max_examples=200)
def test_every_number_in_japanese_places_is_read_back(value: int) -> None:
    groups = [(value // 10**power % 10**4, mark) for mark, power in (("兆", 12), ("億", 8), ("万", 4), ("", 0))]
    written = "".join(f"{group}{mark}" for group, mark in groups if group) or "0"
    assert number(written) == value
    assert number(f"{value:,}") == value


@given(st.text(alphabet="0123456789.,-〇一二三十百千万億兆 andhlfmiok", max_size=80))
@settings(max_examples=300)
def test_reading_never_raises(words: str) -> None:
    found = number(words)
    assert found is None or isinstance(found, Decimal)
