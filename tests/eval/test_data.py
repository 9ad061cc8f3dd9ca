"""Which items of a set are chosen."""

from pathlib import Path

from tests.eval.data import chosen, rows


def test_a_seed_chooses_the_same_items_and_a_smaller_number_some_of_them() -> None:
    items = list(range(50))
    assert chosen(items, 10, 7) == chosen(items, 10, 7)
    assert chosen(items, 20, 7)[:10] == chosen(items, 10, 7)
    assert chosen(items, 10, 8) != chosen(items, 10, 7)


def test_without_a_limit_there_are_all_in_their_order() -> None:
    assert chosen([3, 1, 2], None, 7) == [3, 1, 2]


def test_a_row_may_hold_any_character_but_a_line_feed(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text('{"a": "one\u2028two"}\n{"a": "three"}\n', encoding="utf-8")
    assert rows(file) == [{"a": "one\u2028two"}, {"a": "three"}]
