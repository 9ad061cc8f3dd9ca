"""Blocks: names that could be one meet in them, and no name has many."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.identity.people import entity
from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.blocks import blocks, is_contact

PERSON, ORGANIZATION = EntityType.PERSON, EntityType.ORGANIZATION


def meet(one: str, other: str, type: EntityType) -> bool:
    """Whether each finds the other, whichever came first."""
    a, b = blocks(entity(one, type=type)), blocks(entity(other, type=type))
    forth, back = bool(a.looks_in & b.stands_in), bool(b.looks_in & a.stands_in)
    assert forth == back
    return forth


class TestTwoNamesMeet:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("田中 太郎", "田中太郎"),
            ("Tanaka Kenji", "Kenji Tanaka"),
            ("John Robert Hale", "John Hale"),
            ("Taro Tanaka", "田中太郎"),
            ("たなか たろう", "田中太郎"),
            ("J. Hale", "John Hale"),
            ("J. R. Hale", "John Hale"),
            ("Hale J.", "John Hale"),
            ("Bob Hale", "Robert Hale"),
            ("Hale", "John Hale"),
            ("Ken", "Ken Ito"),
            ("田中", "田中太郎"),
            ("太郎", "田中太郎"),
            ("ヘイル", "ジョン・ヘイル"),
            ("Katharine Osterhagen", "Katherine Osterhagen"),
            ("José García", "Jose Garcia"),
        ],
    )
    def test_of_people(self, one: str, other: str) -> None:
        assert meet(one, other, PERSON)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Quillfeather AG", "Quillfeather"),
            ("Northern Radio Alliance", "NRA"),
            ("Lumen", "Lumen Energy"),
            ("Cross-Border Books", "Cross Border Books"),
            ("サーバー工房", "サーバ工房"),
        ],
    )
    def test_of_organizations(self, one: str, other: str) -> None:
        assert meet(one, other, ORGANIZATION)

    def test_by_an_alias(self) -> None:
        a, b = blocks(entity("Robin Vale", "The Owl")), blocks(entity("The Owl"))
        assert a.looks_in & b.stands_in
        assert b.looks_in & a.stands_in

    def test_by_an_address(self) -> None:
        a, b = blocks(entity("Ken Ito"), ["k@lumen.example"]), blocks(entity("伊藤"), ["k@lumen.example"])
        assert [block for block in a.looks_in & b.stands_in if is_contact(block)]


class TestTwoNamesDoNotMeet:
    @pytest.mark.parametrize(
        ("one", "other"), [("John Hale", "Mary Hale"), ("田中太郎", "田中花子"), ("John Hale", "John Weaver")]
    )
    def test_by_one_part_of_two_full_names(self, one: str, other: str) -> None:
        assert not meet(one, other, PERSON)


@given(st.lists(st.text("abc 田中太郎.・-", max_size=60), min_size=1, max_size=30), st.sampled_from(EntityType))
@settings(max_examples=150)
def test_blocks_are_few(names: list[str], type: EntityType) -> None:
    found = blocks(entity(names[0], *names[1:], type=type))
    assert len(found.stands_in) <= 9 * 12
    assert len(found.looks_in) <= 9 * 12
    assert blocks(entity(names[0], *names[1:], type=type)) == found
