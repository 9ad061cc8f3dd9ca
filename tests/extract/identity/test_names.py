"""The shorter names that people call someone or something by."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.names import short_forms
from tsuzuri.extract.identity.spelling import loose

PERSON, ORGANIZATION, PLACE, THING = (
    EntityType.PERSON,
    EntityType.ORGANIZATION,
    EntityType.PLACE,
    EntityType.THING,
)


@pytest.mark.parametrize(
    ("full", "type", "short"),
    [
        ("Mariko Hoshi", PERSON, "Hoshi"),
        ("Mariko Hoshi", PERSON, "Mariko"),
        ("Mariko Hoshi", PERSON, "M. Hoshi"),
        ("John Robert Hale", PERSON, "J. R. Hale"),
        ("John Robert Hale", PERSON, "John Hale"),
        ("John Robert Hale", PERSON, "JRH"),
        ("Anna de la Rey", PERSON, "de la Rey"),
        ('Robert "Bo" Hale', PERSON, "Bo Hale"),
        ("Robert Hale Jr.", PERSON, "Robert Hale"),
        ("佐藤美咲", PERSON, "佐藤"),
        ("佐藤美咲", PERSON, "美咲"),
        ("林 美咲", PERSON, "美咲"),
        ("マリコ・ホシ", PERSON, "ホシ"),
        ("オットー3世", PERSON, "オットー"),
        ("エーデル川のマーラ", PERSON, "マーラ"),
        ("Aoba University", ORGANIZATION, "Aoba"),
        ("Big Lumen Music Publishing", ORGANIZATION, "Big Lumen"),
        ("University of Oster", ORGANIZATION, "Oster"),
        ("Ministry of Fisheries", ORGANIZATION, "the Ministry"),
        ("Vallian Parliament", ORGANIZATION, "Parliament"),
        ("Oster City Hawks", ORGANIZATION, "Hawks"),
        ("日本海洋連合会", ORGANIZATION, "海洋連合会"),
        ("オスター・ホークス", ORGANIZATION, "ホークス"),
        ("Oster – Vall Trade Agreement", THING, "the Agreement"),
        ("Lumen: Home Again", THING, "Home Again"),
        ("オスター選手権", THING, "オスター"),
        ("State of Vall", PLACE, "Vall"),
        ("ヴァル共和国", PLACE, "ヴァル"),
        ("青葉県緑市", PLACE, "緑市"),
        ("緑川市", PLACE, "緑川"),
    ],
)
def test_are_parts_by_which_it_is_known(full: str, type: EntityType, short: str) -> None:
    assert loose(short) in short_forms(full, type)


@pytest.mark.parametrize(
    ("full", "type", "short"),
    [
        ("Mariko Hoshi", PERSON, "Hosh"),
        ("Mariko Hoshi", PERSON, "Mariko Hoshi"),
        ("Saint Mara", PERSON, "Mara"),
        ("Idris ibn Halim", PERSON, "Halim"),
        ("佐藤美咲", PERSON, "佐"),
        ("佐藤製作所工場", PERSON, "佐藤"),
        ("Lumen Europe", ORGANIZATION, "Lumen"),
        ("Lumen University and Hospital", ORGANIZATION, "Lumen University"),
        ("Old Press Association", ORGANIZATION, "Old"),
        ("日本大学", ORGANIZATION, "大学"),
        ("青葉電機", ORGANIZATION, "青葉"),
        ("1815 Act of Vall", THING, "Act of Vall"),
        ("続・夕焼けの丘", THING, "夕焼けの丘"),
        ("Lumen 2", THING, "Lumen"),
        ("North Sea", PLACE, "North"),
        ("緑島", PLACE, "緑"),
        ("テルナ島", PLACE, "テルナ"),
        ("オスター駅", PLACE, "オスター"),
    ],
)
def test_are_not_what_mostly_names_something_else(full: str, type: EntityType, short: str) -> None:
    assert loose(short) not in short_forms(full, type)


@settings(deadline=None, max_examples=100)
@given(st.text("ab Ⅱ-・の太郎市国カ世1:'&", max_size=40), st.sampled_from(EntityType))
def test_are_loose_few_and_never_the_name_itself(name: str, type: EntityType) -> None:
    forms = short_forms(name, type)
    assert loose(name) not in forms
    assert len(forms) < 300
