"""What stands around a number."""

import pytest

from tsuzuri.text.approximate import bound, folded, splits


def test_width_dashes_and_spaces_are_folded() -> None:
    assert folded(" １０–１２\u3000人。") == "10-12 人"
    assert folded("x" * 81) == ""


@pytest.mark.parametrize(
    ("text", "left", "sign"),
    [
        ("about 5 kg", "5 kg", "~"),
        ("5人以上", "5人", ">="),
        ("under 5", "5", "<"),
        ("5 kg", "5 kg", ""),
        ("about", "about", ""),
    ],
)
def test_a_bound_is_told_apart(text: str, left: str, sign: str) -> None:
    assert bound(text) == (left, sign)


def test_a_range_is_parted_wherever_it_may_be() -> None:
    assert list(splits("5 to 7-8")) == [("5", "7-8"), ("5 to 7", "8")]
    assert list(splits("between 5 and 7")) == [("5", "7")]
    assert list(splits("-5")) == []
