"""Names taken apart: which could be one, and which never are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.forms import Likeness, conflict, form, initials, is_part_of, likeness, skeleton

PERSON, ORGANIZATION, PLACE = EntityType.PERSON, EntityType.ORGANIZATION, EntityType.PLACE
EVENT, THING = EntityType.EVENT, EntityType.THING

NAMES = st.one_of(
    st.sampled_from(
        ["John Hale", "J. Hale", "Hale, Jane", "Bob Hale", "田中太郎", "田中", "Lumen AG", "UN", "第2回大会"]
    ),
    st.text("abJH. -田中太郎第1回ー・", min_size=1, max_size=12).filter(str.strip),
)


def how(one: str, other: str, type: EntityType = PERSON) -> Likeness | None:
    return likeness(form(one, type), form(other, type), type)


class TestNamesThatCouldBeOne:
    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ("田中 太郎", "田中太郎", Likeness.SAME),
            ("田中太郎さん", "田中太郎", Likeness.SAME),
            ("Hale, John", "John Hale", Likeness.SAME),
            ("José García", "Jose Garcia", Likeness.SPELLING),
            ("Tanaka Kenji", "Kenji Tanaka", Likeness.SWAPPED),
            ("John Robert Hale", "John Hale", Likeness.MIDDLE),
            ("Tanaka Tarō", "田中太郎", Likeness.READING),
            ("Taro Tanaka", "田中太郎", Likeness.READING),
            ("たなか たろう", "田中太郎", Likeness.READING),
            ("Tanaka", "田中", Likeness.SINGLE),
            ("J. Hale", "John Hale", Likeness.INITIALS),
            ("J. R. Hale", "John Robert Hale", Likeness.INITIALS),
            ("J.R. Hale", "John Hale", Likeness.INITIALS),
            ("Hale J.", "John Hale", Likeness.INITIALS),
            ("Bob Hale", "Robert Hale", Likeness.NICKNAME),
            ("Sam Hale", "Samuel Hale", Likeness.NICKNAME),
            ("Katharine Osterhagen", "Katherine Osterhagen", Likeness.TYPO),
            ("Mr Hale", "John Hale", Likeness.PART),
            ("Ken", "Ken Ito", Likeness.PART),
            ("田中", "田中太郎", Likeness.PART),
            ("太郎", "田中太郎", Likeness.PART),
            ("ヘイル", "ジョン・ヘイル", Likeness.PART),
            ("田中", "田中", Likeness.SINGLE),
        ],
    )
    def test_of_people(self, one: str, other: str, expected: Likeness) -> None:
        assert how(one, other) is expected

    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ("ＡＢＣ", "ABC", Likeness.COMMON),
            ("Quillfeather AG", "Quillfeather", Likeness.SAME),
            ("株式会社あかつき", "あかつき", Likeness.SAME),
            ("Cross-Border Books", "Cross Border Books", Likeness.SPELLING),
            ("サーバー工房", "サーバ工房", Likeness.SPELLING),
            ("Northern Radio Alliance", "NRA", Likeness.ACRONYM),
            ("Lumen", "Lumen Energy", Likeness.HEAD),
            ("Weatherstone Pottery", "Weathrestone Pottery", Likeness.TYPO),
        ],
    )
    def test_of_organizations(self, one: str, other: str, expected: Likeness) -> None:
        assert how(one, other, ORGANIZATION) is expected


class TestNamesThatNeverAreOne:
    @pytest.mark.parametrize(
        ("one", "other", "type"),
        [
            ("AI株式会社", "AI研究所", ORGANIZATION),
            ("東京都", "東京大学", ORGANIZATION),
            ("東京都", "東京駅", PLACE),
            ("Model 3", "Model 4", THING),
            ("Model", "Model 4", THING),
            ("第1回大会", "第2回大会", EVENT),
            ("第一回大会", "第二回大会", EVENT),
            ("Great Flood II", "Great Flood III", EVENT),
            ("Lumen University", "Lumen", ORGANIZATION),
            ("John Hale", "Jane Hale", PERSON),
            ("Christina Hale", "Christine Hale", PERSON),
            ("Jon Hale", "Jan Hale", PERSON),
            ("John Hale", "John Weaver", PERSON),
            ("田中太郎", "田中次郎", PERSON),
            ("田中太郎", "中田太郎", PERSON),
            ("田中太郎", "田中太朗", PERSON),
            ("Mika Sato", "田中太郎", PERSON),
            ("...", "...", PERSON),
        ],
    )
    def test_are_not_alike(self, one: str, other: str, type: EntityType) -> None:
        found = how(one, other, type)
        assert found is None or one == other

    @pytest.mark.parametrize(
        ("one", "other", "type"),
        [
            ("John Hale", "Jane Hale", PERSON),
            ("John Hale Jr", "John Hale Sr", PERSON),
            ("田中太郎", "田中次郎", PERSON),
            ("Model 3", "Model 4", THING),
        ],
    )
    def test_speak_against_each_other(self, one: str, other: str, type: EntityType) -> None:
        assert conflict(form(one, type), form(other, type), type)

    @pytest.mark.parametrize(
        ("one", "other"),
        [("J. Hale", "John Hale"), ("Mary Hale", "Ann Stone"), ("田中", "田中次郎"), ("Ken Ito", "伊藤健二")],
    )
    def test_do_not_where_they_may_be_one(self, one: str, other: str) -> None:
        assert not conflict(form(one, PERSON), form(other, PERSON), PERSON)


class TestAForm:
    def test_is_full_with_a_given_and_a_family_name(self) -> None:
        assert [form(name, PERSON).full for name in ("John Hale", "J. Hale", "Hale", "田中太郎", "田中")] == [
            True,
            False,
            False,
            True,
            False,
        ]

    def test_is_single_where_it_may_be_a_family_name_alone(self) -> None:
        assert [form(name, PERSON).single for name in ("Hale", "田中", "佐々木", "田中太郎", "John Hale")] == [
            True,
            True,
            True,
            False,
            False,
        ]

    def test_is_part_of_another_by_words_by_letters_and_as_acronym(self) -> None:
        def part(short: str, long: str) -> bool:
            return is_part_of(form(short, ORGANIZATION), form(long, ORGANIZATION))

        assert part("the Ministry", "the Ministry of Tides")
        assert part("東大", "東京大学")
        assert part("MoT", "Ministry Observing Tides")
        assert not part("Lumen", "Lumen")
        assert not part("Orbis", "Lumen Energy")

    def test_has_an_acronym_without_its_small_words(self) -> None:
        assert initials(("bank", "of", "the", "north")) == "bn"
        assert initials(("bank",)) == ""

    def test_has_the_skeleton_of_its_misspellings(self) -> None:
        one, other = form("Katharine Osterhagen", PERSON), form("Catherine Osterhagen", PERSON)
        assert skeleton(one) == skeleton(other) != ""
        assert skeleton(form("Ken Ito", PERSON)) == ""


class TestLikeness:
    @given(NAMES, NAMES, st.sampled_from(EntityType))
    @settings(max_examples=300)
    def test_is_the_same_both_ways_and_never_where_names_conflict(self, one: str, other: str, type: EntityType) -> None:
        assert how(one, other, type) is how(other, one, type)
        a, b = form(one, type), form(other, type)
        assert conflict(a, b, type) is conflict(b, a, type)
        assert not (conflict(a, b, type) and how(one, other, type))
