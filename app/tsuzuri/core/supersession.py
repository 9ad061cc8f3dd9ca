"""Which statements of one subject and relation hold when: a pure function of all that was ever stated.

Nothing is closed by an act that has to be undone: whoever adds, retracts or forgets a statement calls `settle` on what
is left, and gets what would have come of it in any order of arrival.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from tsuzuri.core.ids import FactId
from tsuzuri.core.temporal import Interval, Precision


@dataclass(frozen=True, slots=True)
class Rules:
    """What the relations of a library do to each other.

    `single` have one value at a time, and those of them that are `fixed` have one for good: a day of birth. `ends`
    tells by the name of a relation which others it ends, for the same subject and object: "left" ends "works_at".
    """

    single: frozenset[str] = frozenset()
    ends: Mapping[str, frozenset[str]] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()

    def endings_of(self, relation: str) -> frozenset[str]:
        """The relations that end that one."""
        return frozenset(name for name, ended in self.ends.items() if relation in ended)


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement that a subject has a value.

    `value` is whatever tells values apart. `valid` is what its words say of the time, `said` the day on which its
    source said so. An `ending` says that the value holds no longer from `valid.start` on ("left", 退職).
    """

    id: FactId
    value: str
    valid: Interval
    said: date | None
    ending: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """When a value held, as far as all statements together tell, and the statement that closed it, if one did.

    The interval starts as its words say, and is known as exactly as the less exact of what gave its two ends.
    `disputed_by` is a statement that cannot be true together with it.
    """

    interval: Interval
    closed_by: FactId | None = None
    disputed_by: FactId | None = None


def settle(statements: Iterable[Stated], *, single: bool, fixed: bool = False) -> Mapping[FactId, Held]:
    """When each statement (endings left out) held. `single` relations have one value at a time, `fixed` ones for good.

    A statement without a start takes its place on the day on which it was said. One that has neither, or whose words
    put it wholly before that day, has no place: it closes nothing and nothing closes it. The input's order is of no
    account, and n statements take O(n log n) steps.

    Of a single relation, in the order in which values can have begun:

    - What is open is closed where another value begins, and it is not known when if that one has no start. What has
      the same value, with no other between, is closed together.
    - An end that the words give stays. What begins inside is disputed, and so is what it begins in, unless words as
      exact as "until 2015" and "since 2015" leave room for both: then the first is closed where the second begins.
    - Of values that began at one time, told equally exactly, the one said last is a correction: the others never
      held. Said on one day, all of them stay, disputed.
    - "Since 2020", said when "since April 2020" had been said of another value, began later in that year: the other
      is closed when the year is over. These are the only days on which two undisputed values with known starts hold.

    Of a fixed relation, nothing closes anything: each holds as its words say, and is disputed by the first that has
    another value. A day told less exactly ("born in 1980", "born on 3 March 1980") is the same value.

    Of any relation, what is open is closed by the first ending of its own value from its beginning on. An end told
    without a start ("until 2015") is an ending too: of what was open by then and has the same value.
    """
    given = sorted(statements, key=lambda one: one.id)
    values = [one for one in given if not one.ending]
    ended = _endings(given)
    if fixed:
        others = _first_others(values)
        return {one.id: Held(one.valid, None, others.get(one.value)) for one in values}
    if not single:
        return {one.id: _held(one.valid, ended.get(one.id), None) for one in values}
    succession = _Succession(values, ended)
    return {
        one.id: _held(
            one.valid, _sooner(succession.closings.get(one.id), ended.get(one.id)), succession.disputes.get(one.id)
        )
        for one in values
    }


@dataclass(frozen=True, slots=True)
class _Closing:
    """That something ended on a day, which is known with a precision, and what told so."""

    day: date
    precision: Precision
    by: FactId


@dataclass(frozen=True, slots=True)
class _Window:
    """The days on which something can have begun, both included; `dated` unless it only was so by the first."""

    first: date
    last: date
    precision: Precision
    dated: bool


@dataclass(frozen=True, slots=True)
class _Moment:
    """Statements that began at one time, told equally exactly; of several values where nothing decides.

    `said` is when the first of them was said. `members` are in order of id. `turn` is their place among the others.
    """

    window: _Window
    said: date | None
    members: tuple[Stated, ...]
    turn: date

    @property
    def sure(self) -> date:
        """The day by which they have begun, wherever they stand among the others."""
        return self.window.first if self.turn == self.window.first else _next(self.window.last)


_COARSENESS = {precision: place for place, precision in enumerate(Precision)}
_MONTHS = {Precision.MONTH: 1, Precision.QUARTER: 3, Precision.YEAR: 12, Precision.DECADE: 120}
_UNITS = (Precision.WEEK, *_MONTHS)
"""What is longer than a day."""
_DAY = timedelta(days=1)
_DATE = re.compile(r"date (?P<first>\d{4}[\d-]*)(?:/(?P<last>\d{4}[\d-]*))?")
"""The value of a literal that is a year, a month or a day, or reaches from one to another (ISO 8601)."""


def _unit(day: date, precision: Precision) -> tuple[date, date]:
    """The first and the last day of the week, month, quarter, year or decade around a day; else that day alone."""
    if precision is Precision.WEEK:
        before = day.weekday()  # the first day of the calendar is a Monday
        return day - before * _DAY, day + min(6 - before, (date.max - day).days) * _DAY
    if precision not in _MONTHS:
        return day, day
    months = 12 * day.year + day.month - 1
    begin = max(months - months % _MONTHS[precision], 12)
    end = months - months % _MONTHS[precision] + _MONTHS[precision]
    after = date(end // 12, end % 12 + 1, 1) if end // 12 <= date.max.year else None
    return date(begin // 12, begin % 12 + 1, 1), after - _DAY if after else date.max


def _window(one: Stated, ended: date = date.max) -> _Window | None:
    """When a statement began or, without a start, was first known to be so; None when it has no place in time.

    It is known to have `ended` by a day.
    """
    start, end, said = one.valid.start, one.valid.end, one.said
    if start is None:
        past = end is not None and said is not None and end <= said
        return None if said is None or past else _Window(said, said, Precision.UNKNOWN, dated=False)
    if start == end:
        return None
    last = min(_unit(start, one.valid.precision)[1], min(end or ended, ended) - _DAY)
    if said is not None and said >= start:
        last = min(last, said)
    return _Window(start, max(start, last), one.valid.precision, dated=True)


def _next(day: date) -> date:
    return day if day == date.max else day + _DAY


def _coarser(one: Precision, other: Precision) -> bool:
    return _COARSENESS[one] > _COARSENESS[other]


def _sooner(one: _Closing | None, other: _Closing | None) -> _Closing | None:
    """What came first; of one day, the first of the two."""
    return min((found for found in (one, other) if found), key=lambda found: found.day, default=None)


def _first_others(values: Iterable[Stated]) -> Mapping[str, FactId]:
    """By each value the first statement of another one, if there is one."""
    first: dict[str, FactId] = {}
    for one in values:
        first.setdefault(one.value, one.id)
    others = {value: next((id_ for other, id_ in first.items() if not _agree(value, other)), None) for value in first}
    return {value: id_ for value, id_ in others.items() if id_ is not None}


def _agree(one: str, other: str) -> bool:
    """Whether two values are one, also where one is a day and the other its month, year or decade."""
    return one == other or _lies_in(one, other) or _lies_in(other, one)


def _lies_in(value: str, other: str) -> bool:
    """Whether a date is another one, told more exactly."""
    inner, outer = _DATE.fullmatch(value), _DATE.fullmatch(other)
    if inner is None or outer is None:
        return False
    first, last = outer["first"], outer["last"] or outer["first"]
    end = inner["last"] or inner["first"]
    return first <= inner["first"][: len(first)] and len(end) >= len(last) and end[: len(last)] <= last


def _held(valid: Interval, closing: _Closing | None, dispute: FactId | None) -> Held:
    if closing is None:
        return Held(valid, None, dispute)
    exact = valid.start is None or _coarser(closing.precision, valid.precision)
    precision = closing.precision if exact else valid.precision
    return Held(Interval(valid.start, closing.day, precision), closing.by, dispute)


def _endings(given: Sequence[Stated]) -> Mapping[FactId, _Closing]:
    """What closes each open statement among the endings of its value: the first that can have come after it."""
    endings: dict[str, list[tuple[date, date, FactId, _Window]]] = defaultdict(list)
    for one in given:
        if (one.ending or _only_ends(one)) and (at := _ended(one)):
            endings[one.value].append((at.last, at.first, one.id, at))
    values = {one.id for one in given if not one.ending}
    for of_value in endings.values():
        of_value.sort(key=lambda ending: ending[:3])
    closings: dict[FactId, _Closing] = {}
    for one in given:
        of_value, began = endings.get(one.value, []), _window(one)
        if one.ending or one.valid.end is not None or began is None:
            continue
        place = bisect_left(of_value, began.first, key=lambda ending: ending[0])
        if place < len(of_value):
            _, _, by, at = of_value[place]
            same = at.first == began.first and at.dated and began.dated
            inside = by in values or same or at.first < began.first  # a value holds on the last day of "until 2015"
            day = _next(at.last) if inside else at.first
            closings[one.id] = _Closing(day, at.precision, by)
    return closings


def _only_ends(one: Stated) -> bool:
    """Whether the words tell an end and no start."""
    return one.valid.start is None and one.valid.end is not None


def _ended(ending: Stated) -> _Window | None:
    """When a value ended; on the last day of the words, if they give no first one."""
    end = ending.valid.end
    if end is None or not _only_ends(ending):
        return _window(ending)
    last = max(end, date.min + _DAY) - _DAY
    return _Window(last, last, ending.valid.precision, dated=True)


def _closed(began: _Window, later: Stated, at: _Window, sure: date) -> _Closing:
    """What a later value does to one that is open: ends it where it began, or on the day by which it is `sure` to."""
    after = at.first > began.first or (at.first == began.first and not _coarser(at.precision, began.precision))
    return _Closing(at.first if after else min(sure, _next(at.last)), at.precision, later.id)


def _surely_until(valid: Interval) -> date:
    """The first day on which an interval may have ended."""
    assert valid.end is not None
    return _unit(valid.end - _DAY, valid.precision)[0]


def _together(values: Iterable[Stated], ended: Mapping[FactId, _Closing]) -> Iterable[Mapping[Stated, _Window]]:
    """Statements that began at one time, told equally exactly."""
    groups: dict[tuple[date, Precision, bool], dict[Stated, _Window]] = defaultdict(dict)
    for one in values:
        if at := _window(one, ended[one.id].day if one.id in ended else date.max):
            groups[at.first, at.precision, at.dated][one] = at
    return groups.values()


def _ordered(moments: Sequence[_Moment]) -> Sequence[_Moment]:
    """The order in which values can have begun.

    That is the order of their first days; but what began at some time of a unit ("since 2020") began after all that is
    known to have begun in that unit by the day it was said.
    """
    told = [(moment.said, moment) for moment in moments if moment.said is not None]
    known = sorted((max(said, moment.window.first), moment.window.first) for said, moment in told)
    latest: dict[tuple[Precision, date], date] = {}
    turned: list[_Moment] = [moment for moment in moments if moment.said is None]
    place = 0
    for said, moment in sorted(told, key=lambda each: each[0]):
        while place < len(known) and known[place][0] < said:
            first = known[place][1]
            for precision in _UNITS:
                unit = precision, _unit(first, precision)[0]
                latest[unit] = max(first, latest.get(unit, first))
            place += 1
        at = moment.window
        turn = latest.get((at.precision, _unit(at.first, at.precision)[0]), at.first) if at.dated else at.first
        turned.append(replace(moment, turn=max(at.first, min(turn, at.last))))
    return sorted(turned, key=_place)


def _place(moment: _Moment) -> tuple[date, date, int, bool, date]:
    at = moment.window
    return moment.turn, moment.said or date.min, -_COARSENESS[at.precision], at.dated, at.first


def _two_furthest(found: Sequence[tuple[date, Stated]]) -> list[tuple[date, Stated]]:
    """What reaches the latest day, and what does so of those of another value."""
    first = max(found, key=lambda each: each[0])
    others = [each for each in found if each[1].value != first[1].value]
    return [first, max(others, key=lambda each: each[0])] if others else [first]


class _Succession:
    """How the values of a single relation followed each other: what closed and what disputes each statement."""

    def __init__(self, values: Iterable[Stated], ended: Mapping[FactId, _Closing]) -> None:
        self.closings: dict[FactId, _Closing] = {}
        self.disputes: dict[FactId, FactId] = {}
        order = _ordered([self._decided(together) for together in _together(values, ended)])
        self._close_open(order)
        self._compare_stated(order)

    def _decided(self, given: Mapping[Stated, _Window]) -> _Moment:
        """Leave out what was corrected, and mark what stays undecided."""
        latest: dict[str, date] = {}
        for one in given:
            latest[one.value] = max(latest.get(one.value, date.min), one.said or date.min)
        said = max(latest.values())
        members = tuple(one for one in given if latest[one.value] == said)
        for one in given:
            other = next((member for member in members if member.value != one.value), None)
            if other is None:
                continue
            self.disputes[one.id] = other.id
            if one.valid.end is None and latest[one.value] < said:
                self.closings[one.id] = _Closing(given[one].first, given[one].precision, other.id)
        window = min((given[one] for one in members), key=lambda at: at.last)
        return _Moment(window, min((one.said for one in members if one.said), default=None), members, window.first)

    def _close_open(self, order: Sequence[_Moment]) -> None:
        """Close each open statement where the next of another value began."""
        following: list[tuple[Stated, _Window, date]] = []  # the next, and the next of another value than that one
        sure = date.max
        for moment in reversed(order):
            for one in moment.members:
                later = next((found for found in following if found[0].value != one.value), None)
                if later is not None and one.valid.end is None:
                    self.closings[one.id] = _closed(moment.window, *later)
            sure = min(sure, moment.sure)
            for one in reversed(moment.members):
                others = (found for found in following if found[0].value != one.value)
                following = [(one, moment.window, sure), *others][:2]

    def _compare_stated(self, order: Sequence[_Moment]) -> None:
        """Find what began inside an interval of another value whose end was stated."""
        lasting: dict[str, list[Stated]] = {}  # by value, those to which nothing has happened yet
        furthest: list[tuple[date, Stated]] = []  # what lasts longest, and the longest of another value than that one
        for moment in order:
            for one in moment.members:
                rival = next((found for found in furthest if found[1].value != one.value), None)
                if rival is not None and moment.window.last < rival[0]:
                    self.disputes.setdefault(one.id, rival[1].id)
                for value in [value for value in lasting if value != one.value]:
                    lasting[value] = [each for each in lasting[value] if self._goes_on(each, one, moment.window)]
                    if not lasting[value]:
                        del lasting[value]
            for one in moment.members:
                if one.valid.end is not None:
                    lasting.setdefault(one.value, []).append(one)
                    furthest = _two_furthest([*furthest, (_surely_until(one.valid), one)])

    def _goes_on(self, stated: Stated, one: Stated, began: _Window) -> bool:
        """Whether another value's beginning leaves what is `stated` until a later day as it is."""
        known, end = stated.valid.start or stated.said, stated.valid.end
        assert known is not None
        assert end is not None
        if end <= began.first:
            return False
        if began.last < _surely_until(stated.valid):
            self.disputes.setdefault(stated.id, one.id)
            return False
        if _coarser(began.precision, stated.valid.precision) or known >= began.first:
            return True
        self.closings[stated.id] = _Closing(began.first, began.precision, one.id)
        return False
