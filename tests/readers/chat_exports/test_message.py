from datetime import UTC, datetime

import pytest

from tsuzuri.readers.chat_exports.message import as_mapping, as_moment, as_words

MOMENT = datetime(2024, 3, 5, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        1709633520,
        1709633520.0,
        1709633520_000,
        1709633520_000_000,
        "1709633520.000000",
        "2024-03-05T10:12:00Z",
        "2024-03-05 19:12:00+09:00",
    ],
)
def test_every_way_to_tell_a_moment(value: object) -> None:
    assert as_moment(value) == MOMENT


@pytest.mark.parametrize(
    "value", [None, True, 12.5, -1, 10**400, float("nan"), float("inf"), "soon", "12", "2024-02-31", [1709633520], {}]
)
def test_what_is_no_moment(value: object) -> None:
    assert as_moment(value) is None


def test_words_of_strings_and_parts() -> None:
    assert as_words("a") == "a"
    assert as_words(["a", {"text": "b"}, {"text": 1}, {"data": "c"}, 4, None, ["d"], ""]) == "a\nb"
    assert as_words(3) == as_words(None) == as_words({"text": "a"}) == ""


def test_only_an_object_is_a_mapping() -> None:
    assert as_mapping({"a": 1}) == {"a": 1}
    assert as_mapping([1]) == as_mapping(None) == {}
