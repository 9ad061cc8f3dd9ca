from hypothesis import given, settings
from hypothesis import strategies as st
from textual.content import Content

from tsuzuri.tui.widgets.shapes import Column, Table

TABLE: Table[str] = Table(
    (
        Column("name", Content, 6, share=2),
        Column("wide only", Content, 6, share=1, from_width=40),
        Column("size", lambda item: Content(str(len(item))), 5, right=True),
    ),
    lambda item: item,
)


def test_columns_share_the_room_that_is_left() -> None:
    assert [size for _, size in TABLE.sizes(60)] == [32, 19, 5]


def test_a_narrow_list_leaves_columns_out() -> None:
    assert [column.title for column, _ in TABLE.sizes(39)] == ["name", "size"]


def test_numbers_stand_flush_right() -> None:
    assert TABLE.lines("abc", 20)[0].plain == "abc                3"


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(categories=["L", "Nd", "Po"])), st.integers(20, 100))
def test_a_row_takes_the_width_of_the_list(item: str, width: int) -> None:
    heading = TABLE.heading(width)
    assert heading is not None
    assert heading.cell_length == TABLE.lines(item, width)[0].cell_length == width
