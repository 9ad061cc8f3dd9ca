import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.store.cursors import cut, pack, unpack


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(min_value=1))
def test_a_cursor_gives_back_its_place(key: str, id_: int) -> None:
    assert unpack(pack(key, id_)) == (key, id_)


def test_a_page_goes_on_only_when_more_was_fetched() -> None:
    assert cut([1, 2, 3], 2, str).after == "2"
    assert cut([1, 2], 2, str).after is None
    assert cut([], 2, str).items == ()


@pytest.mark.parametrize("cursor", ["", "x", "[1]"])
def test_what_is_no_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack(cursor)
