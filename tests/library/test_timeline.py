"""Facts as lanes of time: which stand in one lane, which make one stretch, what has no place on the axis."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.library.told import RINA, fact, told
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Fact
from tsuzuri.library.timeline import Lane, lanes, window

SINGLE = frozenset({"works_at", "lives_in"})


def laned(*facts: Fact) -> tuple[Lane, ...]:
    return lanes(RINA, [told(one) for one in facts], SINGLE)


def day(year: int, month: int = 1, day_: int = 1) -> date:
    return date(year, month, day_)


class TestALane:
    def test_of_a_single_valued_relation_holds_all_its_values_in_order_of_time(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | works_at | Ostra GmbH", day(2022)),
            fact(2, "Rina Hayami | works_at | Lumen AG", day(2019), day(2022)),
        )
        assert (lane.label, lane.value, lane.inward) == ("works at", "", False)
        assert [one.value for one in lane.stretches] == ["Lumen AG", "Ostra GmbH"]

    def test_of_a_many_valued_relation_holds_one_value(self) -> None:
        found = laned(
            fact(1, "Rina Hayami | member_of | 合唱団", day(2020)),
            fact(2, "Rina Hayami | member_of | Chess Club", day(2019)),
        )
        assert [lane.label for lane in found] == ["member of Chess Club", "member of 合唱団"]

    def test_is_inward_where_the_entity_is_the_object_and_holds_one_subject(self) -> None:
        found = laned(
            fact(1, "Ken Ito | works_at | Rina Hayami", day(2019)),
            fact(2, "Mina Sato | works_at | Rina Hayami", day(2020)),
        )
        assert [(lane.label, lane.inward) for lane in found] == [
            ("Ken Ito works at", True),
            ("Mina Sato works at", True),
        ]

    def test_stands_where_it_begins_and_last_where_nobody_knows(self) -> None:
        found = laned(
            fact(1, "Rina Hayami | educated_at | Ulm", None, day(2018)),
            fact(2, "Rina Hayami | visited | Kobe", day(2021), day(2021, 1, 2)),
            fact(3, "Rina Hayami | lives_in | Kobe", day(2019)),
        )
        assert [lane.relation for lane in found] == ["lives_in", "visited", "educated_at"]

    def test_holds_nothing_that_has_no_date_or_never_held(self) -> None:
        assert laned(fact(1, "Rina Hayami | knows | Ken Ito")) == ()
        assert laned(fact(1, "Rina Hayami | lives_in | Kobe", day(2020), day(2020))) == ()


class TestAStretch:
    def test_is_made_of_facts_that_tell_the_same_of_one_time(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | works_at | Lumen AG", day(2019), day(2022), precision=Precision.YEAR),
            fact(2, "Rina Hayami | works_at | Lumen AG", day(2020), day(2021)),
            fact(3, "Rina Hayami | works_at | Lumen AG", day(2022), day(2023)),
        )
        (stretch,) = lane.stretches
        assert stretch.held == Interval(day(2019), day(2023), Precision.YEAR)
        assert [view.fact.id for view in stretch.facts] == [1, 2, 3]

    def test_ends_at_a_gap(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | works_at | Lumen AG", day(2019), day(2020)),
            fact(2, "Rina Hayami | works_at | Lumen AG", day(2022)),
        )
        assert [one.held.start for one in lane.stretches] == [day(2019), day(2022)]

    def test_is_open_if_one_of_its_facts_is(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | lives_in | Kobe", day(2019)),
            fact(2, "Rina Hayami | lives_in | Kobe", day(2020), day(2021)),
        )
        assert [one.held.end for one in lane.stretches] == [None]

    def test_has_an_unknown_start_only_if_none_of_its_facts_knows_it(self) -> None:
        (known,) = laned(
            fact(1, "Rina Hayami | lives_in | Kobe", None, day(2021)),
            fact(2, "Rina Hayami | lives_in | Kobe", day(2020), day(2021)),
        )
        (unknown,) = laned(fact(1, "Rina Hayami | lives_in | Kobe", None, day(2021)))
        assert known.stretches[0].held == Interval(day(2020), day(2021), Precision.DAY)
        assert unknown.stretches[0].held == Interval(None, day(2021), Precision.DAY)

    def test_is_as_exact_as_the_least_exact_of_its_facts(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | lives_in | Kobe", day(2020), day(2021), precision=Precision.DAY),
            fact(2, "Rina Hayami | lives_in | Kobe", day(2020), day(2022), precision=Precision.UNKNOWN),
        )
        assert lane.stretches[0].held.precision is Precision.UNKNOWN

    def test_of_one_day_is_a_point(self) -> None:
        lane, other = laned(
            fact(1, "Rina Hayami | visited | Kobe", day(2021, 5, 1), day(2021, 5, 2)),
            fact(2, "Rina Hayami | visited | Ulm", day(2021, 5, 1), day(2021, 6, 1)),
        )
        assert (lane.stretches[0].is_point, other.stretches[0].is_point) == (True, False)

    def test_is_disputed_if_one_of_its_facts_is(self) -> None:
        (lane,) = laned(
            fact(1, "Rina Hayami | lives_in | Kobe", day(2020), disputed_by=2),
            fact(2, "Rina Hayami | lives_in | Ulm", day(2020)),
        )
        assert {one.value: one.is_disputed for one in lane.stretches} == {"Kobe": True, "Ulm": False}


DAYS = st.none() | st.dates(day(2015), day(2025))
DATED = st.builds(
    lambda number, relation, value, start, length: fact(
        number, f"Rina Hayami | {relation} | {value}", start, start and start + timedelta(days=length)
    ),
    st.integers(1, 10**6),
    st.sampled_from(["works_at", "member_of"]),
    st.sampled_from(["Lumen AG", "Ostra GmbH", "合唱団"]),
    DAYS,
    st.integers(1, 900),
)


@settings(max_examples=200)
@given(st.lists(DATED, max_size=12, unique_by=lambda one: one.id))
def test_every_dated_fact_stands_in_one_stretch_that_covers_it(facts: list[Fact]) -> None:
    found = laned(*facts)
    stretches = [one for lane in found for one in lane.stretches]
    shown = [view.fact for one in stretches for view in one.facts]
    dated = [one for one in facts if one.held.start is not None]
    assert sorted(one.id for one in shown) == sorted(one.id for one in dated)
    for stretch in stretches:
        for view in stretch.facts:
            assert view.fact.object_name == stretch.value
            assert stretch.held.start is not None
            assert view.fact.held.start is not None
            assert stretch.held.start <= view.fact.held.start
    assert laned(*reversed(facts)) == found


def test_a_window_has_both_its_days() -> None:
    asked = window(day(2020), day(2020, 12, 31))
    assert asked == Interval(day(2020), day(2021))
    assert window(None, date.max) == Interval()
    with pytest.raises(ValueError, match="before it starts"):
        window(day(2021), day(2020))
