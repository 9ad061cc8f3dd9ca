"""When values held: the rules one by one, and what is true of any history."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.ids import FactId
from tsuzuri.core.supersession import Held, Rules, Stated, settle
from tsuzuri.core.temporal import UNDATED, Interval, Precision

DAY, WEEK, MONTH, YEAR = Precision.DAY, Precision.WEEK, Precision.MONTH, Precision.YEAR
UNKNOWN = Precision.UNKNOWN
_PRECISIONS = {1: YEAR, 2: MONTH, 3: DAY}


def day(text: str) -> date:
    """2020, 2020-04 and 2020-04-05 are the first day of what they name."""
    return date(*[int(part) for part in (text + "-1-1").split("-")[:3]])


def words(start: str = "", end: str = "") -> Interval:
    """The words from `start` up to `end`, as exact as the less exact of the two."""
    if not start and not end:
        return UNDATED
    precision = _PRECISIONS[min(len(text.split("-")) for text in (start, end) if text)]
    return Interval(day(start) if start else None, day(end) if end else None, precision)


class History:
    """Statements in the order in which they are written here; a name stands for the statement's id."""

    def __init__(self) -> None:
        self.statements: list[Stated] = []

    def says(self, value: str, start: str = "", end: str = "", *, said: str = "", ending: bool = False) -> FactId:
        id_ = FactId(len(self.statements) + 1)
        self.statements.append(Stated(id_, value, words(start, end), day(said) if said else None, ending))
        return id_

    def left(self, value: str, start: str = "", *, said: str = "") -> FactId:
        return self.says(value, start, said=said, ending=True)

    def single(self) -> Mapping[FactId, Held]:
        return settle(self.statements, single=True)

    def many(self) -> Mapping[FactId, Held]:
        return settle(self.statements, single=False)


@pytest.fixture
def history() -> History:
    return History()


class TestOneValueAtATime:
    def test_a_new_value_closes_the_old_at_its_start(self, history: History) -> None:
        old, new = history.says("a", "2010-02-01"), history.says("b", "2015-03-05")
        held = history.single()
        assert held[old] == Held(words("2010-02-01", "2015-03-05"), closed_by=new)
        assert held[new] == Held(words("2015-03-05"))

    def test_late_news_slots_in(self, history: History) -> None:
        first, last = history.says("a", "2000", said="2000"), history.says("c", "2010", said="2010")
        late = history.says("b", "2005", said="2012")
        held = history.single()
        assert held[first] == Held(words("2000", "2005"), closed_by=late)
        assert held[late] == Held(words("2005", "2010"), closed_by=last)

    def test_the_same_value_said_again_is_one_episode_and_is_closed_together(self, history: History) -> None:
        first, again = history.says("a", "2000"), history.says("a", "2003")
        other, back = history.says("b", "2010"), history.says("a", "2015")
        held = history.single()
        assert [held[one].closed_by for one in (first, again, other, back)] == [other, other, back, None]

    def test_the_interval_is_known_as_exactly_as_its_less_exact_end(self, history: History) -> None:
        old, new = history.says("a", "2010-02-01"), history.says("b", "2015")
        assert history.single()[old] == Held(Interval(day("2010-02-01"), day("2015"), YEAR), closed_by=new)

    def test_many_values_stand_side_by_side(self, history: History) -> None:
        history.says("a", "2010"), history.says("b", "2015"), history.says("c", said="2016")
        assert {one.interval.end for one in history.many().values()} == {None}


class TestAnEndThatTheWordsGive:
    def test_stays_and_leaves_a_gap(self, history: History) -> None:
        old, new = history.says("a", "2000-01-01", "2005-01-01"), history.says("b", "2010")
        held = history.single()
        assert held[old] == Held(words("2000-01-01", "2005-01-01"))
        assert held[new] == Held(words("2010"))

    def test_disputes_what_begins_before_it_and_is_disputed(self, history: History) -> None:
        old, new = history.says("a", "2000-01-01", "2005-01-01"), history.says("b", "2003-01-01")
        held = history.single()
        assert held[old] == Held(words("2000-01-01", "2005-01-01"), disputed_by=new)
        assert held[new] == Held(words("2003-01-01"), disputed_by=old)

    def test_gives_way_to_a_beginning_told_as_exactly(self, history: History) -> None:
        old = history.says("a", "2000", "2006")  # "from 2000 to 2005"
        new = history.says("b", "2005")
        held = history.single()
        assert held[old] == Held(words("2000", "2005"), closed_by=new)
        assert held[new].disputed_by is None

    def test_stays_where_the_beginning_is_told_less_exactly(self, history: History) -> None:
        old, new = history.says("a", "2000-01-01", "2005-10-31"), history.says("b", "2005")
        held = history.single()
        assert (held[old], held[new]) == (Held(words("2000-01-01", "2005-10-31")), Held(words("2005")))

    def test_still_closes_what_was_open_before(self, history: History) -> None:
        old, new = history.says("a", "2000"), history.says("b", "2005", "2007")
        assert history.single()[old] == Held(words("2000", "2005"), closed_by=new)

    def test_without_a_start_has_no_place_once_it_was_past(self, history: History) -> None:
        current, former = history.says("a", "2000"), history.says("b", "", "2005", said="2008")
        held = history.single()
        assert (held[current], held[former]) == (Held(words("2000")), Held(words("", "2005")))


class TestAStatementWithoutAStart:
    def test_is_closed_by_a_later_start_and_never_gets_one(self, history: History) -> None:
        old, new = history.says("a", said="2012"), history.says("b", "2015-03-05")
        assert history.single()[old] == Held(Interval(None, day("2015-03-05"), DAY), closed_by=new)

    def test_closes_by_the_day_it_was_said_and_it_is_not_known_when(self, history: History) -> None:
        old, new = history.says("a", "2010"), history.says("b", said="2015-03-05")
        held = history.single()
        assert held[old] == Held(Interval(day("2010"), day("2015-03-05"), UNKNOWN), closed_by=new)
        assert held[new] == Held(UNDATED)

    def test_is_not_closed_by_what_began_before_it_was_said(self, history: History) -> None:
        known, old = history.says("a", said="2012"), history.says("b", "2010")
        held = history.single()
        assert held[known] == Held(UNDATED)
        assert held[old].closed_by == known

    def test_that_nobody_dated_is_left_alone(self, history: History) -> None:
        nowhere = history.says("a")
        history.says("b", "2010"), history.says("c", said="2012"), history.left("a", "2013")
        held = history.single()
        assert held[nowhere] == Held(UNDATED)
        assert nowhere not in {one.closed_by for one in held.values()}


class TestTwoValuesOfOneStart:
    def test_the_one_said_later_is_a_correction(self, history: History) -> None:
        right = history.says("b", "2010-05-01", said="2010-06-02")
        wrong = history.says("a", "2010-05-01", said="2010-05-03")
        held = history.single()
        assert held[right] == Held(words("2010-05-01"))
        assert held[wrong] == Held(words("2010-05-01", "2010-05-01"), closed_by=right, disputed_by=right)

    def test_what_was_corrected_closes_nothing(self, history: History) -> None:
        before = history.says("a", "2005", said="2005")
        history.says("b", "2010", said="2010")
        again = history.says("a", "2010", said="2011")
        after = history.says("c", "2015", said="2015")
        held = history.single()
        assert (held[before].closed_by, held[again].closed_by) == (after, after)

    def test_said_on_one_day_both_stay_disputed_until_the_next(self, history: History) -> None:
        one, other = history.says("a", "2010", said="2012"), history.says("b", "2010", said="2012")
        after = history.says("c", "2015")
        held = history.single()
        assert held[one] == Held(words("2010", "2015"), closed_by=after, disputed_by=other)
        assert held[other] == Held(words("2010", "2015"), closed_by=after, disputed_by=one)

    def test_two_without_a_start_said_on_one_day_are_disputed(self, history: History) -> None:
        one, other = history.says("a", said="2012"), history.says("b", said="2012")
        held = history.single()
        assert (held[one], held[other]) == (Held(UNDATED, disputed_by=other), Held(UNDATED, disputed_by=one))

    def test_a_year_comes_before_its_month_if_it_was_said_before(self, history: History) -> None:
        year, month = history.says("a", "2020", said="2020-03"), history.says("b", "2020-04", said="2020-05")
        held = history.single()
        assert held[year] == Held(Interval(day("2020"), day("2020-04"), YEAR), closed_by=month)
        assert held[month] == Held(words("2020-04"))

    def test_a_year_comes_after_its_month_if_it_was_said_after(self, history: History) -> None:
        month, year = history.says("a", "2020-04", said="2020-05"), history.says("b", "2020", said="2022")
        held = history.single()
        assert held[year] == Held(words("2020"))
        assert held[month] == Held(Interval(day("2020-04"), day("2021"), YEAR), closed_by=year)

    def test_and_has_begun_by_the_day_on_which_it_was_said(self, history: History) -> None:
        month = history.says("a", "2020-04", said="2020-05")
        history.says("b", "2020", said="2020-09-01")
        assert history.single()[month].interval.end == day("2020-09-02")

    @pytest.mark.parametrize(
        ("start", "precision", "end"),
        [
            ("2020-05-04", WEEK, "2020-05-11"),
            ("2020-05", MONTH, "2020-06"),
            ("2020-04", Precision.QUARTER, "2020-07"),
            ("2020", YEAR, "2021"),
            ("2020", Precision.DECADE, "2030"),
        ],
    )
    def test_and_by_the_end_of_its_unit(self, start: str, precision: Precision, end: str) -> None:
        exact = Stated(FactId(1), "a", words("2020-05-05"), day("2020-05-05"))
        coarse = Stated(FactId(2), "b", Interval(day(start), None, precision), day("2040"))
        assert settle([exact, coarse], single=True)[exact.id].interval.end == day(end)

    @pytest.mark.parametrize("at", [date.min, date.max])
    @pytest.mark.parametrize("precision", Precision)
    def test_at_either_end_of_the_calendar_too(self, at: date, precision: Precision) -> None:
        statements = [Stated(FactId(i), "ab"[i % 2], Interval(at, None, precision), None) for i in (1, 2)]
        ending = Stated(FactId(3), "a", Interval(at, None, precision), None, ending=True)
        assert len(settle([*statements, ending], single=True)) == 2


class TestAnEnding:
    def test_closes_its_value_without_a_successor(self, history: History) -> None:
        value, ending = history.says("a", "2010"), history.left("a", "2015-03-31")
        for held in (history.single(), history.many()):
            assert held == {value: Held(Interval(day("2010"), day("2015-03-31"), YEAR), closed_by=ending)}

    def test_leaves_other_values_alone(self, history: History) -> None:
        value = history.says("a", "2010")
        history.left("b", "2015")
        assert history.many()[value] == history.single()[value] == Held(words("2010"))

    def test_without_a_start_closes_by_the_day_it_was_said(self, history: History) -> None:
        value, ending = history.says("a", "2010"), history.left("a", said="2015-03-05")
        assert history.many()[value] == Held(Interval(day("2010"), day("2015-03-05"), UNKNOWN), closed_by=ending)

    def test_does_nothing_to_what_begins_afterwards(self, history: History) -> None:
        first, ending, again = history.says("a", "2010"), history.left("a", "2012"), history.says("a", "2014")
        held = history.many()
        assert (held[first].closed_by, held[again]) == (ending, Held(words("2014")))

    def test_of_the_same_year_comes_after_the_beginning(self, history: History) -> None:
        value = history.says("a", "2010-04")
        history.left("a", "2010")
        assert history.many()[value].interval.end == day("2011")

    def test_yields_to_a_successor_that_came_before_it(self, history: History) -> None:
        value, successor = history.says("a", "2010"), history.says("b", "2012")
        history.left("a", "2015")
        assert history.single()[value].closed_by == successor

    def test_told_only_by_when_closes_on_its_last_day(self, history: History) -> None:
        value, again = history.says("a", "2010"), history.says("a", "2016")
        ending = history.says("a", "", "2016", ending=True)
        held = history.many()
        assert (held[value].interval.end, held[value].closed_by) == (day("2015-12-31"), ending)
        assert held[again] == Held(words("2016"))

    def test_leaves_an_end_that_the_words_give(self, history: History) -> None:
        value = history.says("a", "2010", "2020")
        history.left("a", "2015")
        assert history.many()[value] == Held(words("2010", "2020"))


class TestAnEndWithoutAStart:
    """As in "worked at A until 2015"."""

    def test_ends_what_was_open_of_the_same_value(self, history: History) -> None:
        value = history.says("a", said="2013-05-01")
        former = history.says("a", "", "2016", said="2018")
        for held in (history.single(), history.many()):
            assert held[value] == Held(words("", "2016"), closed_by=former)
            assert held[former] == Held(words("", "2016"))

    def test_gives_a_known_start_its_end(self, history: History) -> None:
        value, former = history.says("a", "2010"), history.says("a", "", "2016", said="2018")
        assert history.many()[value] == Held(words("2010", "2016"), closed_by=former)

    def test_of_the_year_in_which_it_began_comes_after_the_beginning(self, history: History) -> None:
        value = history.says("a", "2015")
        history.says("a", "", "2016", said="2018")
        assert history.many()[value].interval == words("2015", "2016")

    def test_does_nothing_to_what_begins_afterwards_or_is_said_to_be_so_later(self, history: History) -> None:
        again, still = history.says("a", "2016"), history.says("a", said="2017")
        history.says("a", "", "2016", said="2018")
        held = history.many()
        assert (held[again], held[still]) == (Held(words("2016")), Held(UNDATED))

    def test_leaves_other_values_and_stated_ends_alone(self, history: History) -> None:
        other, stated = history.says("b", "2010"), history.says("a", "2010", "2020")
        history.says("a", "", "2016", said="2018")
        held = history.many()
        assert (held[other], held[stated]) == (Held(words("2010")), Held(words("2010", "2020")))

    def test_yields_to_a_successor_that_came_before_it(self, history: History) -> None:
        value, successor = history.says("a", "2010"), history.says("b", "2012")
        history.says("a", "", "2016", said="2018")
        assert history.single()[value].closed_by == successor


def test_rules_tell_what_ends_a_relation() -> None:
    rules = Rules(ends={"left": frozenset({"works_at", "member_of"}), "sold": frozenset({"owns"})})
    assert rules.endings_of("works_at") == {"left"}
    assert rules.endings_of("left") == frozenset()


@pytest.mark.parametrize("single", [True, False])
def test_ten_thousand_statements_take_no_time(single: bool) -> None:
    statements = [
        Stated(FactId(i), str(i % 5000), Interval(date(1900, 1, 1) + timedelta(i % 3000), None, YEAR), date(2020, 1, 1))
        for i in range(10_000)
    ]
    began = process_time()
    settle(statements, single=single)
    assert process_time() - began < 5


_FIRST = date(2019, 11, 1)
_PRECISE = (DAY, MONTH, YEAR, WEEK)
_SHAPES = ("open", "open", "open", "closed", "until", "undated")


def _statement(number: int, *, exact: bool) -> tuple[str, Interval, date | None, bool]:
    """One of all the statements that can be told apart by a number, quickly: value, words of time, day, ending."""
    number, value = divmod(number, 3)
    number, one = divmod(number, 900)
    number, said = divmod(number, 1000)
    number, ending = divmod(number, 4)
    number, length = divmod(number, 900)
    number, shape = divmod(number, len(_SHAPES))
    precision = DAY if exact else _PRECISE[number % 4]
    start, end = _floor(one, precision), _floor(one + length, precision)
    valid = {
        "open": Interval(start, None, precision),
        "closed": Interval(start, end, precision),
        "until": Interval(None, end, precision),
        "undated": UNDATED,
    }[_SHAPES[shape]]
    return "abc"[value], valid, _floor(said, DAY) if said < 900 else None, ending == 3


def _floor(days: int, precision: Precision) -> date:
    """The first day of the unit around a day, told by its distance from the first of all."""
    at = _FIRST + timedelta(days)
    if precision is WEEK:
        return at - timedelta(at.weekday())
    return at if precision is DAY else date(at.year, 1 if precision is YEAR else at.month, 1)


def _histories(*, exact: bool = False) -> st.SearchStrategy[list[Stated]]:
    numbers = st.lists(st.integers(0, 3 * 900 * 1000 * 4 * 900 * 6 * 4 - 1), max_size=7)
    return numbers.map(
        lambda drawn: [Stated(FactId(i), *_statement(number, exact=exact)) for i, number in enumerate(drawn, 1)]
    )


def _unit(at: date, precision: Precision) -> str:
    if precision is WEEK:
        return str(at.isocalendar()[:2])
    return at.isoformat()[: {YEAR: 4, MONTH: 7}.get(precision, 10)]


def _shared(one: Interval, other: Interval) -> tuple[date, date] | None:
    """The first and the last day on which both hold; an open end is a year after everything."""
    first = max(one.start or date.min, other.start or date.min)
    end = min(one.end or date(2024, 1, 1), other.end or date(2024, 1, 1))
    return (first, end - timedelta(1)) if first < end else None


def _began_within(one: Stated, days: tuple[date, date]) -> bool:
    """Whether it began in a unit of time around all those days."""
    start = one.valid.start
    assert start is not None
    return {_unit(start, one.valid.precision)} == {_unit(each, one.valid.precision) for each in days}


def _only_ends(one: Stated) -> bool:
    return one.valid.start is None and one.valid.end is not None


def _values(history: Sequence[Stated]) -> list[Stated]:
    return [one for one in history if not one.ending]


@settings(deadline=None, max_examples=2500)
@given(_histories(), st.booleans(), st.data())
def test_the_order_of_arrival_does_not_matter_and_undoing_is_exact(
    history: list[Stated], single: bool, data: st.DataObject
) -> None:
    settled = settle(history, single=single)
    assert settle(data.draw(st.permutations(history)), single=single) == settled
    if history:
        taken = data.draw(st.sampled_from(history))
        left = [one for one in history if one != taken]
        without = settle(left, single=single)
        named = {one.closed_by for one in without.values()} | {one.disputed_by for one in without.values()}
        assert named <= {None, *(one.id for one in left)}
        assert settle([*left, taken], single=single) == settled


@settings(deadline=None, max_examples=2500)
@given(_histories(), st.booleans())
def test_what_is_held_is_what_was_said_but_for_an_earlier_end(history: list[Stated], single: bool) -> None:
    settled, by_id = settle(history, single=single), {one.id: one for one in history}
    assert list(settled) == [one.id for one in _values(history)]
    for one in _values(history):
        held = settled[one.id]
        assert held.interval.start == one.valid.start
        assert (held.interval.end or date.max) <= (one.valid.end or date.max)
        assert (held.closed_by is None) == (held.interval == one.valid)
        if held.closed_by:
            closer = by_id[held.closed_by]
            ends = closer.ending or (closer.value == one.value and _only_ends(closer))
            assert (closer.value == one.value) is ends
            assert single or ends
        if held.disputed_by:
            assert single
            assert by_id[held.disputed_by].value != one.value


@settings(deadline=None, max_examples=4000)
@given(_histories())
def test_no_two_undisputed_values_of_a_single_relation_hold_on_one_day(history: list[Stated]) -> None:
    settled = settle(history, single=True)
    sure = [one for one in _values(history) if one.valid.start and not settled[one.id].disputed_by]
    assert len({one.value for one in sure if settled[one.id].interval.end is None}) <= 1
    for one, other in combinations(sure, 2):
        days = _shared(settled[one.id].interval, settled[other.id].interval)
        assert one.value == other.value or not days or _began_within(one, days) or _began_within(other, days)


@settings(deadline=None, max_examples=1000)
@given(_histories(exact=True))
def test_days_leave_no_exception(history: list[Stated]) -> None:
    settled = settle(history, single=True)
    sure = [one for one in _values(history) if one.valid.start and not settled[one.id].disputed_by]
    for one, other in combinations(sure, 2):
        assert one.value == other.value or not _shared(settled[one.id].interval, settled[other.id].interval)


@settings(deadline=None, max_examples=2000)
@given(_histories(exact=True), st.booleans())
def test_what_is_settled_stays_as_it_is(history: list[Stated], single: bool) -> None:
    settled = settle(history, single=single)
    again = [one if one.ending else replace(one, valid=settled[one.id].interval) for one in history]
    resettled = settle(again, single=single)
    assert [held.interval for held in resettled.values()] == [held.interval for held in settled.values()]


class TestAValueForGood:
    """A day of birth: nothing closes it, and what says otherwise is a dispute, whichever came first."""

    def born(self, number: int, value: str, said: date | None = None) -> Stated:
        valid = Interval(date(int(value[:4]), 1, 1), None, Precision.YEAR)
        return Stated(FactId(number), f"date {value}", valid, said)

    def test_is_not_followed_by_another(self) -> None:
        one, other = self.born(1, "1980-03-03", date(2020, 1, 1)), self.born(2, "1981-03-03", date(2021, 1, 1))
        settled = settle([one, other], single=True, fixed=True)
        assert settled == {1: Held(one.valid, None, FactId(2)), 2: Held(other.valid, None, FactId(1))}

    def test_told_less_exactly_is_the_same(self) -> None:
        told = [self.born(1, "1980"), self.born(2, "1980-03"), self.born(3, "1980-03-03"), self.born(4, "1980-03-03")]
        assert all(held.disputed_by is None for held in settle(told, single=True, fixed=True).values())

    @pytest.mark.parametrize("exact", ["1980", "1985-03-03", "1989-12"])
    def test_of_a_decade_is_the_same_as_what_lies_in_it(self, exact: str) -> None:
        told = [self.born(1, "1980/1989"), self.born(2, exact)]
        assert all(held.disputed_by is None for held in settle(told, single=True, fixed=True).values())

    @pytest.mark.parametrize(("one", "other"), [("1980/1989", "1990-03"), ("1980-03/1981-02", "1981"), ("1980", "198")])
    def test_of_another_time_is_disputed(self, one: str, other: str) -> None:
        told = [self.born(1, one), Stated(FactId(2), f"date {other}", Interval(), None)]
        assert all(held.disputed_by for held in settle(told, single=True, fixed=True).values())

    def test_that_is_no_date_is_another_whatever_it_begins_with(self) -> None:
        told = [Stated(FactId(number), value, Interval(), None) for number, value in ((1, "text A"), (2, "text A-1"))]
        assert all(held.disputed_by for held in settle(told, single=True, fixed=True).values())

    def test_is_disputed_by_what_another_less_exact_one_agrees_with_too(self) -> None:
        told = [self.born(1, "1980"), self.born(2, "1980-03-03"), self.born(3, "1980-04-04")]
        disputes = [held.disputed_by for held in settle(told, single=True, fixed=True).values()]
        assert disputes == [None, FactId(3), FactId(2)]

    def test_is_no_longer_disputed_once_the_other_is_gone(self) -> None:
        one, other = self.born(1, "1980-03-03"), self.born(2, "1981-03-03")
        assert settle([one], single=True, fixed=True) == {1: Held(one.valid)}
        assert settle([other], single=True, fixed=True) == {2: Held(other.valid)}


@settings(deadline=None, max_examples=1000)
@given(_histories(), st.data())
def test_values_for_good_hold_as_said_in_any_order(history: list[Stated], data: st.DataObject) -> None:
    settled = settle(history, single=True, fixed=True)
    by_id = {one.id: one for one in history}
    assert settle(data.draw(st.permutations(history)), single=True, fixed=True) == settled
    for id_, held in settled.items():
        assert (held.interval, held.closed_by) == (by_id[id_].valid, None)
        values = {one.value for one in _values(history)}
        assert (held.disputed_by is None) == (values == {by_id[id_].value})
