"""The table of units."""

from tsuzuri.text.normalise import key
from tsuzuri.text.units import CURRENCIES, RATES, UNITS, unit_of


def test_case_matters_where_it_tells_units_apart() -> None:
    assert (unit_of("MW"), unit_of("KG"), unit_of("Metres"), unit_of("mw")) == ("MW", "kg", "m", "")


def test_an_unknown_unit_has_no_name() -> None:
    assert unit_of("parsecs") == ""


def test_currencies_have_codes_of_three_letters() -> None:
    assert all(len(code) == 3 and code.isupper() for code in CURRENCIES.values())


def test_spellings_are_folded_as_the_words_are() -> None:
    assert [spelling for spelling in (*UNITS, *RATES) if key(spelling) != spelling.casefold()] == []
