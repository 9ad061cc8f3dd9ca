import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.readers.chat_exports.values import DAMAGED, values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100)
@given(st.lists(st.dictionaries(st.text(max_size=4), JSON, max_size=3), max_size=8), st.sampled_from([None, 2]))
def test_lists_and_lines_give_their_values(items: list[object], indent: int | None) -> None:
    assert list(values("\n " + json.dumps(items, indent=indent) + "\n")) == items
    if len(items) > 1:
        assert list(values("\n\n".join(map(json.dumps, items)))) == items


def test_an_object_over_many_lines_is_one_value() -> None:
    assert list(values('{\n"a":\n1}')) == [{"a": 1}]


def test_a_list_is_read_through_a_window() -> None:
    items = [{"number": number} for number in range(50)]
    assert list(values(json.dumps(items), window=40)) == items


def test_what_is_longer_than_the_window_is_not_decoded() -> None:
    assert list(values(json.dumps([{"a": 1}, {"a": "x" * 40}, {"a": 2}]), window=20)) == [{"a": 1}, DAMAGED]
    assert list(values('{"a": 1}\n{"a": "xxxxxxxxxxxxxxxx"}\n{"a": 2}', window=12)) == [{"a": 1}, DAMAGED, {"a": 2}]


@pytest.mark.parametrize(
    "text", ['[{"a": 1}, {"a"', '[{"a": 1}', '[{"a": 1}] and more', '[{"a": 1}, ' + '{"a":' * 200_000]
)
def test_a_list_that_breaks_off_is_read_up_to_there(text: str) -> None:
    assert list(values(text)) == [{"a": 1}, DAMAGED]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, "{" + "9" * 5000])
def test_nesting_without_end_is_damage(text: str) -> None:
    assert list(values(text)) == [DAMAGED]
