"""Prints: a question is the same in either order and after all had gone, and another for other names."""

from tests.extract.identity.people import entity
from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.prints import merge_print


def test_a_merge_is_the_same_question_in_either_order_and_under_other_ids() -> None:
    print_ = merge_print(entity("J. Hale", id=1), entity("John Hale", id=2))
    assert print_ == merge_print(entity("John Hale", id=7), entity("Ｊ. Hale", id=8))
    assert -(1 << 63) <= print_ < 1 << 63


def test_a_merge_of_others_is_another_question() -> None:
    prints = {
        merge_print(entity("J. Hale"), entity("John Hale")),
        merge_print(entity("J. Hale"), entity("Jane Hale")),
        merge_print(entity("J. Hale"), entity("John Hale", type=EntityType.PLACE)),
    }
    assert len(prints) == 3
