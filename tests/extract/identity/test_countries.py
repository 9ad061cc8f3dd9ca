"""Countries under the names they go by."""

import pytest

from tsuzuri.extract.identity.countries import country


@pytest.mark.parametrize(
    ("one", "other"),
    [("the United States", "ＵＳ"), ("米", "アメリカ合衆国"), ("日", "Japan"), ("英国", "イギリス"), ("独", "ドイツ")],
)
def test_two_names_of_one_country_share_a_code(one: str, other: str) -> None:
    assert country(one) == country(other) != ""


@pytest.mark.parametrize("words", ["French", "Ulm", "日本橋", "中国銀行", ""])
def test_an_adjective_and_any_other_name_have_none(words: str) -> None:
    assert country(words) == ""


def test_two_countries_have_two() -> None:
    assert country("North Korea") != country("South Korea")
