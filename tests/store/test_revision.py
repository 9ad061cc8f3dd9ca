"""Which passages stay when a file changes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuzuri.core.document import Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.values import Passage, PassageDraft
from tsuzuri.store.revision import kept


def day(number: int, kind: SaidKind = SaidKind.MESSAGE) -> Said:
    return Said(datetime(2024, 1, number, tzinfo=UTC), kind)


def drafts(*texts: str, heading: str = "", speaker: str = "", said: Said | None = None) -> list[PassageDraft]:
    return [PassageDraft(i, Span(0, len(text)), text, heading, "", speaker, said) for i, text in enumerate(texts)]


def stored(now: list[PassageDraft]) -> list[Passage]:
    """The passages as they are stored, with ids from 1."""
    return [
        Passage(PassageId(i + 1), ContentId(1), SourceId(1), "/a", "", i, one.span, one.text, one.heading, "",
                one.speaker, one.said)
        for i, one in enumerate(now)
    ]  # fmt: skip


def ids(before: list[PassageDraft], now: list[PassageDraft]) -> list[int | None]:
    return [None if one is None else one.id for one in kept(stored(before), now)]


def test_one_after_a_changed_one_is_new_and_the_next_is_not() -> None:
    assert ids(drafts("a", "b", "c", "d"), drafts("a", "B", "c", "d")) == [1, None, None, 4]


def test_one_after_a_changed_one_under_another_heading_stays() -> None:
    before = [*drafts("a", heading="One"), *drafts("b", heading="Two")]
    assert ids(before, [*drafts("A", heading="One"), *drafts("b", heading="Two")]) == [None, 2]


def test_one_that_is_first_now_is_new_unless_it_was_first_under_its_heading() -> None:
    assert ids(drafts("a", "b"), drafts("b")) == [None]
    assert ids([*drafts("a", heading="One"), *drafts("b", heading="Two")], drafts("b", heading="Two")) == [2]


@pytest.mark.parametrize(
    "now",
    [
        drafts("a", heading="Two", speaker="Ken", said=day(1)),
        drafts("a", heading="One", speaker="Aya", said=day(1)),
        drafts("a", heading="One", speaker="Ken", said=day(2)),
        drafts("a", heading="One", speaker="Ken"),
        drafts("a", heading="One", speaker="Ken", said=day(1, SaidKind.FILE_TIME)),
    ],
)
def test_another_heading_speaker_or_date_makes_another_passage(now: list[PassageDraft]) -> None:
    before = drafts("a", heading="One", speaker="Ken", said=day(1))
    assert ids(before, before) == [1]
    assert ids(before, now) == [None]


def test_the_time_of_the_file_does_not() -> None:
    file_time = SaidKind.FILE_TIME
    assert ids(drafts("a", said=day(1, file_time)), drafts("a", said=day(2, file_time))) == [1]


def test_those_that_are_alike_stay_in_order() -> None:
    assert ids(drafts("a", "a", "a", "a"), drafts("a", "a", "a")) == [1, 2, 3]


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_each_stays_at_most_once_and_with_its_words(before: list[str], now: list[str]) -> None:
    found = kept(stored(drafts(*before)), drafts(*now))
    assert len(found) == len(now)
    assert all(one.text == text for one, text in zip(found, now, strict=True) if one is not None)
    stayed = [one.id for one in found if one is not None]
    assert len(stayed) == len(set(stayed))
    if before == now:
        assert stayed == list(range(1, len(now) + 1))
