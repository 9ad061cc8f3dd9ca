"""Spans laid over each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.eval.spans import likeness, meet, paired
from tsuzuri.core.document import Span

spans = st.builds(lambda start, length: Span(start, start + length), st.integers(0, 30), st.integers(1, 8))


def test_spans_meet_when_any_two_share_a_character() -> None:
    assert meet([Span(0, 2), Span(8, 9)], [Span(5, 7), Span(8, 12)])
    assert not meet([Span(0, 2)], [Span(2, 4)])
    assert not meet([], [Span(2, 4)])


@given(spans, spans)
@settings(max_examples=60)
def test_likeness_is_that_of_overlap_and_greatest_for_the_same_span(one: Span, other: Span) -> None:
    assert (likeness(one, other) > 0) == one.overlaps(other)
    assert likeness(one, other) == likeness(other, one)
    assert likeness(one, one) >= likeness(one, other)


def test_pairs_are_one_to_one_and_the_best_come_first() -> None:
    found = paired([Span(0, 10), Span(0, 4)], [Span(0, 4), Span(6, 9)], likeness)
    assert set(found) == {(Span(0, 4), Span(0, 4)), (Span(0, 10), Span(6, 9))}


@given(st.lists(spans, max_size=6), st.lists(spans, max_size=6))
@settings(max_examples=60)
def test_none_is_in_two_pairs(some: list[Span], others: list[Span]) -> None:
    here, there = list(enumerate(some)), list(enumerate(others))
    found = paired(here, there, lambda one, other: likeness(one[1], other[1]))
    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(found)
    assert all(one[1].overlaps(other[1]) for one, other in found)
