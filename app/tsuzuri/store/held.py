"""When facts hold by all facts together, for every store (see `core.supersession`)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime

from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.literals import ValueForm
from tsuzuri.core.supersession import Held, Rules, Stated, settle
from tsuzuri.core.temporal import Interval
from tsuzuri.core.values import Fact


def stated(
    id: FactId,
    object_id: EntityId | None,
    form: ValueForm | None,
    valid: Interval,
    said_at: datetime | None,
    *,
    ending: bool,
) -> Stated:
    """A fact as a statement. Its value is the object, or the type and normal form of the literal; its day is in UTC."""
    value = f"#{object_id}" if form is None else f"{form.type.value} {form.norm}"
    return Stated(id, value, valid, None if said_at is None else said_at.astimezone(UTC).date(), ending)


def settled(facts: Iterable[Fact], rules: Rules) -> tuple[Fact, ...]:
    """The facts as they hold by these alone, in the order given.

    Of relations without a rule a fact holds as its words say.
    """
    given = tuple(facts)
    ruled = rules.single.union(*rules.ends.values())
    groups: dict[tuple[EntityId, str], list[Stated]] = {}
    for fact in given:
        if fact.relation in ruled:
            groups.setdefault((fact.subject_id, fact.relation), []).append(_stated(fact, ending=False))
        for relation in rules.ends.get(fact.relation, ()):
            groups.setdefault((fact.subject_id, relation), []).append(_stated(fact, ending=True))
    held: dict[FactId, Held] = {}
    for (_, relation), statements in groups.items():
        held |= settle(statements, single=relation in rules.single, fixed=relation in rules.fixed)
    return tuple(_with(fact, held.get(fact.id) or Held(fact.valid)) for fact in given)


def undisputed(facts: Iterable[Fact], reconciled: Collection[tuple[FactId, FactId]]) -> tuple[Fact, ...]:
    """The facts without the disputes of those that both hold; the lesser id of each such pair comes first."""
    return tuple(
        replace(fact, disputed_by=None) if fact.disputed_by and pair(fact.id, fact.disputed_by) in reconciled else fact
        for fact in facts
    )


def pair(one: FactId, other: FactId) -> tuple[FactId, FactId]:
    """Two facts, the lesser id first."""
    return (one, other) if one < other else (other, one)


def differing(old: Rules, new: Rules) -> frozenset[str]:
    """The relations of which facts may hold otherwise by new rules."""
    before, after = _by_relation(old), _by_relation(new)
    return frozenset(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def listed(facts: Iterable[Fact], as_of: date | None, limit: int) -> tuple[Fact, ...]:
    """The facts that hold on a day, or all, as `GraphStore.facts_of` orders them."""
    kept = (fact for fact in facts if as_of is None or fact.held.holds_on(as_of))
    return tuple(sorted(kept, key=lambda fact: (fact.held.start or date.max, fact.held.start is None, fact.id))[:limit])


def _stated(fact: Fact, *, ending: bool) -> Stated:
    said_at = None if fact.said is None else fact.said.at
    return stated(fact.id, fact.object_id, fact.form, fact.valid, said_at, ending=ending)


def _by_relation(rules: Rules) -> Mapping[str, tuple[bool, bool, frozenset[str]]]:
    """Of each relation that has a rule, whether it is single-valued, for good, and what ends it."""
    ruled = rules.single.union(*rules.ends.values())
    return {name: (name in rules.single, name in rules.fixed, rules.endings_of(name)) for name in ruled}


def _with(fact: Fact, held: Held) -> Fact:
    return replace(fact, held=held.interval, closed_by=held.closed_by, disputed_by=held.disputed_by)
