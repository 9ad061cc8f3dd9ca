"""A literal object has a type and one normal form."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import UNDATED, Interval, Precision
from tsuzuri.extract.literals import iso, typed_value

SAID = date(2024, 3, 11)


@pytest.mark.parametrize(
    ("words", "type", "norm"),
    [
        ("March 2024", "date", "2024-03"),
        ("2024-03-05", "date", "2024-03-05"),
        ("15 March", "date", "2024-03-15"),
        ("next Friday", "date", "2024-03-15"),
        ("来週の金曜日", "date", "2024-03-22"),
        ("令和6年3月5日", "date", "2024-03-05"),
        ("10月1日", "date", "2023-10-01"),
        ("Q2 2024", "date", "2024-04/2024-06"),
        ("2023年度", "date", "2023-04/2024-03"),
        ("since 2019", "date", "2019/.."),
        ("2019年以降", "date", "2019/.."),
        ("until June 2023", "date", "../2023-06"),
        ("1990s", "date", "1990/1999"),
        ("2024", "date", "2024"),
        ("1868", "amount", "1868"),
        ("3 years", "duration", "P3Y"),
        ("2時間", "duration", "PT2H"),
        ("3,200円", "amount", "3200 JPY"),
        ("10-12 people", "amount", "10..12 people"),
        ("Anna@Example.com", "email", "anna@example.com"),
        ("https://Example.com/", "url", "example.com"),
        ("03-1234-5678", "phone", "0312345678"),
        ("computer", "text", "computer"),
        ("A  Red Thing", "text", "a red thing"),
        ("8:30", "text", "8:30"),
    ],
)
def test_words_are_typed(words: str, type: str, norm: str) -> None:
    assert typed_value(words, "is", SAID) == ValueForm(ValueType(type), norm)


@pytest.mark.parametrize(
    ("words", "relation", "type", "norm"),
    [
        ("1868", "founded_on", "date", "1868"),
        ("2024", "price", "amount", "2024"),
        ("March", "price", "date", "2024-03"),
        ("Head of Sales", "works_as", "role", "head of sales"),
        ("the engineer", "works_as", "role", "engineer"),
        ("部長", "left", "role", "部長"),
        ("engineer", "is", "text", "engineer"),
    ],
)
def test_the_relation_tells_what_may_be_meant(words: str, relation: str, type: str, norm: str) -> None:
    assert typed_value(words, relation, SAID) == ValueForm(ValueType(type), norm)


@pytest.mark.parametrize(
    ("words", "type", "norm"),
    [("March 2024", "date", "2024-03"), ("next Friday", "text", "next friday"), ("5 May", "text", "5 may")],
)
def test_without_a_reference_only_what_hangs_on_none_is_a_date(words: str, type: str, norm: str) -> None:
    assert typed_value(words, "scheduled_for", None) == ValueForm(ValueType(type), norm)


def test_the_same_day_in_other_words_is_the_same_value() -> None:
    assert typed_value("this Friday", "scheduled_for", SAID) == typed_value("2024年3月15日", "scheduled_for", None)


@pytest.mark.parametrize(
    ("interval", "written"),
    [
        (Interval(date(2024, 3, 5), date(2024, 3, 6), Precision.DAY), "2024-03-05"),
        (Interval(date(2024, 1, 1), date(2025, 1, 1), Precision.YEAR), "2024"),
        (Interval(date(2024, 5, 3), date(2024, 7, 1), Precision.MONTH), "2024-05-03/2024-06"),
        (Interval(date(2023, 4, 1), date(2024, 4, 1), Precision.YEAR), "2023-04/2024-03"),
        (Interval(None, date(2024, 1, 1), Precision.YEAR), "../2023"),
        (UNDATED, ".."),
    ],
)
def test_an_interval_is_as_short_as_its_precision(interval: Interval, written: str) -> None:
    assert iso(interval) == written


@given(st.text(max_size=90), st.sampled_from(["is", "price", "works_as", "born_on"]), st.sampled_from([None, SAID]))
@settings(max_examples=300)
def test_every_text_has_a_form(words: str, relation: str, reference: date | None) -> None:
    form = typed_value(words, relation, reference)
    assert form == typed_value(words, relation, reference)
    assert form.norm or not words
