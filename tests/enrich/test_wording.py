"""What may be the name of a category."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.enrich.wording import is_name


class TestAName:
    @pytest.mark.parametrize(
        "name", ["Tea", "Green tea", "Board members", "Handicrafts", "和食", "京都の寺", "ひとびと"]
    )
    def test_is_short_and_has_one_topic(self, name: str) -> None:
        assert is_name(name)

    @pytest.mark.parametrize(
        "name",
        [
            "",
            " Tea",
            "Tea and coffee",
            "Tea & coffee",
            "Tea, coffee",
            "Tea/coffee",
            "All the green teas",
            "1984",
            "茶",
            "茶とコーヒー",
            "茶や菓子",
            "日本の伝統的な和菓子",
            "Tea\nCoffee",
        ],
    )
    def test_is_nothing_else(self, name: str) -> None:
        assert not is_name(name)

    @given(st.text(max_size=50))
    def test_of_any_text_is_told_without_fail(self, text: str) -> None:
        assert not (is_name(text) and " and " in text)
