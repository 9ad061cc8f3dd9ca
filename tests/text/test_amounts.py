"""Amounts in two languages, each in one form."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.text.amounts import amount
from tsuzuri.text.units import UNITS

FIGURES = "0123456789.,-~〇一二三十百千万億円人割分月額約以上$€ %mkaboutper/to半年h"


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        ("40 euros", "40 EUR"),
        ("40€", "40 EUR"),
        ("$3.5 million", "3500000 USD"),
        ("US$40", "40 USD"),
        ("USD 40", "40 USD"),
        ("40 USD", "40 USD"),
        ("$12m", "12000000 USD"),
        ("€40k", "40000 EUR"),
        ("£2.5bn", "2500000000 GBP"),
        ("1,200 yen", "1200 JPY"),
        ("¥1,200", "1200 JPY"),
        ("￥1,200", "1200 JPY"),
        ("3,200円", "3200 JPY"),
        ("３２００円", "3200 JPY"),
        ("三千円", "3000 JPY"),
        ("1.15億円", "115000000 JPY"),
        ("100万ドル", "1000000 USD"),
        ("1,234,567.89円", "1234567.89 JPY"),
        ("1万2千人", "12000 people"),
        ("2人", "2 people"),
        ("12名", "12 people"),
        ("two hundred people", "200 people"),
        ("300 employees", "300 employees"),
        ("a dozen eggs", "12 eggs"),
        ("20 kg", "20 kg"),
        ("5kg", "5 kg"),
        ("20キログラム", "20 kg"),
        ("0.50 mg", "0.5 mg"),
        ("15㎡", "15 m2"),
        ("-5 °C", "-5 °C"),
        ("20℃", "20 °C"),
        ("2,000 kWh", "2000 kWh"),
        ("12 m", "12 m"),
        ("5%", "5 %"),
        ("5 percent", "5 %"),
        ("５％", "5 %"),
        ("３割", "30 %"),
        ("三割", "30 %"),
        ("3割5分", "35 %"),
        ("約200 m²", "~200 m2"),
        ("about 200 m²", "~200 m2"),
        ("200円程度", "~200 JPY"),
        ("100人以上", ">=100 people"),
        ("at least 3 boxes", ">=3 boxes"),
        ("300億円超", ">30000000000 JPY"),
        ("more than 50 employees", ">50 employees"),
        ("20歳未満", "<20 years old"),
        ("up to 30%", "<=30 %"),
        ("10-12 people", "10..12 people"),
        ("10 to 12 people", "10..12 people"),
        ("between 10 and 12 people", "10..12 people"),
        ("10～12人", "10..12 people"),
        ("10人から12人", "10..12 people"),
        ("$10-$12", "10..12 USD"),
        ("3-4 million yen", "3000000..4000000 JPY"),
        ("10～12万円", "100000..120000 JPY"),
        ("500 to 1 million", "500..1000000"),
        ("40 euros a month", "40 EUR/month"),
        ("40 EUR/month", "40 EUR/month"),
        ("月額3万円", "30000 JPY/month"),
        ("時給約1,200円", "~1200 JPY/h"),
        ("60 km/h", "60 km/h"),
        ("時速60km", "60 km/h"),
        ("1日3回", "3 times/day"),
        ("42歳", "42 years old"),
        ("42 years old", "42 years old"),
        ("1,200", "1200"),
        ("3.5", "3.5"),
        ("三千", "3000"),
    ],
)
def test_an_amount_has_one_form(words: str, norm: str) -> None:
    assert amount(words) == norm


@pytest.mark.parametrize(
    "words",
    [
        "", "m", "10-", "twelve", "a company", "one of them", "3 pm", "3D", "version 1.2.3", "10 Mill Street", "1/2",
        "12 per day", "3 days", "3 days a week", "12-10 people", "5 kg to 7 m", "to build a bridge", "x" * 200,
        "3,5 kg", "千葉", "四国", "三戸", "千歳", "一部", "六本木", "第3回",
    ],
)  # fmt: skip
def test_what_is_no_amount_is_none(words: str) -> None:
    assert amount(words) is None


@pytest.mark.parametrize("spelling", sorted(UNITS))
def test_every_unit_is_known_by_every_spelling(spelling: str) -> None:
    found = amount(f"12 {spelling}")
    assert found == f"12 {UNITS[spelling]}"


@given(st.text(alphabet=FIGURES, max_size=90) | st.text(max_size=90))
@settings(max_examples=400)
def test_any_text_is_read_without_an_error(words: str) -> None:
    assert amount(words) != ""


@given(st.integers(0, 10**9), st.sampled_from(["円", " yen", "人", " kg", "%"]))
@settings(max_examples=100)
def test_grouping_and_width_make_no_difference(figure: int, unit: str) -> None:
    wide = str(figure).translate({ord(str(digit)): chr(0xFF10 + digit) for digit in range(10)})
    assert amount(f"{figure:,}{unit}") == amount(f"{figure}{unit}") == amount(f"{wide}{unit}") is not None
