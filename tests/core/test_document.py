import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import SaidKind, Span

SPANS = st.tuples(st.integers(0, 40), st.integers(0, 10)).map(lambda pair: Span(pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (-2, -1)])
def test_a_negative_or_reversed_range_is_no_span(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="not a span"):
        Span(start, end)


def test_it_covers_code_points() -> None:
    assert Span(1, 3).of("a猫🐈b") == "猫🐈"
    assert len(Span(1, 3)) == 2


def test_it_moves() -> None:
    assert Span(1, 3).shift(4) == Span(5, 7)


def test_touching_is_not_overlapping() -> None:
    assert not Span(0, 2).overlaps(Span(2, 4))
    assert Span(0, 3).overlaps(Span(2, 4))


def test_it_contains_itself_and_what_lies_inside() -> None:
    assert Span(1, 5).contains(Span(1, 5))
    assert Span(1, 5).contains(Span(2, 4))
    assert not Span(1, 5).contains(Span(2, 6))


@settings(deadline=None)
@given(SPANS, SPANS)
def test_overlap_is_a_shared_character(one: Span, other: Span) -> None:
    shared = {*range(one.start, one.end)} & {*range(other.start, other.end)}
    assert one.overlaps(other) is other.overlaps(one)
    if one and other:
        assert one.overlaps(other) is bool(shared)


def test_dates_are_trusted_in_this_order() -> None:
    order = [SaidKind.MESSAGE, SaidKind.FRONT_MATTER, SaidKind.METADATA, SaidKind.HEADING, SaidKind.FILE_NAME]
    assert list(SaidKind) == [*order, SaidKind.FILE_TIME]
