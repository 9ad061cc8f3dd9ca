import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.store.cursors import cut, pack, pack_numbers, unpack, unpack_numbers


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(1, 2**63 - 1))
def test_a_cursor_gives_back_its_place(key: str, id_: int) -> None:
    assert unpack(pack(key, id_)) == (key, id_)


def test_a_page_goes_on_only_when_more_was_fetched() -> None:
    assert cut([1, 2, 3], 2, str).after == "2"
    assert cut([1, 2], 2, str).after is None
    assert cut([], 2, str).items == ()


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.floats(-1e18, 1e18), max_size=4))
def test_a_cursor_of_numbers_gives_back_its_place(place: list[float]) -> None:
    assert unpack_numbers(pack_numbers(*place), len(place)) == tuple(place)


@pytest.mark.parametrize(
    "cursor", ["", "x", "5", "[1]", "{}", "null", "[[], 1]", '["a", null]', "[1e999, 1]", f"[1, {2**64}]", "[" * 99999]
)
def test_any_other_text_is_refused_as_a_cursor(cursor: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack(cursor)
    with pytest.raises(ValueError, match=r"."):
        unpack_numbers(cursor, 2)
