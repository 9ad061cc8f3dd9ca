from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.fake_library import paged
from tsuzuri.tui.widgets.pages import Pages


def filled(count: int, size: int) -> Pages[int]:
    pages: Pages[int] = Pages()
    while not pages.complete:
        pages.put(pages.frontier, paged(range(count), pages.cursor(pages.frontier), size))
    return pages


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 60), st.integers(1, 9))
def test_every_row_is_reached_in_order(count: int, size: int) -> None:
    pages = filled(count, size)
    assert pages.rows == count
    assert [pages.row(i) for i in range(count)] == list(range(count))
    assert pages.row(count) is None
    assert pages.missing(0, count) == ()


def test_rows_beyond_the_known_ones_ask_for_the_next_page() -> None:
    pages: Pages[int] = Pages()
    assert pages.missing(0, 5) == (0,)
    pages.put(0, paged(range(100), None, 10))
    assert pages.missing(0, 9) == ()
    assert pages.missing(5, 12) == (1,)
    assert pages.missing(50, 60) == (1,)


def test_a_page_that_was_let_go_is_asked_for_by_its_cursor() -> None:
    pages = filled(1000, 10)
    assert pages.row(0) is None
    assert pages.missing(0, 3) == (0,)
    pages.put(0, paged(range(1000), pages.cursor(0), 10))
    assert pages.row(3) == 3
    assert pages.rows == 1000


def test_a_kept_item_is_found() -> None:
    pages = filled(50, 10)
    assert pages.find(lambda item: item == 33) == 33
    assert pages.find(lambda item: item == 99) is None


def test_a_list_at_hand_is_complete() -> None:
    pages = Pages.of(["a", "b"])
    assert (pages.rows, pages.complete, pages.row(1)) == (2, True, "b")
