"""An entity's facts as lanes of time: what followed what, what stood beside it, and what has no date."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import Entity, Fact
from tsuzuri.library.views import FactView

_COARSENESS = tuple(Precision)


@dataclass(frozen=True, slots=True)
class Stretch:
    """One value for one stretch of time.

    Facts that tell of the same value, and overlap or follow on each other without a gap, make one stretch. `held` is
    what they cover together, as exact as the least exact of them; its start is None only where none knows one. An
    unknown precision is that of its end: then it ended on that day at the latest.
    """

    value: str
    held: Interval
    facts: tuple[FactView, ...]

    @property
    def is_point(self) -> bool:
        """Whether it lies within one day."""
        start, end = self.held.start, self.held.end
        return start is not None and end is not None and end - start <= timedelta(days=1)

    @property
    def is_disputed(self) -> bool:
        """Whether something else that is stated cannot be true together with it."""
        return any(view.fact.disputed_by is not None for view in self.facts)


@dataclass(frozen=True, slots=True)
class Lane:
    """Stretches that go by one name, in order of time.

    A relation that has one value at a time is one lane, and its values hand over to each other: `value` is empty. Of
    any other, each value has a lane. In an `inward` lane the entity is the object, and `value` is the subject.
    """

    relation: str
    value: str
    inward: bool
    stretches: tuple[Stretch, ...]

    @property
    def label(self) -> str:
        """Its name in words: "works at", "knows Ken Ito", "Ken Ito works at"."""
        words = self.relation.replace("_", " ")
        return " ".join(part for part in ((self.value, words) if self.inward else (words, self.value)) if part)


@dataclass(frozen=True, slots=True)
class Timeline:
    """What is known of an entity over time.

    Of the `undated` facts nobody knows when they hold; the `corrected` ones never did, as another says. `since` and
    `until` (a day that is still in) are the window that was asked for, None for an open side; what certainly lies
    outside of it is left out. `as_of` and `believed_on` are the day and the moment asked for. `cut` tells that there
    are more facts than are read at once.
    """

    entity: Entity
    lanes: tuple[Lane, ...]
    undated: tuple[FactView, ...]
    corrected: tuple[FactView, ...] = ()
    since: date | None = None
    until: date | None = None
    as_of: date | None = None
    believed_on: datetime | None = None
    cut: bool = False


def window(since: date | None, until: date | None) -> Interval:
    """The interval from a day to another, both with it.

    Raises:
        ValueError: `until` lies before `since`.
    """
    return Interval(since, None if until in (None, date.max) else until + timedelta(days=1))


def is_dated(fact: Fact) -> bool:
    """Whether one end at least of when it held is known."""
    return fact.held.start is not None or fact.held.end is not None


def is_corrected(fact: Fact) -> bool:
    """Whether another fact has left it no day on which it held."""
    return fact.held.start is not None and fact.held.start == fact.held.end


def lanes(entity: Entity, views: Iterable[FactView], single: Collection[str]) -> tuple[Lane, ...]:
    """The lanes of the dated ones, by the start of what comes first in each, unknown ones last.

    `single` are the relations that have one value at a time.
    """
    by_lane: dict[tuple[str, object, bool], list[FactView]] = {}
    for view in views:
        if is_dated(view.fact) and not is_corrected(view.fact):
            inward = view.fact.subject_id != entity.id
            hands_over = not inward and view.fact.relation in single
            value = None if hands_over else _other(view.fact, inward=inward)[0]
            by_lane.setdefault((view.fact.relation, value, inward), []).append(view)
    made = [_lane(relation, inward, value is None, of_lane) for (relation, value, inward), of_lane in by_lane.items()]
    return tuple(sorted(made, key=_place))


def _lane(relation: str, inward: bool, hands_over: bool, views: Sequence[FactView]) -> Lane:
    value = "" if hands_over else _other(views[0].fact, inward=inward)[1]
    return Lane(relation, value, inward, _stretches(views, inward=inward))


def _stretches(views: Iterable[FactView], *, inward: bool) -> tuple[Stretch, ...]:
    by_value: dict[object, list[FactView]] = {}
    for view in views:
        by_value.setdefault(_other(view.fact, inward=inward)[0], []).append(view)
    found = [
        Stretch(_other(run[0].fact, inward=inward)[1], _together(run), tuple(run))
        for of_value in by_value.values()
        for run in _runs(of_value)
    ]
    return tuple(sorted(found, key=lambda one: (one.held.start or date.min, one.held.end or date.max, one.value)))


def _runs(views: Iterable[FactView]) -> Iterable[list[FactView]]:
    """The facts of one value, in order of time, parted where there is a gap."""
    run: list[FactView] = []
    reach: date = date.min
    for view in sorted(views, key=lambda view: (view.fact.held.start or date.min, view.fact.id)):
        if run and (view.fact.held.start or date.min) > reach:
            yield run
            run, reach = [], date.min
        run.append(view)
        reach = max(reach, view.fact.held.end or date.max)
    yield run


def _together(run: Sequence[FactView]) -> Interval:
    """From the first known start to the last end."""
    held = [view.fact.held for view in run]
    starts = [one.start for one in held if one.start is not None]
    ends = [one.end for one in held if one.end is not None]
    coarsest = max((one.precision for one in held), key=_COARSENESS.index)
    return Interval(min(starts, default=None), max(ends) if len(ends) == len(held) else None, coarsest)


def _other(fact: Fact, *, inward: bool) -> tuple[object, str]:
    """What stands at the other end of a fact: what tells it from others, and its name."""
    if inward:
        return fact.subject_id, fact.subject_name
    value = fact.object_id or (fact.form.norm if fact.form else fact.object_name)
    return value, fact.object_name


def _place(lane: Lane) -> tuple[date, str, str, bool]:
    starts = [one.held.start for one in lane.stretches if one.held.start is not None]
    return min(starts, default=date.max), lane.relation, lane.value, lane.inward
